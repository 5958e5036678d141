import type { Registry } from '@sdc/core'
import {
  bindLimits,
  canBeChosen,
  chooseColumns,
  markPareto,
  type Axes,
  type Comparison,
  type Executor,
  type Row,
} from '@sdc/engine'
import { compareFile, frontierFile, usualComparison, withWishes } from '@sdc/workflow'
import { comparisonView } from './comparison-view.js'
import { limitsOf } from './judged.js'
import type { Calls } from './messages.js'
import type { OpenData } from './open-data.js'
import type { ComparisonView, Progress } from './protocol.js'
import { comparisonOf, schemaOf } from './settings-plan.js'

/** So long a search may take, about, where nothing else says how far it goes. */
const SEARCH_SECONDS = 120

/** Who is told of a comparison while it runs, and who runs it. */
export interface Comparing {
  readonly executor?: Executor | undefined
  readonly progress: (progress: Progress) => void
  /** What there is so far; asked for only where somebody listens. */
  readonly grew: (view: () => ComparisonView) => void
}

/**
 * Compares candidates on an open file.
 *
 * @param registry - Methods and metrics.
 * @param data - The file.
 * @param ask - Roles, what to try and how often; the policy, whose limits a candidate that is chosen keeps in every run.
 * @param how - Who runs it, and who is told.
 * @returns The judged comparison as the page shows it.
 * @throws what `compareFile` throws.
 */
export async function compare(
  registry: Registry,
  { source, csv, header }: OpenData,
  { settings, today }: Pick<Calls['compare'], 'settings' | 'today'>,
  { executor, progress, grew }: Comparing,
): Promise<ComparisonView> {
  const original = csv.dataset
  const schema = schemaOf(settings, header)
  const plan = comparisonOf(registry, settings)
  const columns = chooseColumns(original, undefined, schema, [])
  const limits = limitsOf(registry, settings, today, { original, schema })
  const bound = bindLimits(registry, limits)
  const soFar = (rows: readonly Row[], axes: Axes): Comparison => ({
    rows: markPareto(rows, axes, canBeChosen),
    axes,
    metrics: [axes.risk, axes.loss],
    limits: bound,
    bounds: [],
    levels: [],
    columns,
    given: [],
    records: original.rows,
    verdict: '',
    notes: [],
    warnings: [],
  })
  if (settings.search === 'frontier') {
    const { result } = await frontierFile(
      original,
      {
        compare: withWishes(usualComparison(registry, settings, original, schema), settings),
        schema,
        limits,
        executor,
        extent: { seconds: SEARCH_SECONDS, clock: () => performance.now() / 1000 },
        // What a stage has done says nothing of the whole: how many stages there will be, the search finds out.
        tick: ({ stage, tasks, done, fraction }) => progress({ fraction, doing: `${stage}, ${done} of ${tasks}` }),
        found: (known) =>
          grew(() => {
            const { axes, cloud } = known()
            return comparisonView(soFar([], axes), source.name, cloud)
          }),
      },
      registry,
    )
    return comparisonView({ ...result.comparison, verdict: result.verdict }, source.name, result.cloud)
  }
  const { result } = await compareFile(
    original,
    {
      compare: plan,
      schema,
      limits,
      progress: ({ stage, counts, fraction }) =>
        progress({ fraction, doing: stage, done: counts?.done, all: counts?.all }),
      found: (rows, axes) => grew(() => comparisonView(soFar(rows, axes), source.name)),
    },
    registry,
  )
  return comparisonView(result, source.name)
}
