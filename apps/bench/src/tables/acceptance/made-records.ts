import {
  categorical,
  dataset,
  numeric,
  seededRng,
  type CategoricalColumn,
  type Dataset,
  type Taxonomy,
} from '@sdc/core'
import { exp } from '@sdc/stats'

/** Levels under the total of a dimension: a number, or `[10, 6, 5]`, ten groups of six groups of five. */
export type Sides = readonly (number | readonly number[])[]

/** Records of people or firms, and the hierarchies of their columns. */
export interface MadeRecords {
  readonly data: Dataset
  readonly dimensions: readonly { readonly name: string; readonly hierarchy?: Taxonomy | undefined }[]
}

/** Sizes, seed and skewness of generated records. */
export interface RecordsOptions {
  readonly sides: Sides
  readonly records: number
  readonly seed: number
  /** Skewness: the level of a draw u is ⌊levels·u^skew⌋; 1 is uniform, larger numbers favour the first levels. */
  readonly skew: number
  /** Number of firms that the records belong to, each with a value; undefined for records of people. */
  readonly firms?: number | undefined
}

/**
 * Draws records independently in each dimension; those of firms have a respondent and a value ⌊exp(4 + 1.2·Z)⌋ + 1.
 *
 * @param options - Dimensions, records, skew, seed, firms.
 * @returns The records, the same on every machine.
 */
export function madeRecords({ sides, records, seed, skew, firms }: RecordsOptions): MadeRecords {
  const rng = seededRng(seed)
  const made = sides.map((side, d) => ({ name: `d${d + 1}`, ...levelsOf(typeof side === 'number' ? [side] : side) }))
  const columns = made.map(({ name, leaves }): readonly [string, CategoricalColumn] => {
    const draws = rng.child(name)
    const codes = Int32Array.from({ length: records }, () => Math.floor(leaves.length * raised(draws.uniform(), skew)))
    return [name, { ...categorical([], leaves), codes }]
  })
  const dimensions = made.map(({ name, taxonomy }) => ({ name, ...(taxonomy && { hierarchy: taxonomy }) }))
  if (firms === undefined) return { data: dataset(columns), dimensions }
  const [who, amounts] = [rng.child('firms'), rng.child('values')]
  const respondent = categorical(Array.from({ length: records }, () => `firm ${who.int(firms)}`))
  const value = numeric(Float64Array.from({ length: records }, () => Math.floor(exp(4 + 1.2 * amounts.normal())) + 1))
  return { data: dataset([...columns, ['respondent', respondent], ['value', value]]), dimensions }
}

/** u to a whole or half power, the same on every machine. */
function raised(u: number, power: number): number {
  let raisedTo = Number.isInteger(power) ? 1 : Math.sqrt(u)
  for (let i = 0; i < Math.floor(power); i++) raisedTo *= u
  return raisedTo
}

/**
 * Draws people in three skewed dimensions by a linear congruential generator: level ⌊k·u²⌋ of k, one draw for each
 * dimension.
 *
 * @param levels - Number of levels of each dimension.
 * @param records - Number of records.
 * @param seed - Seed of the generator.
 * @returns The records.
 */
export function congruentialRecords(levels: readonly number[], records: number, seed: number): MadeRecords {
  let state = seed >>> 0
  const draw = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
  const codes = levels.map(() => new Int32Array(records))
  for (let i = 0; i < records; i++)
    levels.forEach((count, d) => {
      const u = draw()
      codes[d][i] = Math.floor(count * (u * u))
    })
  const columns = levels.map((count, d) => {
    const names = Array.from({ length: count }, (_, level) => `${'abc'[d]}${level}`)
    return [`d${d + 1}`, { ...categorical([], names), codes: codes[d] }] as const
  })
  return { data: dataset(columns), dimensions: columns.map(([name]) => ({ name })) }
}

/**
 * The leaves of a tree with these numbers of parts at every depth, and the parent of each; a flat one needs no
 * hierarchy.
 */
function levelsOf(parts: readonly number[]): { readonly leaves: readonly string[]; readonly taxonomy?: Taxonomy } {
  let leaves: readonly string[] = ['']
  const taxonomy = new Map<string, string | null>([['Total', null]])
  for (const count of parts)
    leaves = leaves.flatMap((above) =>
      Array.from({ length: count }, (_, i) => {
        const level = above === '' ? `${i + 1}` : `${above}.${i + 1}`
        taxonomy.set(level, above === '' ? 'Total' : above)
        return level
      }),
    )
  return { leaves, ...(parts.length > 1 && { taxonomy }) }
}
