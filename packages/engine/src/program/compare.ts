import type { Dataset, Ids, MaskingMethod, Metric } from '@sdc/core'
import type { Comparison, Row } from '../compare/comparison.js'
import { decide } from '../decide/decide.js'
import { parseComparePlan, parseStep, type StepOptions } from '../plan/plan.js'
import type { Limits } from '../limits/limits.js'
import { rootRng } from '../run/root-rng.js'
import { replicateRng, runSteps } from '../run/run.js'
import { schemaOf } from './file-schema.js'
import { maskedOf, type Masked } from './mask.js'
import { registryOf } from './registered.js'
import type { AnyParams, FileOptions, NamedMetric, NamedStep, WithRegistry } from './step-types.js'
import { defined, idOf, methodIn, metricIn, metricPlanOf, plannedSettings, valuesIn } from './steps.js'

/** Values to try for each parameter, in all combinations; other parameters have their defaults. */
export type Grid<I> = { readonly [K in keyof I]?: readonly Exclude<I[K], undefined>[] | undefined }

/** A method to compare, with its defaults or with values to try. */
export type CompareChoice<I> =
  | MaskingMethod<unknown, I>
  | readonly [method: MaskingMethod<unknown, I>, grid: Grid<NoInfer<I>>]

/** Methods to compare, each with a grid of its own parameters. */
export type CompareChoices<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: CompareChoice<T[K]> }]

/** A grid for an id. */
type AnyGrid = Readonly<Record<string, readonly unknown[]>>

/** A method to compare, by its id or as a value. */
export type NamedChoice<I extends Ids = Ids> =
  | I['methods']
  | readonly [method: I['methods'], grid: AnyGrid]
  | MaskingMethod
  | readonly [method: MaskingMethod, grid: AnyGrid]

/** Settings for running, measuring and choosing candidates; a plan has the same keys. */
export interface CompareSettings<I extends Ids = Ids> extends FileOptions, Omit<StepOptions, 'columns'> {
  readonly columns?: 'all' | readonly string[] | undefined
  /** Metrics to measure in addition to those that the choice needs. */
  readonly metrics?: readonly NamedMetric<I>[] | undefined
  /** Axis of risk; by default the first risk metric in `metrics`, else that of the registry's purpose. */
  readonly risk?: Metric | I['metrics'] | undefined
  /** Axis of loss; by default the first loss metric, likewise. */
  readonly loss?: Metric | I['metrics'] | undefined
  /** Lists of further steps to try with every candidate: `[[], [rankMethod]]`. */
  readonly then?: readonly (readonly NamedStep<I>[])[] | undefined
  /** Number of runs of each finalist; 3 by default. */
  readonly replicates?: number | undefined
  /** Limits that no candidate may break in any run, by metric id: `{ 'risk/dbrl': 20 }`. */
  readonly limits?: Limits | undefined
}

/** Settings that a plan has in another place, or not at all. */
const ownKeys: readonly string[] = ['metrics', 'risk', 'loss', 'then', 'limits'] satisfies (keyof CompareSettings)[]

/** Result of a comparison. */
export interface Compared extends Comparison {
  /** The chosen candidate; undefined if none can be chosen, and then `verdict` gives the reason. */
  readonly choice: Row | undefined
  /**
   * Masks the file by a candidate of this comparison.
   *
   * @param candidate - The choice, or another row.
   * @param settings - The seed of the comparison reproduces its first run; without a seed the random numbers are
   *   fresh.
   * @returns The masked file.
   */
  mask(candidate: Row, settings?: Pick<FileOptions, 'seed' | 'tick'>): Promise<Masked>
}

/**
 * Compares methods on a file: measures every combination of the parameters' values, and returns the front of risk and
 * loss, a choice, and the verdict in words. It equals the comparison of a plan: the same seed gives the same result.
 *
 * @param data - The file.
 * @param candidates - Methods, or pairs of a method and the values to try of its parameters.
 * @param settings - Columns, metrics, limits, further steps.
 * @returns The rows, the choice, the verdict.
 * @throws SdcError: BAD_PLAN if there is no metric for an axis, and what `mask` and `measure` throw.
 */
export function compare<const T extends readonly unknown[]>(
  data: Dataset,
  candidates: CompareChoices<T>,
  settings?: CompareSettings,
): Promise<Compared>
/**
 * Compares methods that are named by their ids.
 *
 * @param data - The file.
 * @param candidates - Ids, or pairs of an id and values to try.
 * @param settings - Settings with the registry that has the methods.
 * @returns As above.
 */
export function compare<I extends Ids>(
  data: Dataset,
  candidates: readonly NamedChoice<NoInfer<I>>[],
  settings: WithRegistry<CompareSettings<NoInfer<I>>, I>,
): Promise<Compared>
export async function compare(
  original: Dataset,
  choices: readonly unknown[],
  settings: CompareSettings = {},
): Promise<Compared> {
  const candidates = choices as readonly NamedChoice[]
  const { metrics, then = [[]], limits, seed, tick } = settings
  const named = metrics?.map(metricIn) ?? []
  const values = {
    methods: valuesIn([...candidates.map(choiceMethod), ...then.flat().map(methodIn)]),
    metrics: valuesIn([...named, settings.risk, settings.loss].filter((one) => one !== undefined)),
  }
  const registry = registryOf(values, settings.registry)
  const axis = (which: 'risk' | 'loss'): string | undefined =>
    settings[which] === undefined
      ? named.map(idOf).find((id) => registry.get('metrics', id).kind === which)
      : idOf(settings[which])
  const compared = parseComparePlan(
    defined({
      candidates: candidates.map((choice) => ({ use: idOf(choiceMethod(choice)), grid: gridOf(choice) })),
      then: then.map((steps) => steps.map(furtherStep)),
      axes: defined({ risk: axis('risk'), loss: axis('loss') }),
      ...plannedSettings(settings, ownKeys),
    }),
  )
  const schema = schemaOf(original, settings)
  const input = { registry, original, schema, compare: compared, limits, metrics: metrics?.map(metricPlanOf) }
  const comparison = await decide({ ...input, rng: rootRng(seed), tick })
  return {
    ...comparison,
    choice: comparison.rows.find((row) => row.chosen),
    async mask({ steps }, own = {}) {
      const rng = replicateRng(rootRng(own.seed))
      return maskedOf(await runSteps({ registry, original, schema, steps, rng, tick: own.tick }))
    },
  }
}

function choiceMethod(choice: NamedChoice): MaskingMethod | string {
  return isPair(choice) ? choice[0] : choice
}

function gridOf(choice: NamedChoice): AnyParams {
  return isPair(choice) ? defined(choice[1]) : {}
}

function isPair(choice: NamedChoice): choice is Extract<NamedChoice, readonly unknown[]> {
  return Array.isArray(choice)
}

function furtherStep(step: NamedStep): unknown {
  const [params, own] = typeof step !== 'string' && Array.isArray(step) ? [step[1], step[2]] : []
  return parseStep(defined({ ...own, use: idOf(methodIn(step)), params: defined(params ?? {}) }))
}
