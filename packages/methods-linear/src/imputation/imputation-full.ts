import { givenDesign, originalRow } from '@sdc/toolkit'
import { oneOrMore, SdcError, type MaskedFile, type MaskInput, type MaskResult, type Rng } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import { storedColumns } from '@sdc/stats/internal'
import { drawColumns, eachSet, fitChain, fitWarnings } from './imputation-fit.js'
import { otherCoordinates, type ImputationModel } from './imputation-model.js'
import { recordsAt, requireComplete, sampledUnits } from './imputation-records.js'

/** Ratio of frame to sample from which on the combining rules may ignore the sampled share. */
const LARGE_FRAME = 10

/**
 * Makes fully synthetic files. Each is a simple random sample without replacement of `records` of the N units of the
 * frame, in their order, with confidential values drawn by the model of the n sampled units. A sampled unit gets
 * synthetic values if it is drawn, too. The origin of a record is the unit whose given values it has.
 */
export function imputeFrame(
  input: MaskInput<unknown>,
  sets: number,
  records: number | undefined,
  method: string,
): MaskResult {
  const { columns: names, data } = input
  const sampled = sampledUnits(input, method)
  const size = records ?? sampled.length
  if (size > data.rows) {
    const message = `${size} records cannot be drawn without replacement from the ${data.rows} units of the frame`
    throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'records' }, 'Set a smaller number of records.')
  }
  requireComplete(input, input.given, method)
  const { columns: design, warnings } = givenDesign(input, method)
  const ofSampled = design.map((column) => Float64Array.from(sampled, (row) => column[row]))
  const model = fitChain(recordsAt(input, sampled), ofSampled, method)
  const coordinates = frameCoordinates(input, model, design, method)
  const files = eachSet(input, sets, (rng): MaskedFile => {
    const origin = drawUnits(data.rows, size, rng.child('units'))
    const own = coordinates.map((t) => Float64Array.from(origin, (row) => t[row]))
    return { columns: drawColumns(names, model, storedColumns(own, size), size, rng, input.bounds), origin }
  })
  return {
    files: oneOrMore(files),
    warnings: [...warnings, ...frameWarnings(data.rows, sampled.length), ...fitWarnings(names, model)],
  }
}

function frameCoordinates(
  input: MaskInput<unknown>,
  model: ImputationModel,
  design: readonly Float64Array[],
  method: string,
): readonly Float64Array[] {
  const { coordinates, outside } = otherCoordinates(model, design)
  if (!outside) return coordinates
  const row = originalRow(input, outside.first)
  const message =
    `${outside.records} units of the frame, the first record ${row}, have given values ` +
    `(${input.given.join(', ')}) whose effect no sampled record shows: a category that was not sampled, or ` +
    'columns that vary together in the sample'
  const fix = 'Leave these units out, recode the category, or condition on fewer columns.'
  throw new SdcError('TOO_FEW_RECORDS', message, { method, row }, fix)
}

/** Draws a simple random sample without replacement: `size` different numbers below `units`, ascending. */
function drawUnits(units: number, size: number, rng: Rng): Int32Array {
  return randomPermutation(units, rng).slice(0, size).sort()
}

function frameWarnings(units: number, sampled: number): string[] {
  if (units >= LARGE_FRAME * sampled) return []
  return [
    `the frame has ${units} units for a sample of ${sampled}, less than ten times as many: the combining ` +
      'rule of kind full assumes a large frame, and its intervals may be too short',
  ]
}
