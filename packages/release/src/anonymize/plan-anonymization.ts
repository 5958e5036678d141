import { kindOf, option, SdcError, unknownColumn, type Dataset } from '@sdc/core'
import {
  columnsWithRole,
  idColumns,
  parseStep,
  refuseRepeatedIdentifiers,
  rolesOf,
  type FileSchema,
  type StepPlan,
} from '@sdc/engine'
import type { Screen } from '@sdc/report/tables'
import { keyHierarchies, MOST_TREE_LEVELS, usualRule } from '@sdc/toolkit/internal'
import { withQuasiIdentifiers } from '@sdc/inspect'
import type { Anonymization, AnonymizeRequirements } from './anonymization.js'
import { planMessages } from './plan-messages.js'
import { withRecoding, type Recoding } from './recoding-file.js'

/** Method behind `sdc anonymize`. */
export const anonymizingMethod = 'coding/k-anonymous-recode'

/** Method that makes pseudonyms of ids, if a key is named. */
export const pseudonymMethod = 'identifiers/pseudonym'

/**
 * Determines which columns are quasi-identifiers, sensitive or neither, and the treatment of each.
 *
 * @param data - The file.
 * @param schema - Schema of the columns, with their hierarchies.
 * @param requirements - The requirements.
 * @param screen - Screen that the table must fit; by default a file.
 * @returns The step to run, and the messages before it.
 * @throws NO_COLUMNS if no quasi-identifiers are known; UNKNOWN_COLUMN; BAD_OPTION for a sensitive column that is a
 *   quasi-identifier, and for ℓ or t without a sensitive column; BAD_HIERARCHY.
 */
export function planAnonymization(
  data: Dataset,
  schema: FileSchema | undefined,
  requirements: AnonymizeRequirements,
  screen?: Screen,
): Anonymization {
  refuseRepeatedIdentifiers(data, schema)
  if (requirements.pseudonyms) pseudonymColumns(data, schema)
  const { recoding } = requirements
  const described = recoding ? withRecoding(recoding, data, schema) : schema
  const sensitive = sensitiveColumns(data, described, requirements)
  const keys = keyColumns(data, described, requirements, sensitive)
  const both = sensitive.find((name) => keys.includes(name))
  if (both !== undefined) {
    const message = `column "${both}" is both confidential and a quasi-identifier`
    throw new SdcError('BAD_OPTION', message, { column: both }, 'Name it as one of the two.')
  }
  refuseOtherKeys(recoding, keys)
  refuseStrayKeys(requirements, keys)
  const known = withUsualRules(data, withRoles(data, described, keys, sensitive), keys)
  const roles = rolesOf(data, known)
  const hierarchies = keyHierarchies(data, keys, roles.hierarchies)
  const given = keys.map((name) => known.columns[name].hierarchy !== undefined)
  const nodes = hierarchies.reduce((product, { levels }) => product * levels.length, 1)
  const step = stepOf(keys, sensitive, requirements)
  const plan = { keys, sensitive, schema: known, step, hierarchies, given, nodes }
  return { ...plan, messages: planMessages(data, plan, requirements, screen) }
}

function sensitiveColumns(
  data: Dataset,
  schema: FileSchema | undefined,
  requirements: AnonymizeRequirements,
): string[] {
  const named = requirements.confidential ?? []
  for (const name of named) if (!data.names.includes(name)) throw unknownColumn(name, data.names)
  if (named.length > 0) return [...named]
  const asked = requirements.l !== undefined || requirements.t !== undefined
  const byRole = columnsWithRole(data, schema, ['confidential'])
  if (byRole.length > 0 || !asked) return byRole
  const what = requirements.l === undefined ? option('t') : option('l')
  const message = `${what} is asked of sensitive columns, and nothing says which these are`
  throw new SdcError(
    'BAD_OPTION',
    message,
    {},
    `Name them: ${option('confidential', 'income')}, or give them the role confidential in a schema.`,
  )
}

function keyColumns(
  data: Dataset,
  schema: FileSchema | undefined,
  { quasiIdentifiers: keys, recoding }: AnonymizeRequirements,
  sensitive: readonly string[],
): string[] {
  const inOrder = (names: readonly string[]): string[] => data.names.filter((name) => names.includes(name))
  if (keys !== undefined && keys !== 'roles') {
    const unknown = keys.find((name) => !data.names.includes(name))
    if (unknown !== undefined) throw unknownColumn(unknown, data.names)
    return inOrder(keys)
  }
  if (recoding && keys === undefined) return inOrder(Object.keys(recoding.columns))
  const byRole = columnsWithRole(data, schema, ['quasi-identifier'])
  if (byRole.length > 0) return byRole
  const withHierarchy = Object.entries(schema?.columns ?? {})
    .filter(([name, { hierarchy, role }]) => hierarchy && role === undefined && !sensitive.includes(name))
    .map(([name]) => name)
  if (keys === undefined && withHierarchy.length > 0) return inOrder(withHierarchy)
  const message = 'no column is a quasi-identifier'
  const fix = `Name them (${option('quasiIdentifiers', data.names.slice(0, 2).join(','))}), give them the role quasi-identifier in a schema, or hierarchies (${option('hierarchies', 'FOLDER')}).`
  throw new SdcError('NO_COLUMNS', message, {}, fix)
}

