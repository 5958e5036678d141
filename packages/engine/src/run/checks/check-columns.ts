import {
  isMissing,
  kindOf,
  kindsText,
  numericValues,
  option,
  SdcError,
  type Column,
  type Dataset,
  type ErrorPlace,
  type Traits,
} from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import { sayCategorical } from '../../codes/codes-as-numbers.js'
import { countsText, missingCells, NAMED_IN_ERRORS, sizeText } from '../missing/missing-cells.js'

/**
 * Throws what a method's traits refuse: the kind of a column, and columns with nothing in them to mask.
 *
 * @param step - The step.
 * @param data - The file; its records are not read.
 * @param spreadOf - Returns the spread of a column.
 */
export function checkColumns(
  { method, columns, given }: BoundStep,
  data: Dataset,
  spreadOf: (name: string) => ReturnType<typeof valueSpread>,
): void {
  const { id, traits } = method
  const taker: Taker = { id, traits, does: 'masks', place: { method: id } }
  for (const name of columns) {
    checkKind(taker, data, name, columns)
    // New records may share a constant, which discloses nothing about a person.
    if (traits.adds || traits.changes === 'unsafe' || traits.records === 'synthetic') continue
    const spread = spreadOf(name)
    const fix = 'It has nothing to mask: leave it out of the columns.'
    if (spread === 'none')
      throw new SdcError('ALL_MISSING', `column "${name}" has no values`, { method: id, column: name }, fix)
    if (spread === 'one')
      throw new SdcError(
        'CONSTANT_COLUMN',
        `column "${name}" has the same value in every record`,
        { method: id, column: name },
        fix,
      )
  }
  checkGiven(taker, given)
}

/** A method that masks columns of some kinds, or a service that answers queries about them. */
export interface Taker {
  readonly id: string
  readonly traits: Pick<Traits, 'accepts' | 'missing' | 'given'>
  /** Its verb in a sentence: `masks`. */
  readonly does: string
  readonly place: ErrorPlace
}

/**
 * Refuses a column of a kind that is not accepted: NOT_NUMERIC, NOT_CATEGORICAL, NOT_ORDERED. The fix names all
 * `columns` that are used together.
 */
export function checkKind(taker: Taker, data: Dataset, name: string, columns: readonly string[] = [name]): void {
  const { id, traits, does } = taker
  const kind = kindOf(data.column(name))
  if (traits.accepts.includes(kind)) return
  const place = { ...taker.place, column: name }
  if (kind === 'numeric') {
    const numbers = columns.filter((one) => data.column(one).kind === 'numeric')
    const fix = `${sayCategorical(numbers)} Or choose a method for numbers.`
    throw new SdcError('NOT_CATEGORICAL', `column "${name}" is numeric, ${id} ${does} categories`, place, fix)
  }
  // Reason why the reader did not read it as numbers.
  const column = data.column(name)
  const forNumbers =
    !traits.accepts.includes('ordered') || (column.kind !== 'numeric' && column.notNumeric !== undefined)
  if (forNumbers && traits.accepts.includes('numeric') && !traits.accepts.includes('nominal')) numericValues(data, name)
  const message = `the categories of column "${name}" have ${kind === 'nominal' ? 'no' : 'an'} order, ${id} ${does} ${kindsText(traits.accepts)} columns`
  const fix = 'Set in a schema whether its levels are ordered, or choose another method (sdc methods).'
  throw new SdcError('NOT_ORDERED', message, place, fix)
}

/** Refuses given columns that cannot be used, and missing ones that are needed. */
export function checkGiven({ id, traits, does, place }: Taker, given: readonly string[]): void {
  if ((traits.given === 'required' || traits.given === 'keys') && given.length === 0) {
    const message = `${id} ${does} columns given others, but none is given`
    throw new SdcError('NO_COLUMNS', message, place, `Name them with ${option('given')}.`)
  }
  if (traits.given === 'unused' && given.length > 0) {
    const fix =
      does === 'masks'
        ? `Leave out ${option('given')}; to mask within groups use ${option('by')}.`
        : `Leave out ${option('given')}.`
    throw new SdcError('BAD_PLAN', `${id} does not condition on other columns`, place, fix)
  }
}

/** Refuses missing values with MISSING_VALUES if complete columns are needed. */
export function checkComplete({ id, traits, place }: Taker, data: Dataset, columns: readonly string[]): void {
  if (traits.missing !== 'refuse') return
  const cells = missingCells(data, columns)
  if (cells.length === 0) return
  const [{ column, first }] = cells
  const message = `missing values in ${sizeText(cells)}: ${countsText(cells, NAMED_IN_ERRORS)}; ${id} needs complete columns (the first is in record ${first + 1})`
  const fix = 'Leave these columns out, or complete them.'
  throw new SdcError('MISSING_VALUES', message, { ...place, column, row: first + 1 }, fix)
}

/** Number of distinct values of a column: none, one, or several. */
export function valueSpread(column: Column): 'none' | 'one' | 'several' {
  const values = column.kind === 'numeric' ? column.values : column.codes
  let seen: number | undefined
  for (let i = 0; i < values.length; i++) {
    if (isMissing(column, i)) continue
    if (seen === undefined) seen = values[i]
    else if (values[i] !== seen) return 'several'
  }
  return seen === undefined ? 'none' : 'one'
}
