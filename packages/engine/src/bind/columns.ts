import {
  maskedRoles,
  neverMaskedRoles,
  option,
  SdcError,
  unknownColumn,
  type Dataset,
  type MaskingMethod,
} from '@sdc/core'
import type { FileSchema, StepPlan } from '../plan/plan.js'
import { columnsWithRole } from './roles.js'

/**
 * Chooses the columns of a step or measurement, in the order in which they are named. By default: the columns with a
 * masked role.
 *
 * @param data - The file.
 * @param asked - Column names. `all` means every column except `besides` and those whose role is never masked
 *   (identifier, weight, household, person, wave).
 * @param schema - Roles of the columns.
 * @param besides - Given and group columns, which are not masked.
 * @returns The column names.
 * @throws NO_COLUMNS if none is named or has a masked role; BAD_PLAN if a masked column is also in `besides`;
 *   UNKNOWN_COLUMN and DUPLICATE_COLUMN.
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
    const fix = `Name them (${option('columns', data.names.slice(0, 2).join(','))}) or say ${option('columns', 'all')}, or give a schema with the roles of the columns.`
    throw new SdcError('NO_COLUMNS', 'no columns are named', {}, fix)
  }
  if (asked === 'all') {
    const left = [...besides, ...columnsWithRole(data, schema, neverMaskedRoles)]
    return data.names.filter((name) => !left.includes(name))
  }
  checkNames(data, asked)
  const both = asked.find((name) => besides.includes(name))
  if (both !== undefined) {
    throw new SdcError(
      'BAD_PLAN',
      `column "${both}" is named both to be masked and as a given or group column`,
      { column: both },
      'Name it once.',
    )
  }
  return [...asked]
}

/**
 * Columns that a step conditions on. By default, if the method conditions on columns: the non-confidential columns of
 * the schema that the step neither masks nor groups by. There are none if it masks `all`.
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
      throw new SdcError('DUPLICATE_COLUMN', `column "${name}" is named twice`, { column: name }, 'Name it once.')
  }
}

/** Sorted by code unit, the same on every machine. */
export function sorted(names: readonly string[]): string[] {
  return [...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
