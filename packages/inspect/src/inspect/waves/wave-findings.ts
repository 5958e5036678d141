import type { Finding, SuggestedRole } from '../inspection.js'
import type { SeenColumn } from '../columns/seen-column.js'
import { counted, named } from '../words.js'

/**
 * Findings about waves: variables with a column for each wave, and persons with two records in one wave.
 *
 * @param seen - The columns of the file.
 * @param roles - Their roles, given or guessed.
 * @returns The findings. Cost: a pass over the records if there are persons and waves.
 */
export function waveFindings(seen: readonly SeenColumn[], roles: ReadonlyMap<string, SuggestedRole>): Finding[] {
  return [...wideFindings(seen.map(({ name }) => name)), ...doubledFindings(seen, roles)]
}

/** A year, or a number after a word for a wave: income_2019, w2_income, t1income. */
const waveOfName =
  /(?<![0-9])(?:(?:19|20)\d\d)(?![0-9])|(?<=(?:^|[^a-z])(?:wave|welle|vague|ola|onda|ronde|w|t)_?)\d{1,2}(?![0-9])/iu

function wideFindings(names: readonly string[]): Finding[] {
  const variables = new Map<string, Map<string, string>>()
  for (const name of names) {
    const found = waveOfName.exec(name)
    if (found === null) continue
    const [wave] = found
    const variable = `${name.slice(0, found.index)}*${name.slice(found.index + wave.length)}`
    if (!/[a-z]{2}/iu.test(variable.replace(/(?:wave|welle|vague|ola|onda|ronde)/iu, ''))) continue
    const waves = variables.get(variable) ?? new Map<string, string>()
    variables.set(variable, waves.set(wave, name))
  }
  const wide = [...variables].filter(([, waves]) => waves.size > 1)
  if (wide.length === 0) return []
  const waves = [...new Set(wide.flatMap(([, of]) => [...of.keys()]))]
  const columns = wide.flatMap(([, of]) => [...of.values()])
  const text =
    `${named(wide.map(([variable]) => variable))} may be variables with a column for each wave (${named(waves)}): a file with ` +
    'one record per person and wave (roles person and wave) can be masked by changes between waves (mask --waves changes)'
  return [{ kind: 'dates', columns, text }]
}

function doubledFindings(seen: readonly SeenColumn[], roles: ReadonlyMap<string, SuggestedRole>): Finding[] {
  const [person, wave] = (['person', 'wave'] as const).map((role) =>
    seen.find(({ name }) => roles.get(name)?.role === role),
  )
  if (person === undefined || wave === undefined) return []
  const times = wave.looked.classes()
  const known = new Set<number>()
  const doubled = new Set<number>()
  person.looked.classes().forEach((id, i) => {
    const key = id * wave.looked.distinct + times[i]
    if (id < 0 || times[i] < 0) return
    if (known.has(key)) doubled.add(id)
    known.add(key)
  })
  if (doubled.size === 0) return []
  const text = `${counted(doubled.size, 'value')} of ${person.name} ${doubled.size === 1 ? 'has' : 'have'} several records in one ${wave.name}: correct them, or their order in the file is taken for that of time`
  return [{ kind: 'identifiers', columns: [person.name, wave.name], text }]
}
