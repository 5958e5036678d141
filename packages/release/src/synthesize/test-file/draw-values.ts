import { SdcError, type Column, type Rng } from '@sdc/core'
import type { TestColumn, TestNumbers } from './test-column.js'

/** Share of missing cells in a column with missing codes. */
export const MISSING_SHARE = 0.05

/** Largest number of draws of a number that is not a missing code. */
const MOST_DRAWS = 1000

/**
 * Draws a value of a column: uniform over its levels, or over the numbers from its least to its greatest.
 *
 * @param column - The column.
 * @param rng - Random numbers.
 * @returns A number, or the code of a level; NaN for a missing value.
 */
export function drawValue({ name, values, missing }: TestColumn, rng: Rng): number {
  if (values.kind === 'ids') return 0
  if (missing.length > 0 && rng.uniform() < MISSING_SHARE) return Number.NaN
  if (values.kind === 'levels') return rng.int(values.levels.length)
  for (let time = 0; time < MOST_DRAWS; time++) {
    const { low, high, scale } = values
    const value = shown(values, (low + Math.floor(rng.uniform() * (high - low + 1))) / scale)
    const steps = Math.round(value * scale)
    if (!values.isCode(value) && steps >= low && steps <= high) return value
  }
  const message = `the schema leaves no value for column "${name}": all that its bounds allow mean a missing value`
  throw new SdcError('BAD_PLAN', message, { column: name }, 'Correct min, max or missing.')
}

/** Rounds a number as the column shows it: to its step, a date to the parts that its format has. */
export function shown({ scale, format }: TestNumbers, value: number): number {
  const rounded = Math.round(value * scale) / scale
  const text = format?.print(rounded)
  return format === undefined || text === undefined ? rounded : format.parse(text)
}

/** Makes a column of drawn values. */
export function columnOf({ name, values }: TestColumn, drawn: Float64Array): Column {
  if (values.kind === 'numbers') return { kind: 'numeric', values: drawn, time: values.format?.kind }
  const codes = Int32Array.from(drawn, (code) => (Number.isNaN(code) ? -1 : code))
  if (values.kind === 'levels') return { kind: 'categorical', codes, levels: values.levels, ordered: values.ordered }
  if (!values.areTexts) return { kind: 'numeric', values: drawn.map((one) => one + 1) }
  const count = drawn.reduce((most, one) => Math.max(most, one + 1), 0)
  const levels = Array.from({ length: count }, (_, i) => `${name}-${i + 1}`)
  return { kind: 'categorical', codes, levels, ordered: false }
}
