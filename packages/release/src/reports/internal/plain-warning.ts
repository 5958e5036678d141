import type { Registry } from '@sdc/core'
import { titleWithin } from '@sdc/engine'

/** An option of a command, as typed or as the page names it. */
const OPTION = /(?:^|[\s("“])--[a-z]|” of the command line/
const ID = /(?<![\w/.-])[a-z][a-z0-9-]*\/[a-z0-9-]+(?![\w/.-])/g

/**
 * A warning for those who sign: members of the registry by their titles, without advice on options of commands. A sentence
 * that says nothing else stays.
 *
 * @param registry - Methods, metrics and attacks.
 * @param text - The warning.
 */
export function plainWarning(registry: Registry, text: string): string {
  const short = text.replace(/ \([^()]*\)/g, (part) => (OPTION.test(part) ? '' : part))
  const sentences = short.split(/(?<=[.;]) (?=\p{Lu})|(?<=;) /u)
  const kept = sentences.filter((one) => !OPTION.test(one))
  const said = (kept.length > 0 ? kept.join(' ') : short).replace(/;$/, '')
  return said.replace(ID, (id) => titleOf(registry, id) ?? id)
}

function titleOf(registry: Registry, id: string): string | undefined {
  const all = (['methods', 'metrics', 'attacks', 'tables', 'services'] as const).flatMap((sort) => registry.all(sort))
  const found = all.find((one) => one.id === id)
  return found && titleWithin(found)
}
