import type { Dataset } from '@sdc/core'
import { congruentialRecords, madeRecords, type MadeRecords } from './made-records.js'

/** The rules, with their defaults: fewer than 3 people, or the p % rule with p = 15 for firms. */
export const acceptanceRules = { people: 'tabular/minimum-frequency', firms: 'tabular/p-percent' } as const

/** A table with its goals: maximum secondary cells and CPU seconds. */
export interface AcceptanceCase {
  readonly name: string
  /** The records; for the cases of Adult, from that file. */
  readonly records: (adult: Dataset | undefined) => MadeRecords
  readonly of: keyof typeof acceptanceRules
  /** Maximum number of secondary cells, if there is a limit, and CPU seconds with the audit. */
  readonly goal: { readonly secondary?: number; readonly cpuSeconds: number }
  /** True if it takes minutes. */
  readonly long?: true
  /** True if it needs adult.csv, which the project does not contain. */
  readonly adult?: true
}

const adultBy =
  (...names: readonly string[]) =>
  (adult: Dataset | undefined): MadeRecords => {
    if (!adult) throw new Error('this case needs adult.csv')
    return { data: adult, dimensions: names.map((name) => ({ name })) }
  }

/**
 * The generated tables have as many cells as the tables for which the goals were set, and about as many sensitive ones.
 */
export const acceptanceCases: readonly AcceptanceCase[] = [
  {
    name: 'people, 15 × 42 × 2, 6,000 records',
    records: () => congruentialRecords([15, 42, 2], 6000, 1),
    of: 'people',
    goal: { secondary: 345, cpuSeconds: 15 },
  },
  {
    name: 'people, Adult, age × country',
    records: adultBy('age', 'native-country'),
    of: 'people',
    goal: { secondary: 30, cpuSeconds: 10 },
    adult: true,
  },
  {
    name: 'people, 15 × 110 × 2, 132,277 records',
    records: () => madeRecords({ sides: [15, 110, 2], records: 132_277, seed: 1, skew: 3 }),
    of: 'people',
    goal: { secondary: 385, cpuSeconds: 20 },
  },
  {
    name: 'people, Adult, age × education × race',
    records: adultBy('age', 'education', 'race'),
    of: 'people',
    goal: { secondary: 1180, cpuSeconds: 24 },
    adult: true,
  },
  {
    name: 'people, 50 × 40 × 9',
    records: () => madeRecords({ sides: [50, 40, 9], records: 40_000, seed: 1, skew: 2 }),
    of: 'people',
    goal: { secondary: 2590, cpuSeconds: 56 },
  },
  {
    name: 'people, 100 × 90 × 10',
    records: () => madeRecords({ sides: [100, 90, 10], records: 180_000, seed: 1, skew: 2 }),
    of: 'people',
    goal: { secondary: 10_700, cpuSeconds: 200 },
    long: true,
  },
  {
    name: 'people, 10.6.5 × 5.4.3 × 2',
    records: () => madeRecords({ sides: [[10, 6, 5], [5, 4, 3], 2], records: 200_000, seed: 1, skew: 2 }),
    of: 'people',
    goal: { secondary: 25_700, cpuSeconds: 900 },
    long: true,
  },
  {
    name: 'firms, 135 × 16',
    records: () => madeRecords({ sides: [135, 16], records: 4_000, seed: 1, skew: 1.5, firms: 2_000 }),
    of: 'firms',
    goal: { secondary: 8, cpuSeconds: 12 },
  },
  {
    name: 'firms, 50 × 40 × 9',
    records: () => madeRecords({ sides: [50, 40, 9], records: 40_000, seed: 1, skew: 1.5, firms: 20_000 }),
    of: 'firms',
    goal: { secondary: 770, cpuSeconds: 195 },
    long: true,
  },
  {
    name: 'firms, few, 8.6.4 × 3.4 × 4',
    records: () => madeRecords({ sides: [[8, 6, 4], [3, 4], 4], records: 6_000, seed: 1, skew: 1, firms: 3_000 }),
    of: 'firms',
    goal: { cpuSeconds: 900 },
    long: true,
  },
]
