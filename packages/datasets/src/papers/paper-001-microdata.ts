import { categorical, dataset, numeric, type Dataset, type Rng } from '@sdc/core'
import { logNormalDistribution, normalDistribution, type Distribution } from '@sdc/stats/distributions'
import { log } from '@sdc/stats'
import { norta } from '../generators/norta.js'

/** A sub-group of the simulated file and its number of records, as in Table 2 of the paper. */
export interface Paper001Group {
  readonly gender: 0 | 1
  readonly marital: 0 | 1
  /** 1 to 6. */
  readonly age: number
  readonly records: number
}

// oxfmt-ignore
const sizes = [
  { gender: 0, marital: 0, records: [1220, 1181, 1193, 1162, 1159, 1181] },
  { gender: 0, marital: 1, records: [4672, 4723, 4671, 4719, 4635, 4650] },
  { gender: 1, marital: 0, records: [515, 468, 502, 511, 503, 464] },
  { gender: 1, marital: 1, records: [2019, 1968, 2044, 1940, 1960, 1940] },
] as const

/** The 24 sub-groups in the order of Table 2; 50,000 records in all. */
export const paper001Groups: readonly Paper001Group[] = sizes.flatMap(({ gender, marital, records }) =>
  records.map((count, a) => ({ gender, marital, age: a + 1, records: count })),
)

/** Within a sub-group: Home with Mortgage, Home with Net, Mortgage with Net. Inferred from Table 4. */
export const paper001Spearman: readonly (readonly number[])[] = [
  [1, 0.54, 0.62],
  [0.54, 1, 0.765],
  [0.62, 0.765, 1],
]

/** Shifts for each unit of the score of a sub-group. Inferred: they approximate the overall rows of Tables 3 and 4. */
const shift = { logHome: 1.4, logMortgage: 0.19, net: 0.42 }

/** Statistics of the score age + 4·gender − 4·marital over the 50,000 records. */
const score = { mean: 1.47862, sd: 2.96185 }

/**
 * Returns a replacement of the simulated file of Muralidhar & Sarathy (2007), §5.1, whose records and parameters are
 * not published. It has the categories Gender, Marital and Age, and Home, Mortgage and Net by NORTA within each of the
 * 24 sub-groups.
 *
 * Printed are the sub-groups' sizes; mean 2.872 and sd 8.643 of Home in the first; that Home and Mortgage are not
 * normal and positive, and Net is normal; and all correlations. (The text calls the relation of Mortgage and Net linear
 * in one place and non-linear in another; with these marginals it is monotone and curved, as in its Figure 5.) Inferred
 * are: Home log-normal with sdLog 1.519, which follows from mean and sd; Mortgage log-normal with sdLog .6; Net N(10,
 * 1). Their units are in no table.
 *
 * Spearman correlations within a sub-group are .54, .62 and .765, the same in all. Over the whole file the printed rank
 * correlations are higher, and Pearson's lower, than in nearly every sub-group. To reproduce this, sub-groups have
 * different locations: those of ln Home, ln Mortgage and Net shift by 1.4, .19 and .42 for each standard deviation of
 * the score age + 4·gender − 4·marital. The choice of sub-groups with high locations is free. Here these are small
 * ones; otherwise Pearson's correlations with Home are not as low as printed.
 *
 * Records are in the order of Table 2. The draws of a sub-group depend only on the source and its codes.
 */
export function paper001Microdata(rng: Rng): Dataset {
  const parts = paper001Groups.map((group) => {
    const stream = rng.child(`${group.gender}${group.marital}${group.age}`)
    return norta(group.records, marginalsOf(group), paper001Spearman, 'spearman', stream).columns
  })
  const codes = (of: (group: Paper001Group) => number): string[] =>
    paper001Groups.flatMap((group) => Array.from({ length: group.records }, () => String(of(group))))
  return dataset([
    ['Gender', categorical(codes((group) => group.gender))],
    ['Marital', categorical(codes((group) => group.marital))],
    [
      'Age',
      categorical(
        codes((group) => group.age),
        ['1', '2', '3', '4', '5', '6'],
      ),
    ],
    ...['Home', 'Mortgage', 'Net'].map((name, j) => [name, numeric(joined(parts.map((part) => part[j])))] as const),
  ])
}

function marginalsOf({ gender, marital, age }: Paper001Group): Distribution[] {
  const place = (codes: number): number => (codes - score.mean) / score.sd
  const own = place(age + 4 * gender - 4 * marital)
  const first = place(1)
  const sdLog = 1.519
  return [
    logNormalDistribution(log(2.872) - (sdLog * sdLog) / 2 + shift.logHome * (own - first), sdLog),
    logNormalDistribution(shift.logMortgage * own, 0.6),
    normalDistribution(10 + shift.net * own, 1),
  ]
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const values = new Float64Array(parts.reduce((total, part) => total + part.length, 0))
  let from = 0
  for (const part of parts) {
    values.set(part, from)
    from += part.length
  }
  return values
}
