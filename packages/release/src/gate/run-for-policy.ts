import {
  asNote,
  asWarning,
  errorFrom,
  keyedRng,
  seededRng,
  type Dataset,
  type Message,
  type Metric,
  type Registry,
  type Rng,
} from '@sdc/core'
import {
  bind,
  bindLimits,
  idColumns,
  findingSentences,
  limitedValues,
  localExecutor,
  measureRun,
  metricColumns,
  openQuestions,
  releaseFindings,
  replicateRng,
  rolesOf,
  runBound,
  runTasks,
  startRun,
  withCodes,
  type BoundPlan,
  type Executor,
  type FileSchema,
  type LimitedValue,
  type MeasurePlan,
  type RunResult,
  type StepPlan,
  type Task,
  type Work,
  rootRng,
} from '@sdc/engine'
import { columnsMeasured, type MeasuredColumns } from '../measure/measured-columns.js'
import type { PolicyFacts, ReleaseType } from '../policy/policy-types.js'
import { inCanonicalOrder } from './canonical-order.js'
import { independentValues } from '../measure/independent-values.js'
import { openFacts } from './open-facts.js'
import { releasedRoles } from './released-roles.js'

export interface PolicyRunInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  /** Columns that the plan measures, in addition to those that it masks. */
  readonly measure?: MeasurePlan | undefined
  /** The seed of the plan; without it the random numbers are fresh and keyed. */
  readonly seed?: string | number | undefined
  /** The limits and the number of runs. */
  readonly type: Pick<ReleaseType, 'limits' | 'runs'>
  /** The population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People like those of the original who are not in it. */
  readonly control?: Dataset | undefined
  readonly acceptOpen?: readonly string[] | undefined
  readonly maxUnchanged?: number | undefined
  /**
   * A finished run: the first one judged, with the root of its random numbers, the number of its draw, and true if it
   * was released.
   */
  readonly made?:
    | {
        readonly root: Rng
        readonly attempt: number
        readonly released?: boolean | undefined
        readonly run?: RunResult | undefined
      }
    | undefined
  /** Values of the runs after the first from an earlier call with the same plan and limits: they would be the same. */
  readonly further?: readonly ReadonlyMap<string, LimitedValue>[] | undefined
  /** Executor of the other runs; by default this thread, one after the other. */
  readonly executor?: Executor | undefined
  /** Receives the progress, from 0 to 1, and a name of the present work. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/** Result of the runs for a policy. */
export interface PolicyRun {
  readonly facts: PolicyFacts
  /** Measured columns. */
  readonly measured: MeasuredColumns
  /** Messages for the user. */
  readonly messages: readonly Message[]
}

/**
 * Runs a plan as often as a policy asks, and measures every run by the metrics in its limits, with their default
 * parameters. The plan does not decide on how it is judged, and every column that it masks is measured. A plan that
 * draws no random numbers is run once.
 *
 * The first run is the released one, or that of the plan's seed. All others, and the draws of metrics, come from one
 * fixed key (`gateRng`), and their streams are named by methods alone. A plan without a seed is judged on records in an
 * order of their values. So the same input has the same answer. Changes to comments, the order of keys or records,
 * limits, unmasked columns or the last digit of a parameter give no other draws.
 *
 * Some changes give other draws, because streams belong to the names of columns: a new name for a masked column, a
 * changed value, another method. The prediction over all runs (`judgeLimit`) bounds the gain of such a search, and the
 * released file itself is judged.
 *
 * @param input - The plan, and the requirements of the policy.
 * @returns Facts to judge by the policy, columns and messages.
 * @throws Errors of the plan.
 */
export async function runForPolicy(asked: PolicyRunInput): Promise<PolicyRun> {
  const isOwn = asked.made !== undefined || asked.seed !== undefined
  const input = isOwn ? asked : { ...asked, original: judgedOrder(asked) }
  const { registry, original, schema, type, tick, acceptOpen = [] } = input
  const plan = bind({ ...input, alike: !isOwn })
  const root = input.made?.root ?? (input.seed === undefined ? gateRng() : rootRng(input.seed))
  const keyed = root.state.source === 'chacha20'
  const first = input.made?.attempt ?? 1
  const run = input.made?.run ?? (await runOnce(plan, replicateRng(root, first)))
  tick?.(0, 'disclosure by unmasked columns')
  const findings = releaseFindings({
    original,
    files: run.files,
    columns: run.columns,
    spared: run.spared,
    shielded: run.shielded,
    pseudonyms: run.pseudonyms,
    schema,
    maxUnchanged: input.maxUnchanged,
    dropsIdentifiers: true,
    tick: (fraction) => tick?.(0.05 * fraction, 'disclosure by unmasked columns'),
  })
  const of = measuredOf(run, input)
  const metrics = [...new Set(bindLimits(registry, type.limits).map(({ metric }) => metric))]
  const roles = rolesOf(original, schema)
  const draws = drawsNumbers(plan)
  const later = (fraction: number, doing?: string): void => tick?.(0.05 + 0.9 * fraction, doing)
  const count = draws ? type.runs : 1
  const prepared: Work['prepared'] = new Map()
  const runs = await measureRuns({ ...input, plan, run, of, metrics, count, prepared, tick: later })
  tick?.(0.95, 'independent data')
  const { population, control } = input
  const ticking = { population, control, prepared, rng: gateRng(), tick: () => tick?.(0.95, 'independent data') }
  const independent = await independentValues({
    registry,
    original,
    ...of,
    roles,
    metrics: metrics.map(({ id }) => ({ use: id, params: {} })),
    ...ticking,
  })
  const isReleased = input.made?.released ?? keyed
  const names = idColumns(original, schema, run.pseudonyms).dropped
  const identifiers = isReleased ? [] : names.filter((name) => run.files[0].data.names.includes(name))
  const kept = run.files[0].data.names.filter((name) => !names.includes(name))
  const facts = {
    runs,
    independent,
    keyed,
    released: input.made?.released === true || input.seed !== undefined || !draws,
    shuffled: isReleased,
    identifiers,
    roles: releasedRoles(original, schema, kept, run.columns, findings),
    hasItems: (roles.items?.length ?? 0) > 0,
    open: openFacts(findings, acceptOpen),
  }
  const once =
    draws || type.runs === 1
      ? []
      : [asNote('the plan draws no random numbers: every run of it is the same, and one is judged')]
  const left = findingSentences(openQuestions(findings, acceptOpen)).map(asWarning)
  return { facts, measured: of, messages: [...once, ...left, ...run.warnings.map(asWarning)] }
}

