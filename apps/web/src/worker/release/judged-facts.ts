import { unitText } from '@sdc/engine'
import type { Criterion, Judgement } from '@sdc/release'
import type { ReportCriterion, ReportException } from '@sdc/report'

/** Judgement of a file by a policy, in the form of the report. */
export interface JudgedFacts {
  readonly policy: string
  readonly release: string
  readonly runs: number
  readonly state: Judgement['state']
  readonly verdict: string
  readonly criteria: readonly ReportCriterion[]
  readonly exceptions: readonly ReportException[]
}

/**
 * A judgement as the rows of the table that is signed.
 *
 * @param judgement - What the policy says.
 * @returns Texts: requirement, value of the released file, and value of the worst run.
 */
export function judgedFacts({ policy, release, runs, state, verdict, criteria }: Judgement): JudgedFacts {
  return {
    policy,
    release,
    runs,
    state,
    verdict,
    criteria: criteria.map(rowOf),
    exceptions: criteria.flatMap(({ exception, unit }): ReportException[] => {
      if (exception === undefined) return []
      const { metric, upTo, by, reason, until } = exception
      return [
        {
          metric,
          upTo: `up to ${unitText(upTo, { unit }).trim()}`,
          by,
          reason,
          until,
        },
      ]
    }),
  }
}

function rowOf(criterion: Criterion): ReportCriterion {
  const { metric, title, bound, limit, released, worst, independent, unit, state, text, cause } = criterion
  const shown = (value: number | null): string => (value === null ? 'no value' : unitText(value, { unit }).trim())
  const isLimit = limit !== null
  return {
    name: title,
    id: metric,
    limit: bound,
    released: isLimit ? shown(released) : state === 'met' ? 'as required' : 'not as required',
    ...(isLimit && { worst: shown(worst) }),
    ...(independent !== null && { independent: shown(independent) }),
    state,
    note: cause === undefined ? text : `${text} (${cause})`,
  }
}
