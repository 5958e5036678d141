import { textsOf, type Dataset, type Registry } from '@sdc/core'
import { fileRisk, findingSentences, rolesOf } from '@sdc/engine'
import { dictionaryOf, withMissingOf } from '@sdc/inspect'
import { anonymizeFile, classSizes, planAnonymization, type Anonymized } from '@sdc/release'
import type { OpenData } from '../data/open-data.js'
import { schemaOf } from '../plans/settings-plan.js'
import type { AnonymisedView, ClassRisk } from '../protocol/anonymous-types.js'
import type { Progress } from '../protocol/protocol.js'
import type { Settings } from '../protocol/settings-types.js'
import { anonymityLabel, requirementsOf, stepsBefore } from '../plans/requirements.js'

/** Most values shown with their classes. */
const EXAMPLES = 4

/**
 * Anonymises the file like `sdc anonymize`, without writing it, and describes the result.
 *
 * @param registry - The methods.
 * @param data - The file.
 * @param settings - Roles, hierarchies and requirements.
 * @param told - Receives the progress.
 * @returns Classes and risk before and after, changes of each column, and the steps for a release.
 * @throws NO_COLUMNS without quasi-identifiers; BAD_HIERARCHY; errors of the recoding, such as too many suppressed
 *   records.
 */
export async function anonymise(
  registry: Registry,
  { source, csv }: OpenData,
  settings: Settings,
  { progress }: { readonly progress: (progress: Progress) => void },
): Promise<AnonymisedView> {
  const { anonymity } = settings
  const original = csv.dataset
  const roles = schemaOf(settings)
  const dictionary = dictionaryOf(csv, roles)
  const requirements = requirementsOf(anonymity)
  const plan = planAnonymization(original, withMissingOf(roles, dictionary), requirements)
  const before = stepsBefore(original, plan.schema, settings)
  const outcome = await anonymizeFile(
    { source: { ...csv, dictionary }, bytes: () => source.pieces },
    {
      plan,
      requirements,
      before,
      out: 'anonymous.csv',
      manifest: false,
      tick: (fraction, doing) => progress({ fraction, doing }),
    },
    registry,
  )
  const { anonymized } = outcome.result
  const [{ data: masked }] = outcome.files
  const { person } = rolesOf(original, plan.schema)
  const why = new Map<string, string[]>()
  for (const { accept, sentence } of outcome.findings)
    for (const name of accept) why.set(name, [...(why.get(name) ?? []), sentence])
  const openTexts = findingSentences(outcome.findings)
  return {
    label: anonymityLabel(anonymity),
    steps: [...before, plan.step],
    // Rules derived from the values become explicit, for a key and a plan.
    schema: { ...settings.schema, columns: withRules(settings, plan.schema) },
    verdict: anonymized.verdict,
    records: anonymized.records,
    loss: anonymized.cellLoss,
    before: classRisk(original, plan.keys, person),
    after: classRisk(masked, plan.keys, person),
    columns: columnsOf(anonymized),
    open: [...why].map(([name, sentences]) => ({ name, why: sentences.join('; ') })),
    warnings: [...textsOf(plan.messages, 'note'), ...textsOf(outcome.messages, 'warning')].filter(
      (text) => !openTexts.includes(text),
    ),
  }
}

function withRules({ schema }: Settings, planned: Settings['schema']): Settings['schema']['columns'] {
  return Object.fromEntries(
    Object.entries(schema.columns).map(([name, column]) => {
      const hierarchy = column.hierarchy ?? planned.columns[name]?.hierarchy
      return [name, hierarchy === undefined ? column : { ...column, hierarchy }]
    }),
  )
}

function classRisk(data: Dataset, keys: readonly string[], person: string | undefined): ClassRisk {
  const { identity, records } = fileRisk(data, { keys, person, maxSize: 0, steps: 0 })
  const { unique = 0, smallest = 0, expected = 0 } = identity ?? {}
  return { unique, smallest, expected, records, sizes: classSizes(data, keys) }
}

function columnsOf({ quasiIdentifiers, mapping }: Anonymized): AnonymisedView['columns'] {
  return quasiIdentifiers.map((name) => {
    const own = mapping.filter(({ column }) => column === name)
    const perLevel = new Map<number, number>()
    for (const { level, records } of own) perLevel.set(level, (perLevel.get(level) ?? 0) + records)
    const frequent = own.filter((row) => row.class !== row.value).sort((a, b) => b.records - a.records)
    const classes = [...new Map(frequent.map((row) => [row.class, row])).values()].slice(0, EXAMPLES)
    return {
      name,
      values: new Set(own.map(({ value }) => value)).size,
      classes: new Set(own.map((row) => row.class)).size,
      levels: [...perLevel].sort(([a], [b]) => a - b).map(([level, records]) => ({ level, records })),
      examples: classes.map((row) => ({ value: row.value ?? 'missing', becomes: row.class ?? 'missing' })),
    }
  })
}
