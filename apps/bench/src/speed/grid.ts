import type { Registry } from '@sdc/core'
import { withGoal } from './goals.js'
import type { DataShape, Operation } from './operation.js'

/** Operations measured at all combinations of sizes, numbers of columns and distributions of the data. */
interface Entry extends Pick<Operation, 'kind' | 'id' | 'params'> {
  readonly n: readonly number[]
  readonly d: readonly number[]
  readonly data: readonly DataShape[]
}

const n = [1_080, 10_000, 100_000, 1_000_000]
const d = [2, 4, 5, 7, 13]
const data = ['normal', 'log-normal'] as const

const entries: readonly Entry[] = [
  { kind: 'method', id: 'microaggregation/mdav', params: { k: 5 }, n, d, data },
  { kind: 'method', id: 'microaggregation/optimal-univariate', params: { k: 5 }, n, d: [1], data },
  { kind: 'method', id: 'reverse-map/rank', params: {}, n, d: [1], data },
  { kind: 'method', id: 'swapping/rank-swap', params: {}, n, d, data },
  { kind: 'method', id: 'copula/data-shuffling', params: {}, n, d: [5], data },
  // Number of steps while E falls; after convergence the search for the nearest record would be skipped.
  {
    kind: 'method',
    id: 'optimize/post-mask',
    params: { target: 1e-12, maxSteps: 20_000 },
    n: [1_080],
    d: [13],
    data: ['census'],
  },
  {
    kind: 'method',
    id: 'optimize/post-mask',
    params: { target: 1e-12, maxSteps: 1_000_000 },
    n: [100_000],
    d: [5],
    data: ['normal'],
  },
  // Number of proposals, and a target; without limits, whose metrics have rows of their own.
  {
    kind: 'method',
    id: 'optimize/permute',
    params: { limits: [], target: 1e-6, maxProposals: 1_500_000 },
    n: [1_080],
    d: [13],
    data: ['census'],
  },
  {
    kind: 'method',
    id: 'optimize/permute',
    params: { limits: [], target: 1e-4 },
    n: [1_000_000],
    d: [5],
    data: ['normal'],
  },
  // One number a value, for any distribution of the data that categories are made from.
  { kind: 'method', id: 'categorical/pram', params: {}, n: [...n, 10_000_000], d: [1], data: ['uniform'] },
  { kind: 'kernel', id: 'nearest-record', params: {}, n, d, data },
  { kind: 'kernel', id: 'rank', params: {}, n, d: [1], data },
  { kind: 'kernel', id: 'sort-order', params: {}, n, d: [1], data },
  // Assigns n records to n others: n² costs.
  { kind: 'kernel', id: 'linear-sum-assignment', params: {}, n: [100, 1_080, 2_500], d: [5], data },
  // Its keys are codes, for any distribution of other data.
  { kind: 'kernel', id: 'frequency-counts', params: {}, n, d: [7], data: ['uniform'] },
]

/**
 * Microaggregation, swapping, searches and kernels at every size, alone; the sizes of one operation are consecutive,
 * ascending.
 */
export function gridOperations(registry: Registry): Operation[] {
  return known(registry).flatMap(({ kind, id, params, ...each }) =>
    each.data.flatMap((shape) =>
      each.d.flatMap((columns) =>
        each.n.map((records) => withGoal({ kind, id, params, data: shape, n: records, d: columns, alone: true })),
      ),
    ),
  )
}

/** Each operation once, at n records. */
export function smallGrid(registry: Registry, records: number): Operation[] {
  return known(registry).map(({ kind, id, params, ...each }) => ({
    kind,
    id,
    params,
    data: each.data[0],
    n: records,
    d: each.d.includes(5) ? 5 : each.d[0],
    alone: true,
  }))
}

/** Kernels, and the methods that are registered. */
function known(registry: Registry): Entry[] {
  const registered = new Set(registry.all('methods').map(({ id }) => id))
  return entries.filter(({ kind, id }) => kind === 'kernel' || registered.has(id))
}
