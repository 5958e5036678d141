import { claimMeanings, claimNames, type Claim, type MaskingMethod, type Registry } from '@sdc/core'
import { cardPath } from './cards.js'
import { page, table } from './markdown.js'

/** Returns docs/claims.md: every claim, its meaning, and the methods that make it. */
export function claimsPage(registry: Registry): string {
  const about =
    'Properties of a file that methods claim to keep. The conformance suite tests every claim of every method on files ' +
    'of its own.'
  const methods = registry.all('methods')
  const named = claimNames.map((name) => {
    const rows = methods.flatMap(({ id, traits }) => claimRow(id, traits.claims[name]))
    return section(name, claimMeanings[name], rows)
  })
  const groups = 'Every combination of masked values occurs at least k times; k is this parameter.'
  return page('Claims', about, [...named, section('kAnonymousBy', groups, methods.flatMap(groupRow))])
}

function section(name: string, meaning: string, rows: readonly (readonly string[])[]): string {
  const makers = rows.length > 0 ? table(['method', 'condition'], rows) : 'No method claims it.'
  return `## ${name}\n\n${meaning}\n\n${makers}`
}

function claimRow(id: string, claim: Claim | undefined): (readonly string[])[] {
  if (claim === undefined || claim === false) return []
  return [[link(id), claim === true ? 'always' : whenText(claim.when)]]
}

function groupRow({ id, traits }: MaskingMethod): (readonly string[])[] {
  const claim = traits.claims.kAnonymousBy
  if (claim === undefined) return []
  if (typeof claim === 'string') return [[link(id), `\`${claim}\``]]
  return [[link(id), `\`${claim.parameter}\`, ${whenText(claim.when)}`]]
}

const link = (id: string): string => `[${id}](${cardPath('methods', id)})`

function whenText(when: Readonly<Record<string, unknown>>): string {
  return Object.entries(when)
    .map(([name, value]) => (value === null ? `\`${name}\` is not set` : `\`${name}\`: ${JSON.stringify(value)}`))
    .join(', ')
}
