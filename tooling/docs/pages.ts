import { createRegistry, errorCodes } from '@sdc/core'
import standard from '@sdc/standard'
import { cardPages } from './cards.js'
import { claimsPage } from './claims.js'
import { commandPages } from './commands.js'
import { idsModule } from './ids.js'
import { page, table } from './markdown.js'
import measured from './measured.json' with { type: 'json' }
import type { Measured } from './measured/measured.js'
import { referencesPage } from './references.js'

/** All that is generated, by the file within the project. */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  const docs = [...(await pages())].map(([name, text]) => [`docs/${name}`, text] as const)
  return new Map([...docs, ['packages/standard/src/ids.ts', idsModule()]])
}

/** The generated pages of docs/, by the name of their file. */
export async function pages(): Promise<ReadonlyMap<string, string>> {
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
    'The codes of an `SdcError`. All of them are bad input (exit status 2), or a limit that was not kept and a replay that differs (exit status 3), never ' +
    'a bug of sdc; the error itself says what was wrong, where, and what to do.'
  return page('Errors', about, [
    table(
      ['code', 'what it means'],
      Object.entries(errorCodes).map(([code, text]) => [`\`${code}\``, text]),
    ),
  ])
}