async function runOnce(plan: BoundPlan, rng: Rng): Promise<RunResult> {
  return withCodes(plan, await runBound(plan, { rng, from: startRun(plan.original) }))
}

/** Returns the measured columns: those that the plan names, and every column that it masks. */
function measuredOf(run: RunResult, { original, schema, measure }: PolicyRunInput): MeasuredColumns {
  const columns = original.names.filter(
    (name) =>
      (run.columns.includes(name) && !run.pseudonyms.includes(name)) || measure?.columns?.includes(name) === true,
  )
  return columnsMeasured(run, run.files, original, schema, { ...measure, columns })
}

function drawsNumbers({ steps }: BoundPlan): boolean {
  return steps.some(({ method }) => method.traits.stochastic)
}

/**
 * Returns the records sorted by the columns that the plan names and those with roles, regardless of the order of the
 * file and of other columns.
 */
function judgedOrder(input: PolicyRunInput): Dataset {
  const { original, schema } = input
  const { keys, confidential, given } = rolesOf(original, schema)
  const steps = bind(input).steps.flatMap((step) => [...step.columns, ...step.given, ...step.by])
  return inCanonicalOrder(original, [...new Set([...steps, ...keys, ...confidential, ...given])].sort())
}

/** Returns the random numbers of a judgement: fixed, because fresh ones could be drawn until they pass. */
function gateRng(): Rng {
  return keyedRng(seededRng('sdc gate').state.key)
}

interface RunsInput extends PolicyRunInput {
  readonly plan: BoundPlan
  /** The first run. */
  readonly run: RunResult
  readonly of: MeasuredColumns
  readonly metrics: readonly Metric[]
  /** Number of runs, including the first. */
  readonly count: number
  /** Results of the metrics' preparation of the original, for all runs and for independent data. */
  readonly prepared: Work['prepared']
}

/** Measures every run by the metrics that have columns; other metrics get a reason. */
async function measureRuns(input: RunsInput): Promise<ReadonlyMap<string, LimitedValue>[]> {
  const { registry, original, schema, steps, run, of, metrics, count, prepared, tick, executor = localExecutor } = input
  const besides = { population: input.population, control: input.control }
  const { roles } = input.plan
  const why = new Map<string, LimitedValue>()
  const fits: Metric[] = []
  for (const metric of metrics) {
    const reasons = run.files.flatMap(
      ({ data }) => metricColumns(metric, of.columns, roles, { original, masked: data }).reason ?? [],
    )
    if (reasons.length === 0) fits.push(metric)
    else why.set(metric.id, { value: null, reason: reasons[0] })
  }
  if (fits.length === 0) return Array.from({ length: count }, () => why)
  const plans = fits.map(({ id }) => ({ use: id, params: {} }))
  const rng = gateRng()
  const share = 1 / count
  const measured = await measureRun({
    registry,
    original,
    files: run.files,
    ...of,
    ...besides,
    roles,
    metrics: plans,
    rng: replicateRng(rng, 1).child('measure'),
    prepared,
    tick: (fraction) => tick?.(share * fraction, `run 1 of ${count}`),
  })
  const work: Work = {
    registry,
    original,
    schema,
    ...of,
    ...besides,
    metrics: plans,
    rng,
    prepared,
  }
  const label = steps.map(({ use }) => use).join(' + ')
  const task = (replicate: number): Task => ({ label, steps, replicate })
  const further = (input.further ?? []).slice(0, count - 1)
  let done = 1 + further.length
  const others = Array.from({ length: count - done }, (_, i) => i + done + 1)
  const outcomes =
    others.length === 0
      ? []
      : await runTasks(
          executor,
          work,
          others.map(task),
          (fraction) => tick?.(share + (1 - share) * fraction, `${done} of ${count} runs done`),
          () => done++,
        )
  const later = outcomes.map(({ values, error }) => {
    if (error) throw errorFrom(error)
    return values
  })
  return [limitedValues(measured), ...further, ...later].map((values) => new Map([...why, ...values]))
}
