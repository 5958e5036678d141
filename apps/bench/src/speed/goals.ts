import type { Goal, Operation } from './operation.js'

type Stated = Pick<Operation, 'kind' | 'id' | 'n' | 'd'> & { readonly goal: Goal }

/** The goals of the project, for the parameters of the grid and either distribution. */
export const goals: readonly Stated[] = [
  // Twice as fast as sdcMicro, which takes 0.0034 s where a sort takes 0.11 s.
  goal('method', 'microaggregation/mdav', 1_080, 5, { sorts: 0.015 }),
  goal('method', 'microaggregation/mdav', 10_000, 5, { sorts: 0.5 }),
  goal('method', 'microaggregation/mdav', 100_000, 5, { sorts: 8 }),
  goal('method', 'microaggregation/mdav', 100_000, 13, { sorts: 150 }),
  goal('method', 'microaggregation/mdav', 1_000_000, 5, { sorts: 280, bytes: 400e6 }),
  goal('method', 'microaggregation/optimal-univariate', 1_000_000, 1, { sorts: 1 }),
  goal('method', 'reverse-map/rank', 1_000_000, 1, { sorts: 1 }),
  goal('method', 'swapping/rank-swap', 1_000_000, 5, { sorts: 10 }),
  // Four times as fast as sdcMicro, which takes 17 s where a sort takes 0.11 s.
  goal('method', 'copula/data-shuffling', 1_000_000, 5, { sorts: 38 }),
  // 150,000 steps a second: 20,000 of them in 0.13 s, 1,000,000 in 6.7 s; and 1.5 million proposals a second, and a target
  // of 1e-4 in 15 s, where a sort takes 0.11 s.
  goal('method', 'optimize/post-mask', 1_080, 13, { sorts: 1.2 }),
  goal('method', 'optimize/post-mask', 100_000, 5, { sorts: 60 }),
  goal('method', 'optimize/permute', 1_080, 13, { sorts: 9 }),
  goal('method', 'optimize/permute', 1_000_000, 5, { sorts: 136 }),
  goal('method', 'categorical/pram', 10_000_000, 1, { sorts: 3 }),
  goal('kernel', 'nearest-record', 100_000, 4, { sorts: 3 }),
  goal('kernel', 'nearest-record', 100_000, 7, { sorts: 22 }),
  goal('kernel', 'nearest-record', 100_000, 13, { sorts: 75 }),
  goal('kernel', 'rank', 1_000_000, 1, { sorts: 0.5 }),
  goal('kernel', 'frequency-counts', 1_000_000, 7, { sorts: 0.3 }),
  goal('kernel', 'linear-sum-assignment', 1_080, 5, { sorts: 1.5 }),
]

/** Limits for a whole process that reads a CSV file and writes another. */
export interface FileGoal {
  /** Its CPU seconds relative to those of DuckDB reading and writing the same file. */
  readonly ratio?: number
  readonly stretchRatio?: number
  /** Peak resident memory. */
  readonly bytes: number
  readonly stretchBytes?: number
}

/** For files of 13 columns, five of them masked. */
export const fileGoals: readonly { readonly name: string; readonly n: number; readonly goal: FileGoal }[] = [
  { name: 'read and write, unchanged', n: 1_000_000, goal: { ratio: 1.5, stretchRatio: 1, bytes: 300e6 } },
  { name: 'noise/additive', n: 1_000_000, goal: { ratio: 2.5, stretchRatio: 1.5, bytes: 450e6 } },
  { name: 'swapping/rank-swap', n: 1_000_000, goal: { ratio: 3, stretchRatio: 2, bytes: 500e6 } },
  { name: 'microaggregation/individual-ranking', n: 1_000_000, goal: { ratio: 3, stretchRatio: 2, bytes: 500e6 } },
  { name: 'noise/additive', n: 10_000_000, goal: { bytes: 3e9, stretchBytes: 2e9 } },
]

function goal(kind: Operation['kind'], id: string, n: number, d: number, value: Goal): Stated {
  return { kind, id, n, d, goal: value }
}

/** Returns the operation with its goal, if there is one. */
export function withGoal(operation: Operation): Operation {
  const stated = goals.find(
    ({ kind, id, n, d }) => kind === operation.kind && id === operation.id && n === operation.n && d === operation.d,
  )
  return stated ? { ...operation, goal: stated.goal } : operation
}

/** Returns `goal 1 sorts met` or `goal 400 MB MISSED`; without a value, the goal alone. */
export function goalMark(word: 'goal' | 'stretch', text: string, value: number | null, most: number): string {
  return value === null ? `${word} ${text}` : `${word} ${text} ${value <= most ? 'met' : 'MISSED'}`
}
