import type { ExactImage } from './exact-image.js'
import {
  claimed,
  columnLength,
  isMissing,
  sameColumn,
  SdcError,
  takeColumn,
  type Column,
  type MaskedFile,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Registry,
} from '@sdc/core'
import { columnIn } from '../../bind/in-place.js'
import { extrasProblem } from '../../ground/extras-problem.js'
import { pluginFault } from '../../ground/plugin-faults.js'

/**
 * Checks a result against the traits of its method. There must be at least one file. Each requested column must be
 * there, of an allowed kind, and finite. Other columns are allowed only if the method adds some. The records must be as
 * its trait says. Returns the unchanged columns. Throws BAD_PLUGIN for a breach of the contract, BAD_PARAMETER for
 * infinite values.
 */
export function checkResult(
  registry: Registry,
  method: MaskingMethod,
  input: MaskInput<unknown>,
  result: MaskResult,
): string[] {
  const breach = (what: string, column?: string): never => {
    throw pluginFault(registry, method, { method: method.id, ...(column !== undefined && { column }) }, what)
  }
  if (!Array.isArray(result?.files) || result.files.length === 0) breach('it returned no file')
  const problem = extrasProblem({ ...result, columns: undefined })
  if (problem !== undefined) breach(problem)
  const stranger = result.protects?.find((name) => !input.data.names.includes(name))
  if (stranger !== undefined) breach(`it protects a column "${stranger}" that does not exist`, stranger)
  const unchanged = new Set<string>()
  for (const file of result.files) {
    if (!(file?.columns instanceof Map)) breach('it returned a file whose columns are not a Map')
    checkOrigin(method, input, file, breach)
    checkNames(method, input, file, breach)
    for (const name of checkColumns(method, input, file, breach)) unchanged.add(name)
  }
  return [...unchanged]
}

type Breach = (what: string, column?: string) => never

function checkOrigin(
  { traits }: MaskingMethod,
  { data }: MaskInput<unknown>,
  { origin }: MaskedFile,
  breach: Breach,
): void {
  if (origin === undefined) return
  if (!(origin instanceof Int32Array)) breach('its origin is not an Int32Array')
  const seen = new Uint8Array(data.rows)
  for (let i = 0; i < origin.length; i++) {
    const row = origin[i]
    if (row < -1 || row >= data.rows) breach(`its record ${i + 1} comes from record ${row + 1} of ${data.rows}`)
    if (traits.records === 'same' && row !== i) breach('it moved records although its trait records is same')
    if (traits.records !== 'subset') continue
    if (row < 0 || seen[row] === 1)
      breach(`its record ${i + 1} is new or occurs twice although its trait records is subset`)
    seen[row] = 1
  }
  if (traits.records === 'same' && origin.length !== data.rows)
    breach(`it returned ${origin.length} of ${data.rows} records although its trait records is same`)
}

function checkNames({ traits }: MaskingMethod, input: MaskInput<unknown>, file: MaskedFile, breach: Breach): void {
  const { household, person, wave } = input.roles
  // New persons have their own ids and times.
  const ofPersons = claimed(traits.claims.newPersons, input.params) ? [household, person, wave] : []
  for (const name of file.columns.keys()) {
    if (input.columns.includes(name) || ofPersons.includes(name)) continue
    if (traits.changes === 'unsafe' && input.roles.confidential.includes(name)) {
      checkBlanked(input, file, name, breach)
      continue
    }
    if (!traits.adds) breach(`it returned the unexpected column "${name}"`, name)
    const added = !input.data.names.includes(name) || name === input.roles.weight
    if (!added) breach(`it changed the unnamed column "${name}"`, name)
  }
  // With an origin, a column that is not named is copied with its record.
  if (traits.adds || file.origin) return
  for (const name of input.columns) if (!file.columns.has(name)) breach(`it did not return column "${name}"`, name)
}

/**
 * Checks a confidential column that the method was not to mask: a suppressed record may lose its value, and nothing
 * else may change.
 */
