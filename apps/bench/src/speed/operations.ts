import type { Registry } from '@sdc/core'
import { goals } from './goals.js'
import type { Operation } from './operation.js'

export interface Sizes {
  readonly methods: readonly number[]
  readonly metrics: readonly number[]
  readonly kernels: readonly number[]
  /** Columns of methods and metrics. */
  readonly d: number
  /** Columns of the search for the nearest record. */
  readonly nearest: readonly number[]
  /** Whether the sizes that a goal is stated for are added. */
  readonly goals: boolean
}

export const fullSizes: Sizes = {
  methods: [1_080, 10_000, 100_000],
  metrics: [1_080, 10_000],
  kernels: [10_000, 100_000, 1_000_000],
  d: 5,
  nearest: [4, 7, 13],
  goals: true,
}

export const smokeSizes: Sizes = {
  methods: [200, 1_000],
  metrics: [200, 1_000],
  kernels: [1_000],
  d: 5,
  nearest: [4, 7, 13],
  goals: false,
}

/** A search for the nearest record takes too long to be repeated at more records than this. */
const mostForNearest = 100_000

/**
 * Every registered method and metric and the kernels, at every size; sizes of one operation follow each other, growing.
 * Where a goal names an operation, the row has the goal's parameters.
 */
export function operations(registry: Registry, sizes: Sizes): Operation[] {
  const { d } = sizes
  const made: Operation[] = [
    ...registry.methods().flatMap(({ id }) => sizes.methods.map((n) => operation('method', id, n, d))),
    ...registry.metrics().flatMap(({ id }) => sizes.metrics.map((n) => operation('metric', id, n, d))),
    ...['sort-order', 'rank'].flatMap((id) => sizes.kernels.map((n) => operation('kernel', id, n, 1))),
    ...sizes.nearest.flatMap((columns) =>
      sizes.kernels.filter((n) => n <= mostForNearest).map((n) => operation('kernel', 'nearest-record', n, columns)),
    ),
  ]
  if (!sizes.goals) return made
  const known = new Set(made.map(({ kind, id }) => `${kind} ${id}`))
  const aims = goals.filter(({ kind, id }) => known.has(`${kind} ${id}`))
  const plain = made.filter((one) => !aims.some((goal) => sameSize(one, goal)))
  return [...plain, ...aims].sort(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compare(a.id, b.id) || a.d - b.d || a.n - b.n,
  )
}

const kinds = ['method', 'metric', 'kernel'] as const

function operation(kind: Operation['kind'], id: string, n: number, d: number): Operation {
  return { kind, id, n, d, params: {} }
}

function sameSize(a: Operation, b: Operation): boolean {
  return a.kind === b.kind && a.id === b.id && a.n === b.n && a.d === b.d
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
