import { createRegistry, errorCodes } from '@sdc/core'
import standard from '@sdc/standard'
import { methodsPage, metricsPage } from './cards.js'
import { claimsPage } from './claims.js'
import { idsModule } from './ids.js'
import { page, table } from './markdown.js'
import { referencesPage } from './references.js'

/** All that is generated, by the file within the project. */
export function generated(): ReadonlyMap<string, string> {
  const docs = [...pages()].map(([name, text]) => [`docs/${name}`, text] as const)
  return new Map([...docs, ['packages/standard/src/ids.ts', idsModule()]])
}

/** The generated pages of docs/, by the name of their file. */
export function pages(): ReadonlyMap<string, string> {
  const registry = createRegistry().use(standard).freeze()
  return new Map([
    ['methods.md', methodsPage(registry)],
    ['metrics.md', metricsPage(registry)],
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
