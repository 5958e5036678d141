import { numericValues, option, SdcError, unknownColumn, type MaskInput } from '@sdc/core'
import type { SamplingParams } from './sampling-params.js'
import { unitsOf, type Units } from '@sdc/toolkit/internal'
import { recordUnits } from './units.js'

/** Units to draw: records, or the households or persons of the column with that role. */
export function sampledUnits({ data, roles, params: { unit } }: MaskInput<SamplingParams>, method: string): Units {
  if (unit === 'record') return recordUnits(data.rows)
  const column = roles[unit]
  if (column !== undefined && data.names.includes(column)) return unitsOf(data.column(column))
  const fix = `Name the column with their ids in a schema (role: ${unit}), or draw records.`
  const message = `the sample draws ${unit}s, but no column has the role ${unit}`
  throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'unit' }, fix)
}

/** The columns that form the strata; none where there are no strata. */
export function strataColumns(
  { data, params: { design, strata } }: MaskInput<SamplingParams>,
  method: string,
): readonly string[] {
  if (design !== 'stratified') return []
  const unknown = strata.find((name) => !data.names.includes(name))
  if (unknown !== undefined) throw unknownColumn(unknown, data.names)
  if (strata.length > 0) return [...new Set(strata)]
  const fix = `Name the columns that form them: ${option('set', 'strata=["region"]')}. By groups of their own: ${option('by')}.`
  throw new SdcError('BAD_PARAMETER', 'a stratified sample needs strata', { method, parameter: 'strata' }, fix)
}

/** Refuses parameters of stratified sampling for other designs: otherwise they would be ignored silently. */
export function refuseUnused(
  { design, strata, allocation, strataRecords, records }: SamplingParams,
  method: string,
): void {
  const given = Object.keys(strataRecords).length > 0
  const stray =
    design !== 'stratified' && strata.length > 0
      ? (['strata', `is for a stratified sample, but the design is ${design}`, 'Set design to stratified.'] as const)
      : given && (design !== 'stratified' || allocation !== 'given')
        ? (['strataRecords', 'is only for the allocation given', 'Set allocation to given, or leave it out.'] as const)
        : allocation === 'given' && records !== undefined
          ? ([
              'records',
              'is given together with strataRecords, which has the numbers',
              'Leave one of them out.',
            ] as const)
          : undefined
  if (stray === undefined) return
  const [parameter, what, fix] = stray
  throw new SdcError('BAD_PARAMETER', `${parameter} ${what}`, { method, parameter }, fix)
}

/** Column of the weights of a sample. */
export interface SampleWeights {
  readonly name: string
  /** Existing weights of the file, which are multiplied; undefined for a new column. */
  readonly before?: Float64Array | undefined
}

/**
 * Returns the column with the role weight, or a new one.
 *
 * @throws BAD_PARAMETER for a new name if weights exist, or the name of another column; NOT_NUMERIC for weights of
 *   text.
 */
export function sampleWeights(
  { data, roles, params: { weightName } }: MaskInput<SamplingParams>,
  method: string,
): SampleWeights {
  const { weight } = roles
  if (weight !== undefined && data.names.includes(weight)) {
    if (weightName === undefined || weightName === weight) return { name: weight, before: numericValues(data, weight) }
    const message = `the file has the weight "${weight}", which is multiplied, but weightName is "${weightName}"`
    const fix = 'Leave weightName out: a second column of weights would not stand for the population.'
    throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'weightName', column: weight }, fix)
  }
  const name = weightName ?? 'weight'
  if (!data.names.includes(name)) return { name }
  const place = { method, parameter: 'weightName', column: name }
  const fix =
    'If the column holds weights, give it the role weight in a schema. If not, set weightName to another name.'
  throw new SdcError('BAD_PARAMETER', `the file already has a column "${name}"`, place, fix)
}
