import { dataset, numeric, numericValues, withColumns, type Dataset } from '@sdc/core'
import { paper000Masks, paper000Records, paper000Results, type Paper000Column, type Paper000Mask } from '@sdc/datasets'
import type { PaperOptions } from '../paper.js'
import { masked, measured, reverseMapped, tableOf } from '../run.js'

/** A step of the plan that makes one of this run's own masks. */
interface OwnStep {
  readonly use: string
  readonly given?: readonly string[]
  readonly params: Readonly<Record<string, unknown>>
}

/** Steps of this run's own masks, with the paper's parameters; the first of several imputations. */
export const ownSteps: Readonly<Record<Paper000Mask, OwnStep>> = {
  ADD: { use: 'noise/additive', params: { relativeVariance: 0.25 } },
  IMP: { use: 'linear/multiple-imputation', given: ['S'], params: {} },
  MIC: { use: 'microaggregation/individual-ranking', params: { k: 5 } },
  SWP: { use: 'swapping/rank-swap', params: { positions: 5 } },
}

/** A mask of X: before reverse mapping (Y; null if the mask permutes X itself) and after (Z). */
export interface Mask {
  readonly y: Float64Array | null
  readonly z: Float64Array
}

export interface Measures {
  /** Spearman's correlation of X and Z. */
  readonly xz: number | null
  /** Spearman's correlation of S and X, and of S and Z. */
  readonly sx: number
  readonly sz: number
  /** Records per change of rank, in the bins of Table 5. */
  readonly changes: readonly number[]
  readonly greatestChange: number
  /** Change of rank of every record. */
  readonly changeOf: Float64Array
}

/** A column of the paper's records. */
export function printedColumn(name: Paper000Column): Float64Array {
  return numericValues(paper000Records, name)
}

/** The file that is masked: S stays, X is masked. */
export const original: Dataset = dataset(
  (['S', 'X'] as const).map((name) => [name, numeric(printedColumn(name))] as const),
)

function withX(values: Float64Array): Dataset {
  return withColumns(original, new Map([['X', numeric(values)]]))
}

/** Z from a printed Y by the method `reverse-map/rank`. */
export async function mapBack({ registry, seed }: PaperOptions, y: Float64Array): Promise<Float64Array> {
  return numericValues(await reverseMapped(registry, original, withX(y), ['X'], seed), 'X')
}

/** X masked by a method, not mapped back. */
export async function maskX({ registry, seed }: PaperOptions, mask: Paper000Mask): Promise<Float64Array> {
  return numericValues(await masked(registry, original, [{ ...ownSteps[mask], columns: ['X'] }], seed), 'X')
}

/** This run's own masks, each mapped back; swapping permutes X itself, so mapping back changes nothing in it. */
export async function ownMasks(options: PaperOptions): Promise<ReadonlyMap<Paper000Mask, Mask>> {
  const masks = new Map<Paper000Mask, Mask>()
  for (const mask of paper000Masks) {
    const y = await maskX(options, mask)
    const steps = [{ ...ownSteps[mask], columns: ['X'] }, 'reverse-map/rank']
    const z = numericValues(await masked(options.registry, original, steps, options.seed), 'X')
    masks.set(mask, { y: mask === 'SWP' ? null : y, z })
  }
  return masks
}

/** Measures of a Z in the paper's tables, by the registered metrics. */
export async function measuresOf({ registry, seed }: PaperOptions, z: Float64Array): Promise<Measures> {
  const call = { registry, original, masked: withX(z), columns: ['X'], seed }
  const risk = await measured({ ...call, metric: 'risk/rank-correlation' })
  const loss = await measured({ ...call, given: ['S'], metric: 'loss/rank-correlation' })
  const level = await measured({ ...call, metric: 'permutation/level' })
  const pairs = tableOf(loss, 'pairs', 'loss/rank-correlation')
  const changes = tableOf(level, 'rank-change', 'permutation/level')
  const longest = original.rows - 1
  return {
    xz: risk.columns?.get('X') ?? null,
    sx: numericValues(pairs, 'original')[0],
    sz: numericValues(pairs, 'masked')[0],
    changes: paper000Results.table5.bins.map(({ label }) => numericValues(changes, label)[0]),
    greatestChange: numericValues(tableOf(level, 'summary', 'permutation/level'), 'max')[0],
    // The metric gives a record's change as a percentage of the longest way.
    changeOf: (level.records ?? new Float64Array(original.rows).fill(Number.NaN)).map((percent) =>
      Math.round((percent * longest) / 100),
    ),
  }
}
