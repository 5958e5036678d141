import type { Dataset, Registry } from '@sdc/core'
import { replicateRng, rootRng, runSteps, type Executor, type FileSchema, type StepPlan } from '@sdc/engine'
import { isRefused } from '@sdc/release'
import type { Progress } from '../protocol/protocol.js'
import type { Settings } from '../protocol/settings-types.js'
import { judged } from './judged.js'

export interface RefusalsInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema: FileSchema
  readonly settings: Settings
  readonly today: string
  readonly executor?: Executor | undefined
  /** True for a few runs only: a user waits for the result, or the file is large. */
  readonly isBrief?: boolean | undefined
  readonly progress: (progress: Progress) => void
}

/** Number of runs that are judged first; steps that exceed a limit in them need no more. */
const FIRST_RUNS = 3

/**
 * Checks steps like their release: disclosing columns, and the policy in as many runs as it requires. A further draw
 * must be likely to meet the limits as well.
 *
 * @param input - The file and the policy.
 * @param steps - The steps.
 * @returns The reasons against a release, as sentences; empty if there are none.
 */
export async function releaseRefusals(input: RefusalsInput, steps: readonly StepPlan[]): Promise<readonly string[]> {
  const { registry, original, schema, settings } = input
  const root = rootRng(undefined)
  const run = await runSteps({ registry, original, schema, steps, rng: replicateRng(root) })
  const made = { root, attempt: 1, run }
  for (const mostRuns of input.isBrief === true ? [FIRST_RUNS] : [FIRST_RUNS, undefined]) {
    const { run: of, judgement } = await judged({ ...input, steps, settings, made, mostRuns })
    const open = of.facts.open.filter(({ accepted }) => !accepted).map(({ name, why }) => `${name}: ${why}`)
    const isFirst = mostRuns !== undefined
    // Missing roles concern every candidate, and are reported before the comparison.
    const refused = judgement.criteria.filter(
      ({ key, state }) => key !== 'require roles' && (isFirst ? state === 'not met' : isRefused(state)),
    )
    const reasons = [...open, ...refused.map(({ title, text }) => `${title}: ${text}`)]
    if (reasons.length > 0) return reasons
  }
  return []
}
