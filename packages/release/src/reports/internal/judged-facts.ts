import type { Metric, Registry, Rng } from '@sdc/core'
import { releaseTypeOf } from '../../policy/read-policy.js'
import { judge } from '../../policy/judge.js'
import { valueAgainstLimit } from '../../policy/value-beside.js'
import type { Criterion, Judgement, Policy, PolicyException } from '../../policy/policy-types.js'
import { runForPolicy } from '../../gate/run-for-policy.js'
import type { ReportedRun } from '../facts/reported-run.js'
import type { ReportCriterion } from '@sdc/report'
import { fileName, groupedNumber } from '@sdc/inspect'
import type { JudgedFacts } from './internal-report.js'

/** Policy that a report is judged by. */
export interface PolicyChoice {
  readonly policy: Policy
  /** Name of its file. */
  readonly name: string
  /** Type of release; may be left out if there is only one. */
  readonly release?: string | undefined
  /** The day on which exceptions must hold. */
  readonly today: string
}

/** A finished run, to be judged. */
export interface JudgedRun extends Omit<ReportedRun, 'data' | 'files' | 'written' | 'findings' | 'metrics'> {
  readonly root: Rng
  readonly attempt: number
  readonly released: boolean
  readonly maxUnchanged?: number | undefined
}

/**
 * Judges a run by a policy: the file is the first run, and further runs of the same random numbers are made as the
 * policy requires.
 *
 * @param made - The run.
 * @param requirement - The policy.
 * @returns Facts for the report.
 * @throws BAD_OPTION for a type of release that the policy lacks.
 */
export async function judgedFacts(
  made: JudgedRun,
  { policy, name, release, today }: PolicyChoice,
): Promise<JudgedFacts> {
  const { registry, root, attempt, released, run } = made
  const { type, name: chosen } = releaseTypeOf(policy, release)
  const { facts } = await runForPolicy({ ...made, type, made: { root, attempt, released, run } })
  const judgement = judge(policy, chosen, facts, { registry, today, name })
  return factsOfJudgement(judgement, { registry, exceptions: type.exceptions, today })
}

/** Exceptions of a policy, and the day of a judgement by it. */
interface JudgedWith {
  readonly registry: Registry
  readonly exceptions: readonly PolicyException[]
  readonly today: string
}

/**
 * Returns the facts of a judgement for the report.
 *
 * @param judgement - The judgement.
 * @param context - Registry, exceptions of the policy, and the day of the judgement.
 * @returns Criteria, verdict and exceptions.
 */
export function factsOfJudgement(judgement: Judgement, { registry, exceptions, today }: JudgedWith): JudgedFacts {
  const { policy, release, criteria, verdict, state, runs } = judgement
  const metricOf = (id: string): Metric => registry.get('metrics', id.replace(/:(upper|lower)$/, ''))
  return {
    policy: fileName(policy),
    release,
    runs,
    verdict,
    state,
    criteria: criteria.map((one) => criterionRow(one, judgement)),
    exceptions: exceptions.map(({ metric, upTo, by, reason, until }) => ({
      metric: metricOf(metric).title,
      upTo: `up to ${groupedNumber(upTo)} ${metricOf(metric).unit}`.trim(),
      by,
      reason,
      until: until < today ? `${until} (over)` : until,
    })),
  }
}

function criterionRow(one: Criterion, { runs }: Judgement): ReportCriterion {
  const { title, metric, bound, state, limit, released, worst, independent, unit, text, cause } = one
  const value = (of: number | null): string =>
    of === null || limit === null ? 'no value' : `${valueAgainstLimit(of, limit)} ${unit}`.trim()
  const note = state === 'met' ? undefined : cause === undefined ? text : `${text} (${cause})`
  if (limit === null)
    return { name: title, limit: bound, released: state === 'met' ? 'yes' : 'no', state, ...(note && { note }) }
  return {
    name: title,
    id: metric,
    limit: bound,
    released: value(released),
    ...(runs > 1 && { worst: value(worst) }),
    ...(independent !== null && { independent: value(independent) }),
    state,
    ...(note && { note }),
  }
}
