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
import type { Progress } from '../protocol/protocol.js'
import type { Settings } from '../protocol/settings-types.js'

/**
 * Returns the release type named by the settings.
 *
 * @param registry - The metrics of its limits.
 * @param settings - The policy with its text.
 * @returns The requirements of this type.
 * @throws The errors of the policy; BAD_OPTION for a type that it lacks.
 */
export function releaseType(registry: Registry, { policy }: Pick<Settings, 'policy'>): ReleaseType {
  return releaseTypeOf(readPolicy({ name: policy.name, content: policy.text }, registry), policy.release).type
}

/**
 * Returns the limits for candidates: those of the policy that can be measured on these columns, relaxed by exceptions.
 *
 * @param registry - The metrics.
 * @param settings - The policy.
 * @param today - The day; exceptions that ended before do not apply.
 * @param file - The original, and its known properties.
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

/** Returns the limits of a release type, relaxed by the exceptions of this day. */
export function boundLimits({ limits, exceptions }: ReleaseType, today: string): Limits {
  const passed = exceptions.filter(({ until }) => until >= today)
  return Object.fromEntries(
    Object.entries(limits).map(([id, value]) => [id, passed.find(({ metric }) => metric === id)?.upTo ?? value]),
  )
}

/** Runs after the first of the last judged plan, by file; they use one fixed key. */
const furtherRuns = new WeakMap<Dataset, { readonly key: string; readonly runs: PolicyRun['facts']['runs'] }>()

export interface JudgedInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema: FileSchema
  readonly steps: readonly StepPlan[]
  readonly settings: Settings
  readonly today: string
  readonly made: { readonly root: Rng; readonly attempt: number; readonly run: RunResult; readonly released?: boolean }
  /** Greatest number of runs; by default that of the policy. */
  readonly mostRuns?: number | undefined
  readonly executor?: Executor | undefined
  readonly progress: (progress: Progress) => void
}

/**
 * Runs steps as often as the policy requires, and judges the worst run.
 *
 * @param input - The steps, their first run, and the policy.
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
 * @param settings - The current policy.
 * @param today - The day.
 * @returns The judgement.
 */
export function judgedAgain(registry: Registry, { facts }: PolicyRun, { policy }: Settings, today: string): Judgement {
  const whole = readPolicy({ name: policy.name, content: policy.text }, registry)
  return judge(whole, policy.release, facts, { registry, today, name: policy.name })
}
