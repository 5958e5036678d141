import { asInfo, asNote, decimalNumber, kindOf, option, type Dataset, type Message, type Role } from '@sdc/core'
import { left, textTable, type Screen } from '@sdc/report/tables'
import type { Anonymization, AnonymizeRequirements } from './anonymization.js'

type Plan = Omit<Anonymization, 'messages'>

/**
 * Returns the messages on a planned anonymisation: a table of what will happen to every column, and the size of the
 * search.
 *
 * @param data - The file.
 * @param plan - The plan.
 * @param requirements - The requirements.
 * @param screen - Screen that the table must fit; by default a file. A screen that does not show all has no table.
 * @returns The messages.
 */
export function planMessages(
  data: Dataset,
  plan: Plan,
  requirements: AnonymizeRequirements,
  screen: Screen | undefined,
): readonly Message[] {
  return [
    ...(screen?.all === false ? [] : [asInfo(columnTable(data, plan, requirements, screen))]),
    ...almostNumbers(data, plan.keys),
    ...mixedLevels(plan, requirements),
    asInfo(searchSentence(data, plan, requirements)),
  ]
}

function columnTable(
  data: Dataset,
  { keys, sensitive, schema, hierarchies, given }: Plan,
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

/** Describes the effect of local recoding on a column, with an example of its classes. */
function mixedLevels({ keys, hierarchies }: Plan, { local, recoding, keep = [] }: AnonymizeRequirements): Message[] {
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

/**
 * Warns of quasi-identifiers that would be numbers except for a single value: classes of numbers lose less than `*`.
 */
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
  { keys, hierarchies, nodes }: Plan,
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
