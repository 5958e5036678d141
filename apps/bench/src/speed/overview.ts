import type { Registry } from '@sdc/core'
import type { Operation } from './operation.js'

export interface OverviewSizes {
  readonly methods: readonly number[]
  readonly metrics: readonly number[]
}

export const overviewSizes: OverviewSizes = {
  methods: [1_080, 10_000, 100_000],
  metrics: [1_080, 10_000, 100_000, 1_000_000],
}

const columns = 5

/** Returns every registered method and metric with its defaults on artificial microdata, at every size. */
export function overviewOperations(registry: Registry, sizes: OverviewSizes = overviewSizes): Operation[] {
  const at = (kind: 'method' | 'metric', id: string, n: number): Operation => ({
    kind,
    id,
    data: 'artificial',
    n,
    d: columns,
    params: {},
  })
  return [
    ...registry.all('methods').flatMap(({ id }) => sizes.methods.map((n) => at('method', id, n))),
    ...registry.all('metrics').flatMap(({ id }) => sizes.metrics.map((n) => at('metric', id, n))),
  ]
}
