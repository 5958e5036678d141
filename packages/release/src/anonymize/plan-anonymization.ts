import {
  asInfo,
  asNote,
  decimalNumber,
  kindOf,
  SdcError,
  unknownColumn,
  type Dataset,
  type Message,
  type Role,
  option,
} from '@sdc/core'
import {
  columnsWithRole,
  idColumns,
  parseStep,
  refuseRepeatedIdentifiers,
  rolesOf,
  type FileSchema,
  type StepPlan,
} from '@sdc/engine'
import { left, textTable, type Screen } from '@sdc/report/tables'
import { keyHierarchies, MOST_TREE_LEVELS, usualRule, type AutomaticHierarchy } from '@sdc/toolkit/internal'
import { withQuasiIdentifiers } from '@sdc/inspect'
import { withRecoding, type Recoding } from './recoding-file.js'

/** Method behind `sdc anonymize`. */
export const anonymizingMethod = 'coding/k-anonymous-recode'

/** Method that makes pseudonyms of ids, if a key is named. */
export const pseudonymMethod = 'identifiers/pseudonym'

/** Requirements for the anonymised file. */
export interface AnonymizeRequirements {
  readonly k: number
  /** The quasi-identifiers; by default those of the schema, else the columns that have a hierarchy. */
  readonly quasiIdentifiers?: readonly string[] | 'roles' | undefined
  readonly confidential?: readonly string[] | undefined
  readonly l?: number | undefined
  readonly model?: 'distinct' | 'entropy' | 'recursive' | undefined
  readonly c?: number | undefined
  readonly t?: number | undefined
  readonly distance?: 'auto' | 'equal' | 'ordered' | 'hierarchical' | undefined
  /** True if ids become pseudonyms instead of being dropped or renumbered. */
  readonly pseudonyms?: boolean | undefined
  /** Largest percentage of records to suppress. */
  readonly suppressionLimit?: number | undefined
  readonly suppressed?: 'remove' | 'blank' | undefined
  readonly loss?: string | undefined
  /** Quasi-identifiers that stay unchanged. */
  readonly keep?: readonly string[] | undefined
  /** Weights of quasi-identifiers in the loss, 1 by default. */
  readonly importance?: Readonly<Record<string, number>> | undefined
  readonly local: boolean
  /** Recoding that was made for another file. */
  readonly recoding?: Recoding | undefined
}

/** Planned anonymisation, before anything runs. */
export interface Anonymization {
  readonly keys: readonly string[]
  readonly sensitive: readonly string[]
  /** Schema with quasi-identifiers and sensitive columns as roles, and with the hierarchies of a recoding. */
  readonly schema: FileSchema
  readonly step: StepPlan
  readonly hierarchies: readonly AutomaticHierarchy[]
  /** True for each quasi-identifier with a given hierarchy. */
  readonly given: readonly boolean[]
  /** Number of nodes of the lattice. */
  readonly nodes: number
  /** A table of what will happen to every column, and the size of the search. */
  readonly messages: readonly Message[]
}

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
  const messages = [
    ...(screen?.all === false ? [] : [asInfo(columnTable(data, plan, requirements, screen))]),
    ...almostNumbers(data, keys),
    ...mixedLevels(plan, requirements),
    asInfo(searchSentence(data, plan, requirements)),
  ]
  return { ...plan, messages }
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

function columnTable(
  data: Dataset,
  { keys, sensitive, schema, hierarchies, given }: Omit<Anonymization, 'messages'>,
  requirements: AnonymizeRequirements,
  screen: Screen | undefined,
): string {
  const rows = data.names.map((name): string[] => {
    const at = keys.indexOf(name)
    const { role } = Object.hasOwn(schema.columns, name) ? schema.columns[name] : {}
    const kind = kindOf(data.column(name))
    if (at >= 0) {
      const { levels, words } = hierarchies[at]
      const fixed = new Set(requirements.recoding?.levels.map((of) => of[name]))
      const what = requirements.recoding
        ? `recoded to level ${[...fixed].sort().join(', ')}`
        : `recoded: ${levels.map(({ labels }) => labels.length).join(' → ')} classes`
      const rule = schema.columns[name].hierarchy
      const origin = typeof rule === 'string' ? ruleText(rule) : given[at] ? 'from a file' : `automatic: ${words}`
      if (requirements.keep?.includes(name))
        return [name, kind, 'quasi-identifier', '', `unchanged (${option('keep')})`]
      return [name, kind, 'quasi-identifier', origin, what]
    }
    if (sensitive.includes(name)) return [name, kind, 'confidential', '', sensitiveText(requirements)]
    const what =
      role === 'identifier' || role === 'person' || role === 'household'
        ? idText(role, requirements)
        : 'unchanged: a quasi-identifier, if an intruder may know it'
    return [name, kind, role ?? '', '', what]
  })
  const columns = [
    left('column', { rank: 0, wraps: true }),
    left('kind'),
    left('role'),
    left('hierarchy', { rank: 2 }),
    left('treatment', { rank: 0, least: 24, sentence: true }),
  ]
  return textTable(columns, rows, { screen })
}

