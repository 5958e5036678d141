import { dataset, fillByBlocks, numeric, type Dataset, type Rng } from '@sdc/core'
import { log } from '@sdc/stats'

/** The columns of the table below, in its order. */
// oxfmt-ignore
const names = [
  'observation', 'data set 1', 'data set 2', 'multiplier', 'masked 1', 'masked 2', 'rank of masked 1', 'rank of masked 2',
] as const

export type Paper002Column = (typeof names)[number]

/** Table 1 as printed. */
// oxfmt-ignore
const printed: readonly (readonly number[])[] = [
  [1, 1, 1001, 1.091, 1.091, 1092.361, 1, 7],
  [2, 11, 1011, 0.907, 9.981, 917.356, 2, 1],
  [3, 21, 1021, 1.004, 21.077, 1024.742, 3, 4],
  [4, 31, 1031, 1.003, 31.088, 1033.931, 4, 5],
  [5, 41, 1041, 1.09, 44.676, 1134.341, 5, 10],
  [6, 51, 1051, 1.051, 53.601, 1104.594, 6, 8],
  [7, 61, 1061, 0.929, 56.677, 985.814, 7, 2],
  [8, 71, 1071, 0.985, 69.964, 1055.371, 8, 6],
  [9, 81, 1081, 0.912, 73.901, 986.258, 9, 3],
  [10, 91, 1091, 1.015, 92.334, 1106.988, 10, 9],
]

/**
 * Table 1 of Domingo-Ferrer and Muralidhar (2016): two data sets, the second the first plus 1000, masked by the same
 * multipliers (uniform on .9 to 1.1). The multipliers are printed rounded; the masked values were made with the exact
 * ones.
 */
export const paper002Table1: Dataset = dataset(
  names.map((name, j) => [name, numeric(printed.map((record) => record[j]))] as const),
)

/** A normal or exponential attribute of Table 2, cut off at the printed least and greatest value. */
export interface Paper002Attribute {
  readonly name: string
  readonly law: 'exponential' | 'normal'
  readonly mean: number
  readonly variance: number
  readonly minimum: number
  readonly maximum: number
}

/** Table 2. The paper does not name the distributions: these have its mean, variance and ends. */
export const paper002Attributes: readonly Paper002Attribute[] = [
  { name: 'attribute 1', law: 'exponential', mean: 1, variance: 1, minimum: 0, maximum: 10 },
  { name: 'attribute 2', law: 'normal', mean: 1000, variance: 25, minimum: 980, maximum: 1020 },
  { name: 'attribute 3', law: 'normal', mean: 50, variance: 25, minimum: 30, maximum: 70 },
]

/**
 * Generates records with the attributes of Table 2, independent of each other; the paper's own 1000 are not published.
 *
 * @param rng - Source of the random numbers.
 * @param rows - Number of records.
 * @returns The file, a column for each attribute.
 */
export function paper002Microdata(rng: Rng, rows = 1000): Dataset {
  return dataset(
    paper002Attributes.map((attribute) => {
      const values = fillByBlocks(rng.child(attribute.name), new Float64Array(rows), (stream, part) => {
        for (let i = 0; i < part.length; i++) part[i] = within(attribute, stream)
      })
      return [attribute.name, numeric(values)] as const
    }),
  )
}

/** Draws until a value is between the printed ends. */
function within({ law, mean, variance, minimum, maximum }: Paper002Attribute, rng: Rng): number {
  for (;;) {
    const value = law === 'normal' ? mean + Math.sqrt(variance) * rng.normal() : -mean * log(1 - rng.uniform())
    if (value >= minimum && value <= maximum) return value
  }
}
