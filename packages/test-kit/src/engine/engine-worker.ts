import { canonicalJson, seededRng, type Plugin, type Registry } from '@sdc/core'
import { kindsTogether, localExecutor, parseStep, runTasks, type Executor, type Work } from '@sdc/engine'
import { artificialFile, columnsOfKinds } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { artificialSchema } from './engine-registry.js'

/**
 * Runs the methods of a plugin as tasks here and by an executor that sends them elsewhere; both results must be equal.
 * Left out are methods that need a masked file or columns to condition on, and plugins without metrics for the axes of
 * a comparison.
 */
export async function workerChecks(
  plugin: Plugin,
  registry: Registry,
  executor: Executor | undefined,
): Promise<Check[]> {
  const methods = (plugin.methods ?? []).filter(
    ({ traits }) => !traits.postMasking && !traits.adds && traits.given !== 'required' && traits.given !== 'keys',
  )
  const steps = methods.flatMap(({ id, traits }) => {
    const columns = columnsOfKinds(traits.accepts)
    return [columns, columns.slice(0, 1)].map((some) => ({ ...parseStep(id), columns: [...some] }))
  })
  const original = artificialFile()
  const columns = original.names.filter((name) => steps.some((step) => step.columns.includes(name)))
  const axes = registry.defaults.axes?.[kindsTogether(original, columns)]
  if (!executor || methods.length === 0 || axes === undefined) return []
  const tasks = steps.flatMap((step) => [1, 2].map((replicate) => ({ label: step.use, steps: [step], replicate })))
  const work: Omit<Work, 'prepared'> = {
    registry,
    original,
    schema: artificialSchema,
    columns,
    given: [],
    metrics: [axes.risk, axes.loss].map((use) => ({ use, params: {} })),
    rng: seededRng('conformance'),
  }
  const outcome = async (by: Executor): Promise<string> => {
    const outcomes = await runTasks(by, { ...work, prepared: new Map() }, tasks, () => {})
    return canonicalJson(outcomes.map(({ values, error = null }) => [[...values], error]))
  }
  return [
    await runCheck(plugin.name, 'its methods give in a worker what they give here', async () =>
      (await outcome(localExecutor)) === (await outcome(executor))
        ? []
        : ['expected the same outcomes from a worker, got others: a task must depend on nothing but its input'],
    ),
  ]
}
