import {
  isMissing,
  listed,
  SdcError,
  unknownColumn,
  type Dataset,
  type Role,
  type Roles,
  type SingleRole,
} from '@sdc/core'
import { keyCodes } from '@sdc/toolkit'
import type { FileSchema } from '../plan/plan.js'
import { hierarchiesOf } from './hierarchies-of.js'
import { timesOf } from './times-of.js'

/**
 * Selects the columns of a file by role.
 *
 * @param data - The file.
 * @param schema - Roles of the columns.
 * @param wanted - Roles to select.
 * @returns The column names, in the order of the file.
 */
export function columnsWithRole(data: Dataset, schema: FileSchema | undefined, wanted: readonly Role[]): string[] {
  return data.names.filter((name) => {
    const role = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].role : undefined
    return role !== undefined && wanted.includes(role)
  })
}

/**
 * Returns the roles that a schema gives the columns of a file, for every method and metric.
 *
 * @param data - The file.
 * @param schema - Its schema.
 * @returns The column names by role, and the schema's hierarchies and rules.
 * @throws BAD_PLAN if two columns have a role for a single column. UNKNOWN_COLUMN if the file lacks a column.
 *   NOT_NUMERIC and WRONG_INPUT for an invalid sampling weight. BAD_HIERARCHY if a hierarchy rule does not fit its
 *   column.
 */
export function rolesOf(data: Dataset, schema: FileSchema | undefined): Roles {
  const weight = onlyColumn(data, schema, 'weight')
  if (weight !== undefined) checkWeight(data, weight)
  const times = timesOf(data, schema)
  const hierarchies = hierarchiesOf(data, schema)
  return {
    keys: columnsWithRole(data, schema, ['quasi-identifier']),
    confidential: columnsWithRole(data, schema, ['confidential']),
    given: columnsWithRole(data, schema, ['non-confidential']),
    identifiers: columnsWithRole(data, schema, ['identifier']),
    weight,
    household: onlyColumn(data, schema, 'household'),
    person: onlyColumn(data, schema, 'person'),
    wave: onlyColumn(data, schema, 'wave'),
    ...(times.size > 0 && { times }),
    items: columnsWithRole(data, schema, ['item']),
    knownItems: schema?.knownItems,
    ...(hierarchies.size > 0 && { hierarchies }),
    ...(schema?.rules && { rules: schema.rules }),
  }
}

/**
 * Refuses a file whose schema leaves open whether records or persons are counted: no column has the role person, and
 * values of a column with the role identifier repeat. Dates do not count.
 *
 * @param data - The original.
 * @param schema - Its roles. With `level: record` for the identifier, every record is one person.
 * @throws IDENTIFIER_REPEATS with the two possible answers. Cost: a sort a column of numbers.
 */
export function refuseRepeatedIdentifiers(data: Dataset, schema: FileSchema | undefined): void {
  if (columnsWithRole(data, schema, ['person']).length > 0) return
  const repeated = columnsWithRole(data, schema, ['identifier']).flatMap((name) => {
    const column = data.column(name)
    // Several persons may share a date.
    if (schema?.columns[name].level === 'record' || (column.kind === 'numeric' && column.time)) return []
    const codes = keyCodes(column).filter((code) => code >= 0)
    const values = new Set(codes).size
    return values === codes.length
      ? []
      : [{ name, text: `"${name}" repeats (${codes.length} records, ${values} values)` }]
  })
  if (repeated.length === 0) return
  const [{ name }] = repeated
  const texts = repeated.map(({ text }) => text).join(', ')
  const others = repeated.slice(1).map((one) => one.name)
  const message = `the identifier ${texts}: it is not clear whether a record is a person`
  const fix =
    `Set ${name}: { role: person } in the schema if equal values are one person (patient, firm); persons are ` +
    `then counted. Or set ${name}: { role: identifier, level: record } if every record is another person` +
    (others.length > 0 ? `; the same for ${listed(others)}.` : '.')
  throw new SdcError('IDENTIFIER_REPEATS', message, { column: name }, fix)
}

/** The column of a role that only one column can have. */
function onlyColumn(data: Dataset, schema: FileSchema | undefined, role: SingleRole): string | undefined {
  const named = Object.entries(schema?.columns ?? {}).flatMap(([name, column]) => (column.role === role ? [name] : []))
  if (named.length > 1) {
    const message = `the schema gives the role ${role} to several columns: ${named.join(', ')}`
    throw new SdcError(
      'BAD_PLAN',
      message,
      { column: named[1] },
      'Only one column can have it: remove it from the others.',
    )
  }
  const [name] = named
  if (name !== undefined && !data.names.includes(name)) {
    const { message, place, fix } = unknownColumn(name, data.names)
    throw new SdcError('UNKNOWN_COLUMN', `${message}, which has the role ${role} in the schema`, place, fix)
  }
  return name
}

function checkWeight(data: Dataset, name: string): void {
  const column = data.column(name)
  if (column.kind !== 'numeric') {
    const why = column.notNumeric ?? `it has ${column.levels.length} categories`
    const message = `column "${name}" has the role weight, but is not numeric: ${why}`
    throw new SdcError('NOT_NUMERIC', message, { column: name }, 'Correct its values, or its role in the schema.')
  }
  for (let i = 0; i < data.rows; i++) {
    if (!isMissing(column, i) && column.values[i] >= 0 && column.values[i] < Infinity) continue
    const what = isMissing(column, i) ? 'is missing' : `is ${column.values[i]}`
    const message = `the weight "${name}" of record ${i + 1} ${what}`
    const fix =
      'A sampling weight is the number of population members that a record represents: 0 or more, in every record.'
    throw new SdcError('WRONG_INPUT', message, { column: name, row: i + 1 }, fix)
  }
}
