/** Plan of all linear methods: in blocks by cross products, or the whole file, orthogonalised column by column. */
import { blockStream, numeric, numericValues, type Block, type Facts, type FileMasking, type MaskInput, type Masking, type MaskResult, type Plan, type Rng } from '@sdc/core' // oxfmt-ignore
import {
  identityColumns,
  linearRange,
  MANY_RECORDS,
  readFrom,
  residualsInSpan,
  residualsOn,
  unitNoiseOfBlock,
  whitenedResiduals,
  writtenOver,
  type LinearColumns,
  type RecordColumns,
  type WhiteSpan,
} from '@sdc/stats/internal'
import { maskedFile } from '@sdc/toolkit'
import {
  FEW_RECORDS,
  mergedColumnTotals,
  NEAR_COLUMNS,
  placeholders,
  readSpan,
  spanStart,
  sumsOfSpan,
  totalsOfColumns,
  valuesFor,
  type SpannedColumns,
} from '@sdc/toolkit/internal'
import { conditionalModel, type ConditionalModel, type Scores } from './conditional-model.js'
import { arraysOf, readModel, requireLinear, type DrawnColumns, type FileModel } from './file-model.js'
import { draws, exactDraws, plainScores, scaled, streamOf, type Draws } from './model-noise.js'

/** Draws, and the columns made of them. */
export interface ModelNoise extends Draws {
  /** Columns of the model with which the noise has no covariance. By default the draws are used unchanged. */
  readonly without?: 'given' | 'span'
  /** Makes columns of the model and the draws, which replace the draws. */
  made?(model: ConditionalModel, drawn: RecordColumns): RecordColumns
  /** True to keep the covariances of the made columns: only their regression on `without` is subtracted. */
  readonly isNotWhitened?: true
}

/** Masked columns of a model. */
export interface LinearMasking {
  readonly noise?: ModelNoise | undefined
  /**
   * Returns the masked columns, linear in those of the model and in the scores; undefined to leave values unchanged.
   */
  columns?(scores: RecordColumns): RecordColumns
  readonly warnings?: readonly string[]
}

/** Description of a linear method. */
export interface LinearMethod {
  readonly id: string
  /** True if it needs all records. */
  readonly isWhole?: boolean | undefined
  /** Draws that do not depend on the model, at least as many as are used: their products are summed early. */
  readonly early?: Draws | undefined
  /** Decides the masking of the columns of a model; throws if they cannot be masked. */
  masking(model: ConditionalModel): LinearMasking
}

/**
 * Plans a linear method.
 *
 * Many records are masked block by block. Few records, and columns that are nearly dependent, need the whole file.
 *
 * @param facts - Facts about the file.
 * @param method - The method.
 * @returns The plan.
 */
export function* linearPlan<P>(facts: Facts<P>, method: LinearMethod): Plan<Masking<P>> {
  const whole = (why?: string): FileMasking<P> => ({
    form: 'file',
    ...(why !== undefined && { why }),
    mask: (input) => maskWhole(input, method),
  })
  if (method.isWhole === true) return whole()
  if (facts.rows.masked < MANY_RECORDS) return whole(FEW_RECORDS)
  const { early } = method
  const file = yield* readModel(
    facts,
    method.id,
    early && keptColumns(early.count, (block) => drawsOfBlock(block, early, facts.rng)),
  )
  if (file === undefined) return whole(NEAR_COLUMNS)
  const { model } = file
  const { noise, columns, warnings = [] } = method.masking(model)
  const scored = yield* readScores(file, noise, facts.rng)
  if (scored === undefined) return whole(NEAR_COLUMNS)
  const { scores, from, spare = [] } = scored
  const masked = columns?.(scores)
  const valuesOf = (block: Block): Float64Array[] => {
    if (masked === undefined) return facts.columns.map((name) => numericValues(block.masked, name))
    const values = from.values(block)
    const over = spare.flatMap((one) => values.get(one) ?? [])
    return arraysOf(masked, values, block.masked.rows, over)
  }
  return {
    form: 'block',
    ...(from.derived && { derived: from.derived }),
    warnings: [...model.warnings, ...warnings],
    report: reportOf(model),
    mask(block) {
      const names = facts.columns
      return { columns: new Map(valuesOf(block).map((values, j) => [names[j], numeric(values)])) }
    },
  }
}

const reportOf = ({ factors }: ConditionalModel): ReadonlyMap<string, number> => new Map([['rank', factors.count]])

/**
 * Result of a method that masks by a model.
 *
 * @param model - The model.
 * @param masked - Masked columns, in its order.
 * @param warnings - Further warnings.
 * @returns The masked file; the report has the rank of K.
 */
export function maskedModel(
  model: ConditionalModel,
  masked: readonly Float64Array[],
  warnings: readonly string[] = [],
): MaskResult {
  return { ...maskedFile(model.names, masked, [...model.warnings, ...warnings]), report: reportOf(model) }
}

/** Draws the values of one block. */
function drawsOfBlock({ index, masked }: Block, own: Draws, rng: Rng): Float64Array[] {
  const { count, law = 'normal' } = own
  if (law === 'bootstrap') throw new TypeError('a bootstrap draws from all records')
  const columns = Array.from({ length: count }, (_, k) =>
    unitNoiseOfBlock(masked.rows, law, blockStream(streamOf(own, rng, k), index)),
  )
  return scaled(columns, own)
}

