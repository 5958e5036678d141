import { createRegistry, type Sort } from '@sdc/core'
import standard from '@sdc/standard'

/** Sorts, each with its noun in the names of types. */
const sorts: readonly (readonly [Sort, string, string])[] = [
  ['methods', 'Method', 'a masking method'],
  ['metrics', 'Metric', 'a metric'],
  ['services', 'Service', 'a query service'],
  ['tables', 'Table', 'a rule, protection or audit of tables'],
  ['attacks', 'Attack', 'an attack'],
]

/** Returns `packages/standard/src/ids.ts`: all ids as types. */
export function idsModule(): string {
  const registry = createRegistry().use(standard).freeze()
  const unions = sorts.map(([sort, name, words]) => {
    const ids = registry.all(sort).map(({ id }) => `  | '${id}'`)
    const type = ids.length === 1 ? ` ${ids[0]?.replace('  | ', '')}` : `\n${ids.join('\n')}`
    return `/** The id of ${words}. */\nexport type ${name}Id =${type}\n`
  })
  const all = sorts.map(([sort, name]) => `  readonly ${sort}: ${name}Id\n`)
  return [
    '// Written by `pnpm run docs`; tooling/docs/pages.packaging.test.ts fails where it is stale.\n',
    ...unions,
    `/** The ids of all that is registered, by sort. */\nexport interface StandardIds {\n${all.join('')}}\n`,
  ].join('\n')
}
