import type { Registry } from '@sdc/core'
import { compareFile, comparisonDocument, comparisonMap, doneShare, type ComparisonDocument } from '@sdc/search'
import { groupedWarnings } from '@sdc/inspect'
import type { Executor, KeptMeasurement } from '@sdc/engine'
import { withDistinctTitles } from './distinct-titles.js'
import { releaseRefusals } from './release-refusals.js'
import { limitsOf, releaseType } from './judged.js'
import type { Calls } from '../protocol/messages.js'
import type { OpenData } from '../data/open-data.js'
import type { ComparisonView } from '../protocol/comparison-types.js'
import type { Progress } from '../protocol/protocol.js'
import { releaseSchema } from '../plans/release-schema.js'
import { comparisonOf, schemaOf } from '../plans/settings-plan.js'
import { MANY_RECORDS } from '../../session/usual-settings.js'

/** Callbacks of a running comparison, and the request to end it early. */
export interface Comparing {
  readonly progress: (progress: Progress) => void
  /** Receives the results so far; `view` is called only if they are shown. */
  readonly grew: (view: () => ComparisonView) => void
  /** Returns true to end early with the results so far. */
  readonly stopped: () => boolean
  /** Executor of the repeated runs of a plan before it is chosen. */
  readonly executor?: Executor | undefined
  /** Receives the measurements of a run, so that a later comparison of the same file need not repeat it. */
  readonly measured: (key: string, measurements: readonly KeptMeasurement[]) => void
}

/**
 * Compares candidates on an open file.
 *
 * @param registry - Methods and metrics.
 * @param data - The file.
 * @param ask - Roles, candidates, number of runs, earlier measurements, and the policy, whose limits the chosen
 *   candidate meets in every run.
 * @param how - Callbacks, and the request to end it early.
 * @returns The judged comparison as the page shows it.
 * @throws The errors of `compareFile`.
 */
export async function compare(
  registry: Registry,
  data: OpenData,
  { settings, today, kept }: Pick<Calls['compare'], 'settings' | 'today' | 'kept'>,
  { progress, grew, stopped, measured, executor }: Comparing,
): Promise<ComparisonView> {
  const { source, csv } = data
  const original = csv.dataset
  const schema = schemaOf(settings)
  const plan = comparisonOf(registry, settings)
  const limits = limitsOf(registry, settings, today, { original, schema })
  const mayLack = Object.keys(releaseType(registry, settings).allowNull)
  const view = (made: ComparisonDocument): ComparisonView => {
    const document = withDistinctTitles(made)
    const labels = made.candidates.map(({ title }) => title)
    const warnings = groupedWarnings(document.warnings, { labels, names: document.columns }).map(({ text }) => text)
    return { ...document, warnings, map: comparisonMap(document, source.name) }
  }
  const search = settings.search === 'further'
  const share = doneShare(search)
  let done = 0
  const known = new Map(kept)
  const { document } = await compareFile(
    original,
    {
      compare: plan,
      schema,
      limits,
      mayLack,
      lossesYield: true,
      check: async ({ steps }) =>
        await releaseRefusals(
          {
            registry,
            original,
            schema: releaseSchema(data, settings).schema,
            settings,
            today,
            executor,
            isBrief: stopped() || original.rows > MANY_RECORDS,
            progress: ({ doing }) => progress({ fraction: done, doing }),
          },
          steps,
        ),
      search,
      stopped,
      kept: {
        get: (key) => known.get(key),
        set(key, measurements) {
          known.set(key, measurements)
          measured(key, measurements)
        },
      },
      progress(now) {
        done = share(now)
        progress({ fraction: done, doing: now.stage, done: now.counts?.done, all: now.counts?.all })
      },
      found: (soFar) => grew(() => view(comparisonDocument(soFar()))),
    },
    registry,
  )
  return view(document)
}
