import { dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { eia } from '@sdc/datasets/eia'
import { exp } from '@sdc/stats'

/** A step of a plan, but for its columns. */
export interface MaskingStep {
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A masked file before the permutation search: its original, the columns that are masked, and how. */
export interface PermuteCase {
  readonly file: string
  readonly masking: string
  readonly steps: readonly MaskingStep[]
}

/** A file of the table, with the columns that are masked. */
export interface PermuteFile {
  readonly name: string
  readonly make: () => Dataset
  readonly columns: (data: Dataset) => readonly string[]
}

const back: MaskingStep = { use: 'reverse-map/rank', params: {} }

/** The maskings; those that change a marginal are reverse-mapped first. */
const maskings: readonly (readonly [name: string, steps: readonly MaskingStep[]])[] = [
  ['noise .1', [{ use: 'noise/additive', params: { relativeVariance: 0.1 } }, back]],
  ['noise .25', [{ use: 'noise/additive', params: { relativeVariance: 0.25 } }, back]],
  ['MDAV 5', [{ use: 'microaggregation/mdav', params: { k: 5 } }, back]],
  ['rank swapping 5', [{ use: 'swapping/rank-swap', params: { percent: 5 } }]],
  ['rank swapping 14', [{ use: 'swapping/rank-swap', params: { percent: 14 } }]],
  ['multiplicative .5', [{ use: 'noise/multiplicative', params: { halfWidth: 0.5 } }, back]],
  ['data shuffling', [{ use: 'copula/data-shuffling', params: {} }]],
]

/** The name of the file whose columns have heavy tails. */
export const heavyTailed = 'heavy-tailed'

/** The files: two public ones, and one that few records carry the covariances of. */
export const permuteFiles: readonly PermuteFile[] = [
  { name: 'census', make: census, columns: ({ names }) => names },
  { name: 'eia', make: eia, columns: ({ names }) => names.filter((name) => /(REVENUE|SALES)$/.test(name)) },
  { name: heavyTailed, make: () => logNormal(834, 13), columns: ({ names }) => names },
]

/** Every file with every masking. */
export const permuteCases: readonly PermuteCase[] = permuteFiles.flatMap(({ name }) =>
  maskings.map(([masking, steps]) => ({ file: name, masking, steps })),
)

/** Log-normal columns, σ = 2.5, whose logarithms have correlations of .5. */
export function logNormal(rows: number, columns: number): Dataset {
  const rng = seededRng('heavy-tailed')
  const normals = (name: string): Float64Array => {
    const values = new Float64Array(rows)
    rng.child(name).fillNormal(values)
    return values
  }
  const common = normals('common')
  return dataset(
    Array.from({ length: columns }, (_, j) => {
      const own = normals(`column ${j + 1}`)
      const values = own.map((value, i) => exp((2.5 * (common[i] + value)) / Math.SQRT2))
      return [`column ${j + 1}`, numeric(values)] as const
    }),
  )
}
