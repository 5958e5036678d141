import type { Registry } from '@sdc/core'
import { titleWithin } from '@sdc/engine'

/** An option of a command, in its spelling on the command line or on the page. */
const OPTION = /(?:^|[\s("“])--[a-z]|” of the command line/
const ID = /(?<![\w/.-])[a-z][a-z0-9-]*\/[a-z0-9-]+(?![\w/.-])/g

/**
 * Returns a warning for those who sign: with titles instead of ids, and without advice on options of commands. A
 * sentence that is only such advice stays.
 *
 * @param registry - Methods, metrics and attacks.
 * @param text - The warning.
 * @returns The text.
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
