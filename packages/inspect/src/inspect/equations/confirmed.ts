import type { DependentColumn } from '@sdc/stats/internal'
import { MARGIN, type Equation, type NumberColumn, type Term } from './equation.js'
import { productText, sumTexts } from './equation-text.js'
import { simpleSlope } from './simple-slope.js'

/** Share of the records in which an equation with exceptions must hold. */
const NEARLY_ALL = 0.99
/** Most terms of an equation: longer ones are not intended by anybody. */
const MOST_TERMS = 12

/** Greatest ratio of the slopes of dates. */
const MOST_TIMES = 12

/** Returns the sum with simple slopes if it holds in nearly all records; undefined otherwise. */
export function confirmedSum(
  { column, constant, terms }: DependentColumn,
  columns: readonly NumberColumn[],
  steps: readonly number[],
): Equation | undefined {
  const y = columns[column]
  if (terms.length > MOST_TERMS) return undefined
  const own = terms.map((term): Term => {
    const { column: place, slope } = term
    return { column: columns[place], place, slope: simpleSlope(slope) ?? slope, step: steps[place] }
  })
  const isSimpleSum = terms.every(({ slope }) => simpleSlope(slope) !== undefined)
  // A single column may have any slope, such as an exchange rate. Arbitrary slopes of several columns are a model, not
  // an equation.
  if (!isSimpleSum && own.length > 1) return undefined
  if (!isSensible([{ column: y, slope: -1 }, ...own])) return undefined
  const total = own.reduce(
    (sum, { slope, column: { values } }) => sum + Math.abs(slope) * largestOf(values),
    largestOf(y.values),
  )
  const half =
    steps[column] > 0 ? 0.5 * own.reduce((sum, { slope, step }) => sum + Math.abs(slope) * step, steps[column]) : 0
  const shift =
    Math.abs(constant) <= Math.max(half, 1e-9 * total) ? 0 : isSimpleSum ? roundedTo(constant, steps[column]) : constant
  // A copy is equal to the last digit.
  const room = own.length === 1 && own[0].slope === 1 ? 0 : half
  const found = held(
    y.values,
    own,
    (row) => own.reduce((sum, term) => sum + term.slope * term.column.values[row], shift),
    {
      exact: 1e-9 * total,
      room: Math.max(room, 1e-9 * total),
    },
  )
  return (
    found && {
      ...found,
      columns: [y.name, ...own.map((term) => term.column.name)],
      ...sumTexts({ column: y, place: column }, own, shift),
    }
  )
}

/**
 * Returns true for an equation without dates. Dates must be of one kind, and their slopes small integer multiples of
 * the least; a single date has a simple slope.
 */
function isSensible(terms: readonly Pick<Term, 'column' | 'slope'>[]): boolean {
  const times = terms.filter(({ column }) => column.time !== undefined)
  if (times.length === 0) return true
  const sizes = times.map(({ slope }) => Math.abs(slope))
  const least = Math.min(...sizes)
  const isWhole = (ratio: number): boolean => Number.isInteger(ratio) && ratio <= MOST_TIMES
  const isOneKind = times.every(({ column }) => column.time === times[0].column.time)
  return (
    isOneKind &&
    sizes.every((size) => isWhole(size / least)) &&
    terms.every(({ slope }) => simpleSlope(slope) !== undefined)
  )
}

/** Returns the product or ratio of two or three columns if it holds in nearly all records; undefined otherwise. */
export function confirmedProduct(
  { column, constant, terms }: DependentColumn,
  columns: readonly NumberColumn[],
  steps: readonly number[],
): Equation | undefined {
  const y = columns[column]
  const own = terms.map((term): Term => ({
    column: columns[term.column],
    place: term.column,
    slope: Math.round(term.slope),
    step: steps[term.column],
  }))
  const areWhole = terms.every(({ slope }, t) => Math.abs(slope - own[t].slope) < 0.01 && Math.abs(own[t].slope) === 1)
  if (!areWhole || own.length < 2 || own.length > 3 || Math.abs(constant) > 1e-3) return undefined
  const product = (row: number): number =>
    own.reduce((all, { slope, column: { values } }) => (slope > 0 ? all * values[row] : all / values[row]), 1)
  const exact = 1e-9 * largestOf(y.values)
  const found = held(y.values, own, product, { exact, room: Math.max(0.5001 * steps[column], exact) })
  return (
    found && {
      ...found,
      columns: [y.name, ...own.map((term) => term.column.name)],
      text: productText({ name: y.name, place: column }, own),
      rule: undefined,
    }
  )
}

/**
 * Counts the records in which an equation holds; undefined if these are not nearly all, or if too few records can show
 * it.
 */
function held(
  y: Float64Array,
  terms: readonly Term[],
  given: (row: number) => number,
  { exact, room }: { readonly exact: number; readonly room: number },
): Pick<Equation, 'holds' | 'of' | 'rounded'> | undefined {
  let [of, holds, toRounding] = [0, 0, 0]
  for (let i = 0; i < y.length; i++) {
    const rest = Math.abs(y[i] - given(i))
    if (rest !== rest) continue
    of++
    if (rest <= exact) holds++
    else if (rest <= room) toRounding++
  }
  const all = holds + toRounding
  if (of < MARGIN + terms.length || all < NEARLY_ALL * of) return undefined
  return { holds: all, of, rounded: toRounding > 0 }
}

function largestOf(values: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > largest) largest = Math.abs(values[i])
  return largest
}

function roundedTo(value: number, step: number): number {
  return step > 0 ? Number((Math.round(value / step) * step).toPrecision(12)) : value
}
