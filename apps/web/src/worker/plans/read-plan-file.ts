import { SdcError, type Registry } from '@sdc/core'
import { expandPatterns, missingPolicies, type ComparePlan, type Plan, type StepPlan } from '@sdc/engine'
import { bytesOf } from '@sdc/inspect'
import { readPlan } from '@sdc/release'
import { anonymityOf } from './requirements.js'
import { stepsText } from './chosen-steps.js'
import type { DataSource } from '../data/data-source.js'
import type { OpenData } from '../data/open-data.js'
import { columnsOf, refuseOtherColumns } from './other-columns.js'
import type { Settings } from '../protocol/settings-types.js'

/**
 * Reads a plan into settings.
 *
 * @param registry - The methods that it may name.
 * @param data - The open file, to which it must belong.
 * @param file - The plan.
 * @param usual - Defaults for settings that it lacks.
 * @param without - True to ignore keys for which the page has its own rule, after the error about them was shown.
 * @returns The settings.
 * @throws BAD_PLAN for an invalid plan, or one that the page does not support; UNKNOWN_COLUMN for another file;
 *   UNKNOWN_METHOD and BAD_PLUGIN for methods that the page lacks.
 */
export function readPlanFile(
  registry: Registry,
  { csv, source }: OpenData,
  file: DataSource,
  usual: Settings,
  without = false,
): Settings {
  const { plan, manifest } = readPlan({ name: file.name, content: bytesOf(file.pieces) })
  const { compare, steps, acceptOpen, plugins = [] } = plan
  if (manifest !== undefined) {
    const message = `${file.name} is the key file of a run, not a plan`
    throw new SdcError(
      'BAD_PLAN',
      message,
      { file: file.name },
      'Open it as a key file: the page then reproduces the release.',
    )
  }
  if (plugins.length > 0) {
    const message = `${file.name} needs the plugins ${plugins.join(', ')}, which this page does not contain`
    throw new SdcError('BAD_PLUGIN', message, { file: file.name }, 'Run the plan on the command line: sdc run.')
  }
  if (!without) refuseKeys(plan, file.name)
  const schema = plan.schema && expandPatterns(plan.schema, csv.dataset.names)
  const columns = Object.entries(schema?.columns ?? {})
  const shared = [...(compare?.fixed ?? []), ...(compare?.last ?? [])]
  refuseOtherColumns(
    [
      ...columns.map(([name]) => name),
      ...(acceptOpen ?? []),
      ...columnsOf(steps),
      ...columnsOf([...(compare?.candidates ?? []), ...shared]),
    ],
    csv.dataset.names,
    file.name,
    source.name,
  )
  for (const step of [...steps, ...(compare?.candidates ?? []), ...shared]) registry.get('methods', step.use)
  if (compare !== undefined) refuseMore(compare, registry, file.name)
  const settled = {
    ...usual.schema,
    ...schema,
    columns: { ...usual.schema.columns, ...Object.fromEntries(columns) },
  }
  const accepted = acceptOpen ?? usual.accepted
  const goal = usual.goal === 'table' ? 'statistics' : usual.goal
  if (compare === undefined) {
    if (steps.length === 0)
      throw new SdcError('BAD_PLAN', `${file.name} has no steps and no comparison`, { file: file.name })
    const anonymity = anonymityOf(csv.dataset, settled, steps)
    const how = anonymity === undefined ? { goal } : ({ goal: 'anonymous', anonymity } as const)
    const chosen = stepsText(registry, steps)
    return { ...usual, ...how, schema: settled, accepted, fixed: undefined, last: undefined, chosen, steps }
  }
  return {
    ...usual,
    goal: compare.purpose === 'synthetic' ? 'synthetic' : 'statistics',
    schema: settled,
    accepted,
    fixed: compare.fixed,
    last: compare.last,
    search: compare.candidates === undefined ? 'usual' : 'chosen',
    candidates: (compare.candidates ?? []).map(({ use, grid, params }) => ({
      use,
      grid: { ...asGrid(params), ...grid },
    })),
    reverseMap: compare.then.some((then) => then.some(({ use }) => use === registry.defaults.postMasking)),
    replicates: compare.replicates,
    missing: missingPolicies.find((one) => one === compare.missing) ?? usual.missing,
    chosen: undefined,
    steps: undefined,
  }
}

/** Refuses keys for which the page has its own rule: the policy, a fresh key. */
function refuseKeys({ metrics, limits, measure, seed, maxUnchanged, missingKinds }: Plan, file: string): void {
  const said = Object.entries({ metrics, limits, measure, seed, maxUnchanged, missingKinds })
  const choices = said.flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (choices.length === 0) return
  const message = `the page does not use these keys of ${file}: ${choices.join(', ')}. It measures and limits by the policy, and draws with a secret key`
  const fix = 'Run the plan on the command line: sdc run or sdc compare.'
  throw new SdcError('BAD_PLAN', message, { file, parameter: 'plan', choices }, fix)
}

/** Refuses a comparison that the page's settings cannot express, so that nothing in a plan is silently ignored. */
function refuseMore(compare: ComparePlan, registry: Registry, file: string): void {
  const { candidates = [], then, by, smallGroups, columns, given, precision, purpose, axes } = compare
  const { postMasking } = registry.defaults
  const isKnown = (steps: readonly StepPlan[]): boolean =>
    steps.length === 0 || (steps.length === 1 && steps[0].use === postMasking)
  const more = Object.entries({
    columns: columns !== undefined || candidates.some((one) => one.columns !== undefined),
    given: given !== undefined,
    by: by.length > 0,
    smallGroups: smallGroups !== 'error',
    precision: precision !== undefined,
    purpose: purpose !== undefined && purpose !== 'statistics' && purpose !== 'synthetic',
    axes: axes.risk !== undefined || axes.loss !== undefined,
    with: candidates.some((one) => one.with.length > 0),
    then: !then.every(isKnown),
  }).flatMap(([name, isSaid]) => (isSaid ? [name] : []))
  if (more.length === 0) return
  const message = `the page does not support these settings of the comparison in ${file}: ${more.join(', ')}`
  const fix =
    'Run the plan on the command line: sdc compare. To continue a comparison of this page, open its saved history.'
  throw new SdcError('BAD_PLAN', message, { file }, fix)
}

/** Fixed parameters are grids of one value. */
function asGrid(params: Readonly<Record<string, unknown>>): Record<string, readonly unknown[]> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value]]))
}