/** Columns that several passes read. */
function keptColumns(count: number, of: (block: Block) => readonly Float64Array[]): DrawnColumns {
  const columns = placeholders(count)
  return {
    columns,
    derived: [{ name: 'noise', reads: 'masked', of }],
    values: (block) => valuesFor(columns, block.derived?.[0] ?? []),
  }
}

function withDrawn(from: SpannedColumns, { derived, values }: SpannedColumns): SpannedColumns {
  return { derived, values: (block) => new Map([...from.values(block), ...values(block)]) }
}

/** Scores of a model, and the columns that they are linear in. */
interface ScoresInBlocks {
  readonly scores: LinearColumns
  readonly from: SpannedColumns
  /** Placeholders of columns that are made again for each block. */
  readonly spare?: readonly Float64Array[]
}

/** Reads the sums that make the noise exact; undefined if cross products are not accurate enough. */
function* readScores(file: FileModel, noise: ModelNoise | undefined, rng: Rng): Plan<ScoresInBlocks | undefined> {
  const { model, from } = file
  if (noise === undefined || noise.count === 0) return { scores: identityColumns([], model.n), from }
  if (noise.without === undefined) {
    const columns = placeholders(noise.count)
    const values: SpannedColumns['values'] = (block) => valuesFor(columns, drawsOfBlock(block, noise, rng))
    return { scores: identityColumns(columns, model.n), from: withDrawn(from, { values }), spare: columns }
  }
  const base = requireLinear(model[noise.without])
  if (file.drawn.length > 0) {
    const start = spanStart(base, file.drawn.slice(0, noise.count))
    const span = yield* readSpan(start, from, sumsOfSpan(file.sums, file.read, start))
    return span && scoresIn(span, base, noise, from)
  }
  const made = madeColumns(file, noise, rng)
  const all = withDrawn(from, made)
  const { derived = [] } = made
  const [totals] = yield [
    {
      reads: 'masked',
      derived,
      of: (block) => totalsOfColumns(block.derived?.[0] ?? []),
      merge: mergedColumnTotals,
    },
  ]
  const span = yield* readSpan(spanStart(base, made.columns, totals), all)
  return span && scoresIn(span, base, noise, all)
}

/** Returns residuals on the base; undefined if white ones are needed and some depend on each other. */
function scoresIn(
  span: WhiteSpan,
  base: LinearColumns,
  { isNotWhitened }: ModelNoise,
  from: SpannedColumns,
): ScoresInBlocks | undefined {
  if (isNotWhitened === true) return { scores: requireLinear(residualsInSpan(span, base.count)), from }
  if (span.dependent.length > 0) return undefined
  return { scores: linearRange(span, base.count, span.count), from }
}

/** Makes columns of draws and the model, block by block. */
function madeColumns({ model, from }: FileModel, noise: ModelNoise, rng: Rng): DrawnColumns {
  const { made } = noise
  if (made === undefined) return keptColumns(noise.count, (block) => drawsOfBlock(block, noise, rng))
  const { count } = made(model, identityColumns(placeholders(noise.count), model.n))
  return keptColumns(count, (block) => {
    const values = from.values(block)
    const { rows } = block.masked
    const [fit, factors] = [model.fit, model.factors].map((one) => readFrom(requireLinear(one), values, rows))
    const drawn = drawsOfBlock(block, noise, rng)
    return writtenOver(drawn, made({ ...model, fit, factors }, identityColumns(drawn, rows)))
  })
}

function maskWhole<P>(input: MaskInput<P>, { id, masking }: LinearMethod): MaskResult {
  const model = conditionalModel(input, id)
  input.tick(0.3)
  const own = masking(model)
  return maskedModel(model, maskedColumns(model, own, input.rng, id), own.warnings)
}

/**
 * Masks the columns of a model that is in memory.
 *
 * @param model - The model.
 * @param masking - Masking of its columns.
 * @param rng - Source of the draws.
 * @param method - Id of the method, for the messages.
 * @returns The masked columns.
 */
export function maskedColumns(
  model: ConditionalModel,
  { noise, columns }: LinearMasking,
  rng: Rng,
  method: string,
): Float64Array[] {
  const { scores, spare } = wholeScores(model, noise, rng, method)
  return columns ? writtenOver(spare, columns(scores)) : model.columns.map((column) => column.slice())
}

function wholeScores(model: ConditionalModel, noise: ModelNoise | undefined, rng: Rng, method: string): Scores {
  if (noise === undefined || noise.count === 0) return plainScores(model, [])
  if (noise.without === undefined) return plainScores(model, draws(model, noise, rng))
  const base = model[noise.without]
  const { made, isNotWhitened = false } = noise
  if (made === undefined && !isNotWhitened) return exactDraws(model, noise, base, rng, method)
  const drawn = draws(model, noise, rng)
  const spare = made ? writtenOver(drawn, made(model, plainScores(model, drawn).scores)) : drawn
  return { scores: isNotWhitened ? residualsOn(spare, base) : whitenedResiduals(spare, base), spare }
}
