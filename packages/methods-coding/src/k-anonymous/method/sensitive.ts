import { kindOf, option, SdcError, unknownColumn, type Column, type Dataset, type Roles } from '@sdc/core'
import { sensitiveValues } from '@sdc/toolkit'
import { columnHierarchy, TOP, type ColumnHierarchy, type HierarchyLevel } from '@sdc/toolkit/internal'
import { keyWithMissing } from './keys.js'
import type { Condition, Sensitive } from '../classes/problem.js'

/** Distance between two sensitive values. */
export type Distance = 'auto' | 'equal' | 'ordered' | 'hierarchical'

/** Conditions on the sensitive columns of every class. */
export interface Wanted {
  readonly sensitive: readonly string[]
  readonly l?: number | undefined
  readonly model: 'distinct' | 'entropy' | 'recursive'
  readonly c: number
  readonly t?: number | undefined
  readonly distance: Distance
}

/**
 * Returns the sensitive columns with the conditions on every class.
 *
 * @param data - The file, whose distribution classes are compared with.
 * @param keys - The columns that are recoded.
 * @param wanted - ℓ, t and the columns; if none is named, those with the role confidential.
 * @param roles - Roles and hierarchies.
 * @param method - Id of the method, for error messages.
 * @returns An empty list if neither ℓ nor t is given.
 * @throws BAD_PARAMETER for a sensitive column that is a key, for ℓ or t without a sensitive column, for sensitive
 *   columns without ℓ or t, and for a hierarchical distance without a hierarchy; UNKNOWN_COLUMN; NOT_ORDERED;
 *   BAD_HIERARCHY
 */
export function sensitiveOf(
  data: Dataset,
  keys: readonly string[],
  wanted: Wanted,
  roles: Roles,
  method: string,
): Sensitive[] {
  const { l, t } = wanted
  const place = { method, parameter: 'sensitive' }
  for (const name of wanted.sensitive) {
    if (!data.names.includes(name)) {
      const { fix } = unknownColumn(name, data.names)
      throw new SdcError('UNKNOWN_COLUMN', `there is no confidential column "${name}"`, { ...place, column: name }, fix)
    }
  }
  const named = wanted.sensitive.length > 0 ? wanted.sensitive : roles.confidential
  const asked = l !== undefined || t !== undefined
  const key = asked || wanted.sensitive.length > 0 ? named.find((name) => keys.includes(name)) : undefined
  if (key !== undefined) {
    const message = `column "${key}" is both a confidential column and a quasi-identifier`
    const fix = 'Use the column as one of the two: an intruder who knows a quasi-identifier learns nothing from it.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, column: key }, fix)
  }
  if (!asked && wanted.sensitive.length > 0) {
    const message = `confidential columns are named (${wanted.sensitive.join(', ')}), but neither l nor t is set`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      place,
      'Set l (values in every class) or t (t-closeness), or leave them out.',
    )
  }
  if (!asked) return []
  if (named.length === 0) {
    const message = `${l === undefined ? 't' : 'l'} needs a confidential column, and there is none`
    const fix = 'Name them (sensitive), or give columns the role confidential in a schema.'
    throw new SdcError('BAD_PARAMETER', message, place, fix)
  }
  return named.map((name) => sensitiveColumn(name, data.column(name), wanted, roles, method))
}

function sensitiveColumn(name: string, column: Column, wanted: Wanted, roles: Roles, method: string): Sensitive {
  const { l, model, c, t } = wanted
  const diversity: Condition[] = l === undefined ? [] : [model === 'recursive' ? { model, c, l } : { model, l }]
  const distance = t === undefined ? 'equal' : distanceOf(name, column, wanted.distance, roles, method)
  const conditions: Condition[] = [...diversity, ...(t === undefined ? [] : [{ model: distance, t }])]
  const rows = roles.hierarchies?.get(name)
  if (distance === 'hierarchical' && rows !== undefined) {
    const place = { method, column: name }
    const { codes, levels } = keyWithMissing(name, withTop(columnHierarchy(column, rows, place)))
    return { column: name, codes, size: levels[0].classOf.length, hierarchy: { codes, levels }, conditions }
  }
  const { codes, levels: size } = sensitiveValues(column)
  return { column: name, codes, size, conditions }
}

function distanceOf(
  name: string,
  column: Column,
  asked: Distance,
  { hierarchies }: Roles,
  method: string,
): Exclude<Distance, 'auto'> {
  const place = { method, parameter: 'distance', column: name }
  const kind = kindOf(column)
  if (asked === 'auto')
    return kind !== 'numeric' && hierarchies?.has(name) ? 'hierarchical' : kind === 'nominal' ? 'equal' : 'ordered'
  if (asked === 'hierarchical' && !hierarchies?.has(name)) {
    const message = `column "${name}" has no hierarchy, which distance: hierarchical needs`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      place,
      `Give it one (${option('hierarchy')}), or choose another distance.`,
    )
  }
  if (asked === 'ordered' && kind === 'nominal') {
    const message = `the categories of column "${name}" have no order, which distance: ordered needs`
    const fix = 'Give its levels in their order in a schema (levels, ordered: true); alphabetical order does not count.'
    throw new SdcError('NOT_ORDERED', message, place, fix)
  }
  return asked
}

/** Adds one class above all values at the end: records that move between two top classes move farthest. */
function withTop({ codes, levels }: ColumnHierarchy): ColumnHierarchy {
  const rows = levels[0].classOf.length
  if (levels[levels.length - 1].labels.length === 1) return { codes, levels }
  const top: HierarchyLevel = { labels: [TOP], classOf: new Int32Array(rows), sizes: Int32Array.of(rows) }
  return { codes, levels: [...levels, top] }
}
