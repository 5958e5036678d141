import type { RandomTableOptions } from '@sdc/tabular'

/** Case of a measurement: one table method on one made table, in a separate process. */
export interface TableCase {
  readonly name: string
  /** Options and seed of the table. */
  readonly made: RandomTableOptions
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  /** `protect` times the protection, `audit` the audit of its pattern alone, `both` one after the other. */
  readonly timed: 'protect' | 'audit' | 'both'
  /** Limits for the case. */
  readonly goal: { readonly seconds: number; readonly bytes?: number; readonly gapPercent?: number }
  /** True if it takes minutes. */
  readonly long?: true
  /** Left out if the case of this name has proved its pattern to be optimal: more time would not improve it. */
  readonly unlessProved?: string
}

/** Case of cell keys, which need records: their table is built first. */
export interface KeyCase {
  readonly name: string
  readonly records: number
  /** Number of levels of each dimension. */
  readonly levels: readonly number[]
  readonly goal: { readonly seconds: number }
  readonly long?: true
}

/** Four groups of five: 25 slices with the totals; by eleven and their total. */
const threeLevels = [[5, 5, 5, 5], 11] as const
/** A number of groups of equal size. */
const groups = (count: number, each: number): readonly number[] => Array.from({ length: count }, () => each)

/** One of twenty inner cells is sensitive, with protection levels of a fifth of its value on both sides. */
const twentieth = { sensitive: 0.05, percent: 20 }

/** Contributors of the large tables are made without singletons: two in each sensitive cell. */
export const tableCases: readonly TableCase[] = [
  {
    name: 'three levels by 11, exact',
    made: { dimensions: threeLevels, seed: 1, ...twentieth },
    method: 'tabular/exact-suppression',
    timed: 'protect',
    goal: { seconds: 2 },
  },
  ...[1, 2, 3].flatMap((seed): readonly TableCase[] => {
    const made = { dimensions: [40, 40], seed, ...twentieth }
    const exact = { made, method: 'tabular/exact-suppression', timed: 'protect' } as const
    return [
      {
        ...exact,
        name: `40 × 40, seed ${seed}, exact, 60 s`,
        params: { seconds: 60 },
        goal: { seconds: 62, gapPercent: 1 },
      },
      {
        ...exact,
        name: `40 × 40, seed ${seed}, exact, 300 s`,
        params: { seconds: 300 },
        goal: { seconds: 305, gapPercent: 0.5 },
        long: true,
        unlessProved: `40 × 40, seed ${seed}, exact, 60 s`,
      },
    ]
  }),
  {
    name: '40 × 40, seed 1, greedy',
    made: { dimensions: [40, 40], seed: 1, ...twentieth },
    method: 'tabular/greedy-suppression',
    timed: 'protect',
    goal: { seconds: 5 },
  },
  {
    name: '20,100 cells, two hierarchies, greedy',
    made: { dimensions: [groups(9, 10), groups(10, 19)], seed: 1, sensitive: 0.01, percent: 20 },
    method: 'tabular/greedy-suppression',
    timed: 'protect',
    goal: { seconds: 20 },
  },
  ...(['both', 'audit'] as const).map((timed): TableCase => ({
    name: `100,436 cells, two hierarchies, ${timed === 'both' ? 'greedy and its audit' : 'audit alone'}`,
    made: { dimensions: [groups(10, 20), groups(25, 18)], seed: 1, sensitive: 0.01, percent: 20 },
    method: 'tabular/greedy-suppression',
    timed,
    goal: timed === 'both' ? { seconds: 120, bytes: 2e9 } : { seconds: 10 },
    long: true,
  })),
]

/** A million people by four columns. */
export const keyCases: readonly KeyCase[] = [
  {
    name: 'cell keys, 1,000,000 records × 4 dimensions',
    records: 1_000_000,
    levels: [12, 10, 8, 6],
    goal: { seconds: 10 },
  },
]
