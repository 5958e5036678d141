import { asWarning, option, type Registry } from '@sdc/core'
import { fileRisk, rolesOf, type FileSchema } from '@sdc/engine'
import type { CsvFile } from '@sdc/files'
import { columnsOfRole, guessedRoles } from '../inspect/guessed-roles.js'
import { named } from '../inspect/words.js'
import { artefactIfNamed, type Outcome } from '../outcome.js'
import { withQuasiIdentifiers } from '../settings/quasi-identifiers.js'
import { populationRisk } from './population-risk.js'
import { riskJson } from './risk-json.js'
import { guessableRoles, type RiskReport } from './risk-report.js'
import { riskText } from './risk-text.js'

/** Facts about the file, and options of the report. */
export interface RiskOptions {
  /** Name of the file, for the suggested commands. */
  readonly file: string
  readonly schema?: FileSchema | undefined
  readonly schemaName?: string | undefined
  /** Quasi-identifiers, in place of those of the schema. */
  readonly quasiIdentifiers?: readonly string[] | undefined
  /** Sufficient number of records in an equivalence class; by default 5. */
  readonly k?: number | undefined
  /** File for the report: JSON if `json` is set, text if it is false; without it, JSON if the name ends in .json, else text. */
  readonly out?: string | undefined
  readonly json?: boolean | undefined
}

/**
 * Measures the disclosure risk of a file before it is masked.
 *
 * Quasi-identifiers, confidential columns and a weight that are not given by the schema or the options are guessed, as
 * `inspectFile` suggests them. A warning names guessed quasi-identifiers.
 *
 * @param source - The file with its table.
 * @param options - Its name, its schema, and the options of the report.
 * @param registry - Registry with `risk/population-uniques`; without it, no population uniques are estimated.
 * @returns The report. It is internal, since it contains values of single records.
 * @throws UNKNOWN_COLUMN for a quasi-identifier that the file lacks; the errors of wrong roles in the schema.
 */
export async function riskFile(
  { dataset }: CsvFile,
  options: RiskOptions,
  registry?: Registry,
): Promise<Outcome<RiskReport>> {
  const schema = withQuasiIdentifiers(options.schema, options.quasiIdentifiers, dataset)
  const roles = rolesOf(dataset, schema)
  const suggested = guessedRoles(dataset, schema)
  const columns = guessableRoles.map((role) => ({ role, ...columnsOfRole(suggested, role) }))
  const guessed = columns.filter(({ isGuess }) => isGuess).map(({ role }) => role)
  const [keys, confidential, [weight], items] = columns.map(({ names }) => names)
  const risk = fileRisk(dataset, {
    keys,
    confidential,
    items,
    knownItems: roles.knownItems,
    person: roles.person,
    weight,
    k: options.k,
  })
  const result: RiskReport = {
    file: options.file,
    schemaName: options.schemaName,
    risk,
    guessed,
    population: registry && (await populationRisk(registry, dataset, { ...roles, keys, weight })),
    unnamed: suggested.seen
      .filter(({ saidRole }) => saidRole === undefined)
      .map(({ name }) => ({ column: name, suggested: suggested.roles.get(name)?.role ?? null })),
  }
  const isJson = options.json ?? /\.json$/i.test(options.out ?? '')
  return {
    result,
    artefacts: artefactIfNamed('risks', options.out, () =>
      isJson ? `${JSON.stringify(riskJson(result), null, 2)}\n` : `${riskText(result)}\n`,
    ),
    messages: guessed.includes('quasi-identifier')
      ? [
          asWarning(
            `no quasi-identifiers are named; assumed: ${named(keys)}. Name those that an intruder may know: ${option('quasiIdentifiers', 'a,b')}, or a schema`,
          ),
        ]
      : [],
  }
}
