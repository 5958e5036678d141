/** Facts about each column from the first pass over a file; steps are refused, rounded and bounded by them. */
import type { Column, ColumnAsRead, Totals } from '@sdc/core'
import { inRuns, mergedSteps, mergedTotals, stepTotals, totalsOfBlock, type StepTotals } from '@sdc/stats/internal'

export interface ColumnFacts extends Omit<ColumnAsRead, 'squares'>, StepTotals {
  readonly min: number
  readonly max: number
}

const VALUES = 10
const FIELDS = [
  'count',
  'missing',
  'first',
  'varies',
  'largest',
  'sum',
  'lost',
  'scale',
  'divisor',
  'firstMissing',
  'min',
  'max',
] as const
/** Number of numbers for the facts of one column. */
export const FACTS = FIELDS.length + VALUES

/** Codes as positions of categories in the order of the levels; NaN if missing. */
export function placesOf(codes: Int32Array): Float64Array {
  const places = new Float64Array(codes.length)
  for (let i = 0; i < codes.length; i++) places[i] = codes[i] < 0 ? Number.NaN : codes[i]
  return places
}

/** Facts of columns that are not rounded: the step of their values is not needed. */
const NO_STEP: Omit<StepTotals, 'largest'> = { scale: 0, divisor: 0, values: [] }

/** Facts of one block of a column, with those about its step if requested; for categories, facts of their codes. */
export function factsOfBlock(column: Column, first: number, stepped: boolean): ColumnFacts {
  const values = column.kind === 'numeric' ? column.values : placesOf(column.codes)
  const [missing, min, max] = inRuns(values, Float64Array.of(-1, Infinity, -Infinity), addBounds)
  const totals = totalsOfBlock(values)
  const step = stepped ? stepTotals(values, totals.largest) : NO_STEP
  return { ...step, ...totals, firstMissing: missing < 0 ? -1 : first + missing, min, max }
}

/**
 * Puts the index of the first missing value, and the least and greatest value, into the state. Missing categories have
 * the position NaN, too.
 */
function addBounds(values: Float64Array, from: number, end: number, state: Float64Array): void {
  let [missing, min, max] = [state[0], state[1], state[2]]
  for (let i = from; i < end; i++) {
    const value = values[i]
    if (value !== value && missing < 0) missing = i
    if (value < min) min = value
    if (value > max) max = value
  }
  state[0] = missing
  state[1] = min
  state[2] = max
}

export function mergedFacts(total: ColumnFacts, own: ColumnFacts): ColumnFacts {
  return {
    ...mergedSteps(total, own),
    ...mergedTotals(total, own),
    firstMissing: total.firstMissing >= 0 ? total.firstMissing : own.firstMissing,
    min: Math.min(total.min, own.min),
    max: Math.max(total.max, own.max),
  }
}

export function factsAsNumbers(facts: ColumnFacts): Totals {
  const numbers = new Float64Array(FACTS).fill(Number.NaN)
  FIELDS.forEach((field, k) => (numbers[k] = Number(facts[field])))
  numbers.set(facts.values, FIELDS.length)
  return numbers
}

export function factsFromNumbers(numbers: Float64Array): ColumnFacts {
  const at = (field: (typeof FIELDS)[number]): number => numbers[FIELDS.indexOf(field)]
  return {
    count: at('count'),
    missing: at('missing'),
    first: at('first'),
    varies: at('varies') === 1,
    largest: at('largest'),
    sum: at('sum'),
    lost: at('lost'),
    scale: at('scale'),
    divisor: at('divisor'),
    firstMissing: at('firstMissing'),
    min: at('min'),
    max: at('max'),
    values: [...numbers.subarray(FIELDS.length)].filter((value) => !Number.isNaN(value)),
  }
}
