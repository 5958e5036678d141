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
 * The columns that a step or measurement is about, in the order they were named. `all` means every column except
 * `besides` and those that are never masked by role (identifier, weight, household, person, wave). By default: the
 * columns with a masked role.
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
      throw new SdcError('DUPLICATE_COLUMN', `column "${name}" is named twice`, { column: name }, 'Name it once.')
  }
}

/** Sorted by code unit, the same on every machine. */
export function sorted(names: readonly string[]): string[] {
  return [...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
