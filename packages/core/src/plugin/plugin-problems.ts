import { attackProblems } from '../attack/attack.js'
import type { Card } from '../card/card.js'
import { unknownKeys } from '../card/references.js'
import { methodProblems } from '../method/method.js'
import { metricProblems } from '../metric/metric.js'
import { serviceProblems } from '../service/service.js'
import { tableProblems } from '../table/table.js'
import { contractVersion, sorts, type Plugin, type Sort } from './plugin.js'

/** The sorts, and what is wrong with the form of one of each. */
const problemsOf: Readonly<Record<Sort, (one: never) => string[]>> = {
  methods: methodProblems,
  metrics: metricProblems,
  services: serviceProblems,
  tables: tableProblems,
  attacks: attackProblems,
}

/** Lists the problems in the form of a plugin; empty if there are none. */
export function pluginProblems(plugin: Partial<Plugin> | null | undefined): string[] {
  if (typeof plugin !== 'object' || plugin === null) return ['it has no default export made by definePlugin']
  const problems: string[] = []
  if (typeof plugin.name !== 'string' || plugin.name === '') problems.push('name is missing')
  if (typeof plugin.version !== 'string' || plugin.version === '') problems.push('version is missing')
  if (!hostRange.test(String(plugin.sdc)))
    problems.push(`sdc is ${JSON.stringify(plugin.sdc) ?? 'missing'}, not a range such as "^1"`)
  else if (!hostAccepts(String(plugin.sdc)))
    return [...problems, `it is written for contract ${plugin.sdc}, this is ${contractVersion}`]
  const ids: string[] = []
  for (const sort of sorts) {
    const list: unknown = plugin[sort] ?? []
    if (!Array.isArray(list)) problems.push(`${sort} is not a list`)
    else
      for (const one of list as { readonly id?: string }[]) {
        if (typeof one?.id === 'string') ids.push(one.id)
        const found = problemsOf[sort](one as never)
        problems.push(...(found.length > 0 ? found : sourcesUnknown(one as Card, plugin.references)))
      }
  }
  if (problems.length === 0 && ids.length === 0) problems.push(`it has none of ${sorts.join(', ')}`)
  for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i))) problems.push(`${id} occurs twice`)
  return problems
}

function sourcesUnknown({ id, source }: Card, references: Plugin['references']): string[] {
  return unknownKeys(source, references).map(
    (key) => `${id}: its source names ${key}, which is not among the references of the plugin`,
  )
}

const hostRange = /^[\^~]?\d+(\.\d+){0,2}$/

/**
 * Returns true if this contract is in a plugin's range: `^1.2` needs 1.2 or later below 2, `~1.2` below 1.3, `1.2` any
 * 1.2.
 */
function hostAccepts(range: string): boolean {
  const wanted = range
    .replace(/^[\^~]/, '')
    .split('.')
    .map(Number)
  const host = contractVersion.split('.').map(Number)
  const fixed = range.startsWith('^') ? 1 : range.startsWith('~') ? 2 : 3
  const differs = wanted.findIndex((part, i) => part !== host[i])
  return differs < 0 || (differs >= fixed && host[differs] > wanted[differs])
}
