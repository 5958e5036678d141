import { asInfo, asWarning, numeric, option, SdcError, withColumns, type Dataset, type Message } from '@sdc/core'
import type { DescribedFile } from '@sdc/files/formats'
import { counted, type InputFile, type Outcome } from '@sdc/inspect'
import type { EncodeFile } from '@sdc/release'
import {
  CALIBRATION_STEPS,
  calibrateWeights,
  marginTotals,
  type Calibration,
  type CalibrationMethod,
  type FactorBounds,
} from '@sdc/stats/internal'
import { bindMargins, type BoundMargins } from './bind-margins.js'
import type { CalibratedMargin, CalibratedWeights } from './calibrated.js'
import { marginBlocks, readMargins, type MarginBlock } from './read-margins.js'
import { unitRows, weightUnits } from './unit-rows.js'
import { weightsOf, type NamedWeight } from './weights-of.js'

/** Options of `calibrateFile`. */
export interface CalibrateOptions extends NamedWeight {
  readonly method: CalibrationMethod
  /** Bounds of calibrated weight / weight; `logit` needs them. */
  readonly bounds?: FactorBounds | undefined
  readonly out?: string | undefined
  readonly encode: EncodeFile
  /** Receives the progress of the Newton steps, from 0 to 1. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Name of the weight column if the file has none. */
const NEW_WEIGHT = 'weight'

/**
 * Calibrates the weights of a file to known totals, and writes the file with them.
 *
 * @param source - The file, such as a masked sample.
 * @param margins - The totals, as `readMargins` reads them.
 * @param options - Distance, bounds and the weight; without a weight, equal ones are the start.
 * @returns The calibrated weights with their figures, and the file.
 * @throws The errors of `readMargins` and `bindMargins`; INFEASIBLE with the margin that no weights reach; BAD_OPTION
 *   for invalid bounds; TOO_FEW_RECORDS for an empty file
 */
export async function calibrateFile(
  source: DescribedFile,
  margins: InputFile,
  options: CalibrateOptions,
): Promise<Outcome<CalibratedWeights>> {
  const { method, bounds, out, encode, tick } = options
  checkBounds(method, bounds)
  const data = source.dataset
  if (data.rows === 0) throw new SdcError('TOO_FEW_RECORDS', 'the file has no records to calibrate')
  const blocks = marginBlocks(readMargins(margins), margins.name)
  const known = weightsOf(data, options)
  const { name, values: weights } = known ?? equalWeights(data, blocks)
  const bound = bindMargins(data, weights, blocks, margins.name)
  const totals = Float64Array.from(bound.margins, ({ total }) => total)
  const units = weightUnits(data, weights, options.schema)
  const start = units === undefined ? { rows: bound.rows, weights } : unitRows(bound.rows, weights, units)
  const found = calibrateWeights({ ...start, totals, method, bounds }, (steps) => tick?.(steps / CALIBRATION_STEPS))
  if (!found.found) throw notFound(found, bound, options, margins.name)
  const factors = units === undefined ? found.factors : Float64Array.from(units.units.ofRecord, (u) => found.factors[u])
  const calibrated = weights.map((weight, k) => (weight === 0 ? 0 : weight * factors[k]))
  const result: CalibratedWeights = {
    method,
    bounds,
    weight: name,
    unit: units?.role ?? 'record',
    records: data.rows,
    iterations: found.iterations,
    margins: marginsBeside(bound, weights, calibrated, found.redundant),
    factors: factorFacts(weights, factors, bounds),
    sum: { before: sumOf(weights), after: sumOf(calibrated) },
    designEffect: { before: designEffect(weights), after: designEffect(calibrated) },
    negative: calibrated.filter((weight) => weight < 0).length,
    belowOne: calibrated.filter((weight) => weight < 1).length,
  }
  const masked = withColumns(data, new Map([[name, numeric(calibrated)]]))
  const { content, losses } = await encode(source, masked, undefined, {})
  const began = [
    ...(known === undefined ? [asInfo(`column "${name}" is new: all records start with the same weight`)] : []),
    ...(units === undefined ? [] : [asInfo(`each ${units.role} (column "${units.column}") keeps one weight`)]),
  ]
  return {
    result,
    artefacts: [{ kind: 'masked', name: out, content }],
    messages: [...losses.map(asWarning), ...began, ...calibrationMessages(result)],
  }
}

/** Refuses bounds that exclude unchanged weights. */
function checkBounds(method: CalibrationMethod, bounds: FactorBounds | undefined): void {
  const example = option('bounds', '0.3,3')
  if (bounds === undefined && method === 'logit')
    throw new SdcError('BAD_OPTION', 'the logit distance needs bounds', { parameter: 'bounds' }, `Add ${example}.`)
  if (bounds === undefined || (bounds[0] >= 0 && bounds[0] < 1 && bounds[1] > 1 && bounds[1] < Infinity)) return
  const message = `bounds of the factors are ${bounds.join(' and ')}: the first must be from 0 to below 1, the second above 1`
  throw new SdcError('BAD_OPTION', message, { parameter: 'bounds' }, `For example ${example}.`)
}

/** Returns equal weights that add up to the first margin. */
function equalWeights(
  data: Dataset,
  blocks: readonly MarginBlock[],
): { readonly name: string; readonly values: Float64Array } {
  if (data.names.includes(NEW_WEIGHT)) {
    const fix = `If it holds the weights, name it (${option('weight', NEW_WEIGHT)}), or give it the role weight in a schema.`
    const message = `no column is named as the weight, and the file has a column "${NEW_WEIGHT}"`
    throw new SdcError('BAD_OPTION', message, { column: NEW_WEIGHT }, fix)
  }
  const size = blocks.find(({ isSum }) => !isSum)?.margins.reduce((sum, { total }) => sum + total, 0) ?? data.rows
  return { name: NEW_WEIGHT, values: new Float64Array(data.rows).fill(size / data.rows) }
}

function notFound(
  { why, margin, total }: Calibration & { readonly found: false },
  { margins }: BoundMargins,
  { method, bounds }: CalibrateOptions,
  file: string,
): SdcError {
  const { column, category, total: asked } = margins[margin]
  const what = category === null ? `the total of "${column}"` : `the total of "${column}", category "${category}"`
  const place = { file, column }
  if (why === 'inconsistent') {
    const message = `${what} is ${asked}, but the other totals imply ${total}`
    return new SdcError('INFEASIBLE', message, place, 'Correct it, or leave out one of the margins that overlap.')
  }
  const within = bounds === undefined ? '' : ` with factors from ${bounds[0]} to ${bounds[1]}`
  const message = `no weights were found that meet all totals${within}: ${what} is ${asked}, and ${total} was reached`
  const wider = bounds === undefined ? [] : ['widen the bounds']
  const linear = bounds === undefined && method === 'raking' ? ['try the linear method'] : []
  const fix = [...wider, ...linear, 'merge small categories in both files'].join(', or ')
  return new SdcError('INFEASIBLE', message, place, `${fix[0].toUpperCase()}${fix.slice(1)}.`)
}

function marginsBeside(
  { margins, rows }: BoundMargins,
  before: Float64Array,
  after: Float64Array,
  redundant: Uint8Array,
): CalibratedMargin[] {
  const [was, is] = [marginTotals(rows, before), marginTotals(rows, after)]
  return margins.map((margin, j) => ({ ...margin, before: was[j], after: is[j], redundant: redundant[j] === 1 }))
}

function factorFacts(
  weights: Float64Array,
  factors: Float64Array,
  bounds: FactorBounds | undefined,
): CalibratedWeights['factors'] {
  const used = factors.filter((_, k) => weights[k] > 0)
  const near = (end: number): number => used.filter((g) => Math.abs(g - end) <= 1e-9 * end).length
  return {
    min: used.reduce((least, g) => Math.min(least, g), Infinity),
    max: used.reduce((most, g) => Math.max(most, g), -Infinity),
    ...(bounds && { atLow: near(bounds[0]), atHigh: near(bounds[1]) }),
  }
}

function sumOf(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0)
}

/** Returns Kish's design effect of unequal weights, 1 + cv² = n Σw²/(Σw)². */
function designEffect(weights: Float64Array): number {
  const sum = sumOf(weights)
  // Scaled, so that no square overflows.
  return weights.length * weights.reduce((squares, weight) => squares + (weight / sum) * (weight / sum), 0)
}

function calibrationMessages({ negative, belowOne, margins }: CalibratedWeights): Message[] {
  const redundant = margins.filter((margin) => margin.redundant && margin.total !== 0).length
  const below = belowOne - negative
  return [
    ...(redundant > 0
      ? [asInfo(`${counted(redundant, 'total')} ${redundant === 1 ? 'follows' : 'follow'} from the others`)]
      : []),
    ...(negative > 0
      ? [
          asWarning(
            `${counted(negative, 'weight')} ${negative === 1 ? 'is' : 'are'} negative: use raking, or set ${option('bounds', '0,10')}`,
          ),
        ]
      : []),
    ...(below > 0 ? [asInfo(`${counted(below, 'weight')} from 0 to below 1: each stands for less than one unit`)] : []),
  ]
}
