import type { Registry } from '@sdc/core'
import { type Plan, rootRng } from '@sdc/engine'
import type { InternalReport } from '@sdc/report'
import { chosenPlanName, type ComparisonDocument } from '@sdc/search'
import { fileName, nameLike, quoted } from '@sdc/inspect'
import { produce, type ProduceData } from '../release/produce.js'
import { judgedFacts, type PolicyChoice } from './internal/judged-facts.js'
import { runReports } from './run-reports.js'

/** The choice of a comparison or of a search. */
export interface ChosenInput {
  readonly registry: Registry
  readonly source: ProduceData['source']
  /** The name of the original. */
  readonly data: string
  /** Content of `chosen-plan.yaml`. */
  readonly plan: Plan
  readonly compared: ComparisonDocument
  /** Policy that it is judged by. */
  readonly policy?: PolicyChoice | undefined
  readonly version: string
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Seed by which a report runs a plan without one, so that the report can be made again. */
const SEED = '1'

/** Name in a report on a choice, whose file was not written. */
const FILE = 'masked.csv'

/**
 * Makes the report on a choice: runs its plan, and measures the masked file. Nothing is released.
 *
 * @param input - The plan, its data, and the comparison.
 * @returns The internal report; a public one exists for released files only.
 * @throws The errors of a run.
 */
export async function chosenReport(input: ChosenInput): Promise<InternalReport> {
  const { registry, source, data, plan, tick } = input
  const { steps, schema, limits, metrics, measure, acceptOpen, maxUnchanged } = plan
  const seed = plan.seed === undefined ? SEED : String(plan.seed)
  const asked = { steps, schema, limits, metrics, measure, acceptOpen, maxUnchanged, seed, out: FILE }
  const outcome = await produce(
    { source, bytes: () => [] },
    { ...asked, tick: (fraction) => tick?.(fraction / 2) },
    registry,
  )
  const run = { registry, original: source.dataset, ...asked, root: rootRng(seed), run: outcome.result }
  const judged =
    input.policy && (await judgedFacts({ ...run, attempt: outcome.attempt, released: false }, input.policy))
  const typed = quoted(fileName(data))
  const drawn =
    plan.seed === undefined
      ? ` Its file was drawn by the seed ${SEED}, for this report alone; a release draws afresh, and has other values.`
      : ''
  const again = plan.seed === undefined ? ` --seed ${SEED}` : ''
  const reports = await runReports({
    ...input,
    ...asked,
    original: source.dataset,
    outcome,
    judged,
    draft: `The choice of a comparison: nothing was released.${drawn}`,
    repeat: [
      `sdc run ${chosenPlanName} --data ${typed}${again} -o ${nameLike('masked', data)}`,
      `sdc run ${chosenPlanName} --data ${typed} --release --private keep.json -o ${nameLike('public', data)}`,
    ],
    tick: (fraction) => tick?.(0.5 + fraction / 2),
  })
  return reports.internal()
}
