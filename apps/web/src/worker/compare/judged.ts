import { type Dataset, type Registry, isSdcError, type Rng } from '@sdc/core'
import {
  bindLimits,
  chooseColumns,
  refuseUnmeasurable,
  rolesOf,
  type Executor,
  type FileSchema,
  type Limits,
  type RunResult,
  type StepPlan,
} from '@sdc/engine'
import {
  judge,
  readPolicy,
  releaseTypeOf,
  runForPolicy,
  type Judgement,
  type PolicyRun,
  type ReleaseType,
} from '@sdc/release'
import { acceptedBy } from '../plans/chosen-steps.js'
import type { Progress, Settings } from '../protocol/protocol.js'

/**
 * The type of release that the settings name, of the policy that they hold.
 *
 * @param registry - The metrics that its limits are on.
 * @param settings - The policy's text.
 * @returns The requirements of this type.
 * @throws what is wrong with the policy; BAD_OPTION for a type that it lacks.
 */
export function releaseType(registry: Registry, { policy }: Pick<Settings, 'policy'>): ReleaseType {
  return releaseTypeOf(readPolicy({ name: policy.name, content: policy.text }, registry), policy.release).type
}

/**
 * Limits for candidates: those of the policy that can be measured on such columns, each as far as an exception
 * lets it be passed.
 *
 * @param registry - The metrics.
 * @param settings - The policy.
 * @param today - The day: an exception that ended before does not hold.
 * @param file - The original, and what is known of it.
 * @returns The limits by metric id.
 */
export function limitsOf(
  registry: Registry,
  settings: Settings,
  today: string,
  { original, schema }: { readonly original: Dataset; readonly schema: FileSchema },
): Limits {
  const bound = Object.entries(boundLimits(releaseType(registry, settings), today))
  const columns = chooseColumns(original, undefined, schema, [])
  const isMeasured = (one: [string, number]): boolean => {
    try {
      refuseUnmeasurable(bindLimits(registry, Object.fromEntries([one])), {
        columns,
        roles: rolesOf(original, schema),
        original,
      })
      return true
    } catch (error) {
      if (isSdcError(error)) return false
      throw error
    }
  }
  return Object.fromEntries(bound.filter(isMeasured))
}

/** Limits of a type of release, each as far as an exception of this day permits. */
export function boundLimits({ limits, exceptions }: ReleaseType, today: string): Limits {
  const passed = exceptions.filter(({ until }) => until >= today)
  return Object.fromEntries(
    Object.entries(limits).map(([id, value]) => [id, passed.find(({ metric }) => metric === id)?.upTo ?? value]),
  )
}

/** Runs after the first of the plan that was judged last, of each file: they come from one fixed key. */
const furtherRuns = new WeakMap<Dataset, { readonly key: string; readonly runs: PolicyRun['facts']['runs'] }>()

export interface JudgedInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema: FileSchema
  readonly steps: readonly StepPlan[]
  readonly settings: Settings
  readonly today: string
  readonly made: { readonly root: Rng; readonly attempt: number; readonly run: RunResult; readonly released?: boolean }
  /** No more runs than these; as many as the policy asks for where it is not said. */
  readonly mostRuns?: number | undefined
  readonly executor?: Executor | undefined
  readonly progress: (progress: Progress) => void
}

/**
 * Runs steps as often as the policy asks, and holds the worst run against it.
 *
 * @param input - The steps, the first run of them, and the policy.
 * @returns The runs, and their judgement by the policy.
 */
export async function judged(input: JudgedInput): Promise<{ readonly run: PolicyRun; readonly judgement: Judgement }> {
  const { registry, original, schema, steps, settings, made, executor, progress, mostRuns = Infinity } = input
  const type = releaseType(registry, settings)
  const key = JSON.stringify([steps, schema, type.limits])
  const known = furtherRuns.get(original)
  const run = await runForPolicy({
    registry,
    original,
    schema,
    steps,
    type: { limits: type.limits, runs: Math.max(1, Math.min(type.runs, mostRuns)) },
    acceptOpen: acceptedBy(settings, steps),
    made,
    further: known?.key === key ? known.runs : undefined,
    executor,
    tick: (fraction, doing) => progress({ fraction, doing }),
  })
  const runs = run.facts.runs.slice(1)
  if (known?.key !== key || runs.length > known.runs.length) furtherRuns.set(original, { key, runs })
  return { run, judgement: judgedAgain(registry, run, settings, input.today) }
}

/**
 * Judges measured runs by another policy, such as one with a further exception.
 *
 * @param registry - The metrics.
 * @param run - The measured runs.
 * @param settings - The policy as it is now.
 * @param today - The day.
 * @returns The judgement.
 */
export function judgedAgain(registry: Registry, { facts }: PolicyRun, { policy }: Settings, today: string): Judgement {
  const whole = readPolicy({ name: policy.name, content: policy.text }, registry)
  return judge(whole, policy.release, facts, { registry, today, name: policy.name })
}
