import { canonicalJson, seededRng, type Plugin, type Registry } from '@sdc/core'
import {
  candidatesOf,
  kindsTogether,
  localExecutor,
  parseComparePlan,
  runTasks,
  type Executor,
  type Work,
} from '@sdc/engine'
import { artificialFile, columnsOfKinds } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { artificialSchema } from './engine-registry.js'

/**
 * Runs the methods of a plugin as tasks here and by an executor that sends them elsewhere: what comes back must be the same.
 * Left out are methods that need a masked file or columns to condition on, and plugins without metrics for the axes of a
 * comparison.
 */
export async function workerChecks(
  plugin: Plugin,
  registry: Registry,
  executor: Executor | undefined,
): Promise<Check[]> {
  const methods = (plugin.methods ?? []).filter(
    ({ traits }) => !traits.postMasking && !traits.adds && traits.given !== 'required' && traits.given !== 'keys',
  )
  const candidates = methods.flatMap(({ id, traits }) => {
    const columns = columnsOfKinds(traits.accepts)
    return [
      { use: id, columns },
      { use: id, columns: columns.slice(0, 1) },
    ]
  })
  const original = artificialFile()
  const columns = original.names.filter((name) => candidates.some((one) => one.columns.includes(name)))
  const axes = registry.defaults.axes?.[kindsTogether(original, columns)]
  if (!executor || methods.length === 0 || axes === undefined) return []
  const tasks = candidatesOf(registry, parseComparePlan({ candidates })).map((job) => ({ job }))
  const work: Omit<Work, 'prepared'> = {
    registry,
    original,
    schema: artificialSchema,
    columns,
    given: [],
    metrics: [axes.risk, axes.loss].map((use) => ({ use, params: {} })),
    replicates: 2,
    rng: seededRng('conformance'),
  }
  const outcome = async (by: Executor): Promise<string> => {
    const outcomes = await runTasks(by, { ...work, prepared: new Map() }, tasks, () => {})
    return canonicalJson(
      outcomes.map(({ candidates: all, warnings }) => [
        warnings,
        all.map(({ metrics, masks, error }) => [
          [...metrics].map(([id, { values }]) => [id, values]),
          masks,
          error ?? null,
        ]),
      ]),
    )
  }
  return [
    await runCheck(plugin.name, 'its methods give in a worker what they give here', async () =>
      (await outcome(localExecutor)) === (await outcome(executor))
        ? []
        : ['expected the same outcomes from a worker, got others: a task must depend on nothing but its input'],
    ),
  ]
}
