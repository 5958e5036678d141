import {
  isMissing,
  maskedRoles,
  numericValues,
  SdcError,
  unknownColumn,
  type Column,
  type Dataset,
  type MaskingMethod,
  type Role,
} from '@sdc/core'
import type { FileSchema, StepPlan } from '../documents/plan.js'

/** The names of a file's columns that have one of these roles. */
export function columnsWithRole(data: Dataset, schema: FileSchema | undefined, wanted: readonly Role[]): string[] {
  return data.names.filter((name) => {
    const role = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].role : undefined
    return role !== undefined && wanted.includes(role)
  })
}

/** Columns that hold no answer of anybody: `all` leaves them out where a schema says so. */
const neverMasked: readonly Role[] = ['identifier', 'weight', 'household']

/**
 * The columns that a step or measurement is about, in the order they were named.
 * `all` is every column but those of `besides` and those that the schema calls identifier, weight or household; nothing
 * is the columns with a role that is masked.
 */
export function chooseColumns(
  data: Dataset,
  asked: 'all' | readonly string[] | undefined,
  schema: FileSchema | undefined,
  besides: readonly string[],
): string[] {
  checkNames(data, besides)
  if (asked === undefined || (asked !== 'all' && asked.length === 0)) {
    const byRole = columnsWithRole(data, schema, maskedRoles).filter((name) => !besides.includes(name))
    if (byRole.length > 0) return byRole
    const advice = `Name them (--columns ${data.names.slice(0, 2).join(',')}) or say --columns all, or give a schema with the roles of the columns.`
    throw new SdcError('NO_COLUMNS', 'nothing says which columns to use', {}, advice)
  }
  if (asked === 'all') {
    const left = [...besides, ...columnsWithRole(data, schema, neverMasked)]
    return data.names.filter((name) => !left.includes(name))
  }
  checkNames(data, asked)
  const both = asked.find((name) => besides.includes(name))
  if (both !== undefined) {
    throw new SdcError(
      'BAD_PLAN',
      `column "${both}" is to be masked and to be conditioned or grouped by`,
      { column: both },
      'Name it once.',
    )
  }
  return [...asked]
}

/**
 * The columns that a step conditions on: those it names; else, where its method conditions on columns, the ones that a
 * schema calls non-confidential and the step neither masks (`all` masks them too) nor groups by.
 */
export function givenColumns(
  { traits }: MaskingMethod,
  { given, columns, by }: Pick<StepPlan, 'given' | 'columns' | 'by'>,
  data: Dataset,
  schema: FileSchema | undefined,
): string[] {
  if (given !== undefined) return [...given]
  if ((traits.given !== 'optional' && traits.given !== 'required') || columns === 'all') return []
  const besides = [...(columns ?? []), ...by]
  return columnsWithRole(data, schema, ['non-confidential']).filter((name) => !besides.includes(name))
}

/** Throws UNKNOWN_COLUMN and DUPLICATE_COLUMN. */
export function checkNames(data: Dataset, columns: readonly string[]): void {
  for (const [i, name] of columns.entries()) {
    if (!data.names.includes(name)) throw unknownColumn(name, data.names)
    if (columns.indexOf(name) !== i)
      throw new SdcError('DUPLICATE_COLUMN', `column "${name}" is named twice`, { column: name })
  }
}

/** Sorted by code unit, the same on every machine. */
export function sorted(names: readonly string[]): string[] {
  return [...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** Throws what a method's traits refuse: the kind of a column, missing values, columns with nothing in them to mask. */
export function checkColumns(
  method: MaskingMethod,
  data: Dataset,
  columns: readonly string[],
  given: readonly string[],
): void {
  const { id, traits } = method
  for (const name of columns) {
    const column = data.column(name)
    if (traits.columns === 'numeric') numericValues(data, name)
    if (traits.columns === 'categorical' && column.kind === 'numeric') {
      const advice = 'Declare it as categorical in a schema (kind: categorical), or choose a method for numbers.'
      throw new SdcError(
        'NOT_CATEGORICAL',
        `column "${name}" is numeric, ${id} masks categories`,
        { method: id, column: name },
        advice,
      )
    }
    const spread = valueSpread(column)
    const advice = 'There is nothing in it to mask: leave it out of the columns.'
    if (spread === 'none')
      throw new SdcError('ALL_MISSING', `column "${name}" has no value at all`, { method: id, column: name }, advice)
    if (spread === 'one')
      throw new SdcError(
        'CONSTANT_COLUMN',
        `column "${name}" has the same value in every record`,
        { method: id, column: name },
        advice,
      )
  }
  if ((traits.given === 'required' || traits.given === 'keys') && given.length === 0) {
    throw new SdcError(
      'NO_COLUMNS',
      `${id} masks columns given others, and none is given`,
      { method: id },
      'Name them with --given.',
    )
  }
  if (traits.given === 'unused' && given.length > 0) {
    throw new SdcError(
      'BAD_PLAN',
      `${id} does not condition on other columns`,
      { method: id },
      'Leave out --given; to mask within groups use --by.',
    )
  }
  if (traits.missing === 'refuse') for (const name of [...columns, ...given]) refuseMissing(id, data, name)
}

function refuseMissing(id: string, data: Dataset, name: string): void {
  const column = data.column(name)
  let first = -1
  let count = 0
  for (let i = 0; i < data.rows; i++) {
    if (!isMissing(column, i)) continue
    if (first < 0) first = i
    count += 1
  }
  if (count === 0) return
  const message = `column "${name}" has ${count} missing value${count > 1 ? 's' : ''}, the first in record ${first + 1}; ${id} needs complete columns`
  const advice = 'Leave out the column, complete it, or choose a method that keeps missing values (sdc methods).'
  throw new SdcError('MISSING_VALUES', message, { method: id, column: name, row: first + 1 }, advice)
}

/** Whether a column has no value, one and the same value, or several. */
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
