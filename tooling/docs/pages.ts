import { createRegistry, errorCodes, wordOptions } from '@sdc/core'
import standard from '@sdc/standard'
import { typedOption } from '../../apps/cli/src/options/option-wording.js'
import { cardPages } from './cards.js'
import { claimsPage } from './claims.js'
import { commandPages } from './commands.js'
import { idsModule } from './ids.js'
import { page, table } from './markdown.js'
import measured from './measured.json' with { type: 'json' }
import type { Measured } from './measured/measured.js'
import { referencesPage } from './references.js'

/** Returns all generated files, by their path within the project. */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  const docs = [...(await pages())].map(([name, text]) => [`docs/${name}`, text] as const)
  return new Map([...docs, ['packages/standard/src/ids.ts', idsModule()]])
}

/** Returns the generated pages of docs/, by file name. */
export async function pages(): Promise<ReadonlyMap<string, string>> {
  wordOptions(typedOption)
  const registry = createRegistry().use(standard).freeze()
  return new Map([
    ...cardPages(registry, measured as unknown as Measured),
    ...(await commandPages()),
    ['claims.md', claimsPage(registry)],
    ['errors.md', errorsPage()],
    ['references.md', referencesPage(registry)],
  ])
}

function errorsPage(): string {
  const about =
    'Codes of `SdcError`. An error reports bad input (exit status 2), a broken limit, or a replay that differs (exit status ' +
    '3); it is never a bug of sdc. Each error says what was wrong, where, and what to do.'
  return page('Errors', about, [
    table(
      ['code', 'meaning'],
      Object.entries(errorCodes).map(([code, text]) => [`\`${code}\``, text]),
    ),
  ])
}
