import { canonicalJson, seededRng, type Plugin, type Registry } from '@sdc/core'
import { compareCandidates, localExecutor, parseComparePlan, type Executor } from '@sdc/engine'
import { artificialFile, columnsOfKinds } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { artificialSchema } from './engine-registry.js'

/**
 * The methods of a plugin as candidates of a comparison, here and by an executor that sends them elsewhere: what comes back
 * must be the same. A method that needs a masked file or columns to condition on is not tried; neither is anything where no
 * plugin names the axes of a comparison.
 */
export async function workerChecks(
  plugin: Plugin,
  registry: Registry,
  executor: Executor | undefined,
): Promise<Check[]> {
  const methods = (plugin.methods ?? []).filter(
    ({ traits }) => !traits.postMasking && !traits.adds && traits.given !== 'required' && traits.given !== 'keys',
  )
  if (!executor || methods.length === 0 || registry.defaults.axes?.numeric === undefined) return []
  const candidates = methods.flatMap(({ id, traits }) => {
    const columns = columnsOfKinds(traits.accepts)
    return [
      { use: id, columns },
      { use: id, columns: columns.slice(0, 1) },
    ]
  })
  const outcome = async (by: Executor): Promise<string> => {
    const { rows, warnings } = await compareCandidates({
      registry,
      original: artificialFile(),
      schema: artificialSchema,
      compare: parseComparePlan({ columns: candidates[0].columns, candidates, replicates: 2 }),
      metrics: [],
      rng: seededRng('conformance'),
      executor: by,
    })
    const plain = rows.map(({ label, metrics, masks, error }) => [label, [...metrics], masks, error?.toJSON() ?? null])
    return canonicalJson([plain, warnings])
  }
  return [
    await runCheck(plugin.name, 'its methods give in a worker what they give here', async () =>
      (await outcome(localExecutor)) === (await outcome(executor))
        ? []
        : ['expected the same comparison from a worker, got another: a job must depend on nothing but its input'],
    ),
  ]
}