function checkBlanked({ data }: MaskInput<unknown>, file: MaskedFile, name: string, breach: Breach): void {
  const after = file.columns.get(name)
  if (!after) return breach(`it dropped the unnamed column "${name}"`, name)
  const before = file.origin ? takeColumn(data.column(name), file.origin) : data.column(name)
  if (!sameColumn(withMissingOf(before, after), after))
    breach(`it changed values of the unnamed column "${name}", which it may only suppress`, name)
}

function checkColumns(method: MaskingMethod, input: MaskInput<unknown>, file: MaskedFile, breach: Breach): string[] {
  const unchanged: string[] = []
  const rows = file.origin?.length ?? input.data.rows
  for (const [name, after] of file.columns) {
    if (after === null) continue
    const array = after.kind === 'numeric' ? after.values instanceof Float64Array : after.codes instanceof Int32Array
    if (!array) breach(`its column "${name}" has another type of array`, name)
    if (columnLength(after) !== rows)
      breach(`it returned ${columnLength(after)} values of "${name}" instead of ${rows}`, name)
    if (after.kind === 'categorical' && after.codes.some((code) => code < -1 || code >= after.levels.length))
      breach(`its column "${name}" has a code without a level`, name)
    if (after.kind === 'numeric') refuseInfinite(method.id, name, after.values)
    if (!input.columns.includes(name)) continue
    const before = input.data.column(name)
    const coarser = method.traits.kinds !== 'same' && before.kind === 'numeric'
    // A method on a masked file may convert classes of numbers back to numbers.
    const asOriginal = method.traits.postMasking && after.kind === input.original.column(name).kind
    if (after.kind !== before.kind && !coarser && !asOriginal)
      breach(`it made column "${name}" ${after.kind} although its trait kinds is ${method.traits.kinds}`, name)
    if (file.origin) continue
    const { postMasking } = method.traits
    const compared = postMasking ? columnIn(input.original.column(name), input.origin, input.original.rows) : before
    if (anyValue(compared) && sameColumn(compared, after)) unchanged.push(name)
  }
  return unchanged
}

/** A column with its cells missing if another column's are. */
function withMissingOf(column: Column, other: Column): Column {
  const kept = Int32Array.from({ length: columnLength(column) }, (_, i) => (isMissing(other, i) ? -1 : i))
  return takeColumn(column, kept)
}

function refuseInfinite(id: string, name: string, values: Float64Array): void {
  if (!hasInfinite(values)) return
  const message = `${id} made infinite values in column "${name}"`
  const fix = 'The values are too large for this method: scale the column first.'
  throw new SdcError('BAD_PARAMETER', message, { method: id, column: name }, fix)
}

function hasInfinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] === Infinity || values[i] === -Infinity) return true
  return false
}

/** Error of a column that its masking left unchanged. */
export function unchangedError(id: string, name: string, restored: boolean): SdcError {
  const message = restored
    ? `${id} restored the original values and order of column "${name}": the masking before it changed no rank`
    : `${id} left column "${name}" unchanged`
  const fix = restored ? 'Mask more strongly first.' : 'Choose stronger parameters, or leave the column out.'
  return new SdcError('UNCHANGED', message, { method: id, column: name }, fix)
}

/** Error of a masked column that is an exact function of the original values. */
export function imageError(id: string, name: string, image: ExactImage, inGroups = false): SdcError {
  const what = {
    linear: 'on a straight line with the original',
    monotone: 'in the order of the original, or in its reverse',
    'one-to-one': 'other labels of the original ones',
  }[image]
  const where = inGroups ? ' in each group' : ''
  const message = `${id} made column "${name}" an exact ${image} image: its values are all ${what}${where}`
  const fix = 'Choose stronger parameters, or leave the column out.'
  return new SdcError('UNCHANGED', message, { method: id, column: name }, fix)
}

function anyValue(column: Column): boolean {
  for (let i = 0; i < columnLength(column); i++) if (!isMissing(column, i)) return true
  return false
}
