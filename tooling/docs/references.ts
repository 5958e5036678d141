import type { Reference, Registry, Sort } from '@sdc/core'
import { cardPath } from './cards.js'
import { page } from './markdown.js'

const sorts: readonly Sort[] = ['methods', 'metrics', 'services', 'tables', 'attacks']

/** Returns docs/references.md: every publication, and the methods and metrics based on it. */
export function referencesPage(registry: Registry): string {
  const about = 'The publications that methods and metrics come from. A DOI is given where it was looked up.'
  const references = new Map(registry.plugins.flatMap((plugin) => Object.entries(plugin.references ?? {})))
  const cited = sorts.flatMap((sort) =>
    registry.all(sort).flatMap(({ id, source }) => source.map(({ key }) => [key, sort, id] as const)),
  )
  const parts = [...references.keys()].sort().map((key) => {
    const users = cited.filter((one) => one[0] === key).map(([, sort, id]) => `[${id}](${cardPath(sort, id)})`)
    return `### ${key}\n\n${entry(references.get(key) as Reference)}\n\nNamed by: ${users.join(', ') || 'nothing yet'}.`
  })
  return page('References', about, parts)
}

function entry({ authors, year, title, in: venue, doi }: Reference): string {
  const link = doi === undefined ? '' : ` [doi:${doi}](https://doi.org/${doi})`
  return `${authors.join('; ')} (${year}): ${title}. *${venue}*.${link}`
}