function ruleText(rule: string): string {
  return rule === 'tree' ? 'tree: groups that are alike in the other columns' : rule
}

function idText(role: Role, { pseudonyms = false }: AnonymizeRequirements): string {
  if (pseudonyms) return `pseudonyms (${option('pseudonymKey')})`
  return role === 'identifier' ? 'dropped' : 'renumbered from 1 in random order'
}

function sensitiveText({ l, model = 'distinct', t }: AnonymizeRequirements): string {
  const asked = [
    ...(l === undefined ? [] : [`at least ${l} values (${model})`]),
    ...(t === undefined ? [] : [`at most ${t} from the file`]),
  ]
  return asked.length === 0
    ? `unchanged, without a condition (${option('l')}, ${option('t')})`
    : `${asked.join(', ')} in every class`
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

/** Effect of local recoding on a column, with an example of its classes. */
function mixedLevels(
  { keys, hierarchies }: Omit<Anonymization, 'messages'>,
  { local, recoding, keep = [] }: AnonymizeRequirements,
): Message[] {
  const at = hierarchies.findIndex(({ levels }, j) => levels.length > 3 && !keep.includes(keys[j]))
  if (!local || recoding || at < 0) return []
  const { levels } = hierarchies[at]
  const middle = levels[0].classOf.length >> 1
  const [fine, coarse] = [1, 2].map((h) => levels[h].labels[levels[h].classOf[middle]])
  return [
    asNote(
      `a column will mix classes of several levels, such as "${fine}" and "${coarse}" in ${keys[at]}; ` +
        `${option('global')} gives each column one level, and loses more`,
    ),
  ]
}

/** Warns of quasi-identifiers that would be numbers but for a single value: classes of numbers lose less than `*`. */
function almostNumbers(data: Dataset, keys: readonly string[]): Message[] {
  return keys.flatMap((name) => {
    const column = data.column(name)
    if (column.kind === 'numeric' || column.notNumeric === undefined || column.ordered) return []
    const numbers = column.levels.filter((level) => decimalNumber(level) !== undefined).length
    // A code with a leading zero is text.
    if (2 * numbers <= column.levels.length || column.levels.some((level) => /^0\d/.test(level))) return []
    const rest = 'correct this value, or declare it missing (missing: [...] in a schema), for classes of numbers'
    return [
      asNote(`${name} is read as categories, although most of its values are numbers: ${column.notNumeric}; ${rest}`),
    ]
  })
}

/**
 * Seconds per quasi-identifier, record and node of the lattice: measured with nine quasi-identifiers and 30,162
 * records.
 */
const SECONDS = 4e-10

function searchSentence(
  data: Dataset,
  { keys, hierarchies, nodes }: Omit<Anonymization, 'messages'>,
  { recoding, local, k }: AnonymizeRequirements,
): string {
  const applied = recoding?.levels.length ?? 0
  if (applied > 0)
    return `${applied} combination${applied === 1 ? '' : 's'} of levels will be applied, without a search`
  const seconds = Math.max(0.1, SECONDS * nodes * data.rows * keys.length)
  const time = seconds < 100 ? `${Number(seconds.toPrecision(1))} s` : `${Math.ceil(seconds / 60)} minutes`
  const product = hierarchies.map(({ levels }) => levels.length).join(' · ')
  const how = local ? 'in rounds (local recoding)' : 'for one level in each column'
  return `k = ${k}: search of ${nodes.toLocaleString('en')} combinations of levels (${product}) ${how}, at most about ${time}`
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