function refuseOtherKeys(recoding: Recoding | undefined, keys: readonly string[]): void {
  const lacking = recoding && keys.find((name) => !Object.hasOwn(recoding.columns, name))
  if (lacking === undefined) return
  const message = `the recoding (${option('mapping')}) lacks the quasi-identifier "${lacking}"`
  const fix = `Leave out ${option('quasiIdentifiers')}: the recoding names them. For other quasi-identifiers make a new recoding.`
  throw new SdcError('BAD_OPTION', message, { column: lacking }, fix)
}

/** Returns a schema with these quasi-identifiers and sensitive columns as the only ones with these roles. */
function withRoles(
  data: Dataset,
  schema: FileSchema | undefined,
  keys: readonly string[],
  sensitive: readonly string[],
): FileSchema {
  const columns = new Map(Object.entries(withQuasiIdentifiers(schema, keys, data)?.columns ?? {}))
  for (const name of sensitive) columns.set(name, { ...columns.get(name), role: 'confidential' })
  return { ...schema, columns: Object.fromEntries(columns) }
}

function stepOf(keys: readonly string[], sensitive: readonly string[], requirements: AnonymizeRequirements): StepPlan {
  const { k, l, model, c, t, distance, suppressionLimit, suppressed, loss, keep, importance, local, recoding } =
    requirements
  const asked = l !== undefined || t !== undefined
  const params = {
    k,
    ...(asked && { sensitive: [...sensitive] }),
    l,
    model,
    c,
    t,
    distance,
    suppressed,
    // Entropy would suppress whole columns to keep one with many values exact.
    loss: loss ?? 'loss',
    keep: keep && keep.length > 0 ? [...keep] : undefined,
    importance,
    suppressionPercent: suppressionLimit,
    local: local && !recoding ? 'iterate' : 'none',
    levels: recoding?.levels,
  }
  const said = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
  return parseStep({ use: anonymizingMethod, columns: [...keys], params: said })
}

/** Refuses to keep or weigh a column that is not recoded. */
function refuseStrayKeys({ keep = [], importance = {} }: AnonymizeRequirements, keys: readonly string[]): void {
  const named = [
    ...keep.map((name) => [name, option('keep')] as const),
    ...Object.keys(importance).map((name) => [name, option('importance')] as const),
  ]
  const stray = named.find(([name]) => !keys.includes(name))
  if (stray === undefined) return
  const [column, what] = stray
  const message = `${what} names "${column}", which is not a quasi-identifier`
  throw new SdcError('BAD_OPTION', message, { column }, `Quasi-identifiers: ${keys.join(', ')}.`)
}

/** Smallest number of categories for which groups are learned. */
const FEWEST_GROUPED = 4

/** Adds rules for quasi-identifiers without a hierarchy: dates, codes, and learned groups of other categories. */
function withUsualRules(data: Dataset, schema: FileSchema, keys: readonly string[]): FileSchema {
  const columns = new Map(Object.entries(schema.columns))
  for (const name of keys) {
    const column = data.column(name)
    if (columns.get(name)?.hierarchy !== undefined || kindOf(column) === 'ordered') continue
    const count = column.kind === 'categorical' ? column.levels.length : 0
    const rule = usualRule(column) ?? (count >= FEWEST_GROUPED && count <= MOST_TREE_LEVELS ? 'tree' : undefined)
    if (rule !== undefined) columns.set(name, { ...columns.get(name), hierarchy: rule })
  }
  return { ...schema, columns: Object.fromEntries(columns) }
}

/**
 * Returns the columns that get pseudonyms if there is a key.
 *
 * @param data - The file.
 * @param schema - Roles of its columns.
 * @returns Their names.
 * @throws NO_COLUMNS if there are none.
 */
export function pseudonymColumns(data: Dataset, schema: FileSchema | undefined): string[] {
  const { dropped, numbered } = idColumns(data, schema, [])
  const ids = [...dropped, ...numbered]
  if (ids.length > 0) return ids
  const message = `${option('pseudonymKey')} makes pseudonyms, but no column has the role identifier, person or household`
  const fix = `Give columns of ids such a role in a schema, or leave out ${option('pseudonymKey')}.`
  throw new SdcError('NO_COLUMNS', message, {}, fix)
}
