import { listed, type Registry } from '@sdc/core'
import { replicateRng, rootRng, runSteps, type Executor } from '@sdc/engine'
import { moveFacts } from '@sdc/release/reports'
import { bothBars } from '../data/bars.js'
import { heldPair, type HeldPair } from '../pair/held-pair.js'
import { chosenSteps, stepsText, unmaskedBy } from '../plans/chosen-steps.js'
import { judged } from './judged.js'
import type { Calls } from '../protocol/messages.js'
import type { OpenData } from '../data/open-data.js'
import type { ChosenView } from '../protocol/comparison-types.js'
import type { Progress } from '../protocol/protocol.js'
import { schemaOf } from '../plans/settings-plan.js'

/** Executor of a choice, and receiver of its progress. */
export interface Choosing {
  readonly executor?: Executor | undefined
  readonly progress: (progress: Progress) => void
}

/**
 * Runs a candidate and examines the result: the judgement of the policy, and every column before and after.
 *
 * @param registry - Methods and metrics.
 * @param data - The file.
 * @param ask - The settings and the candidate.
 * @param how - Executor, and receiver of the progress.
 * @returns The view of the page, and the masked file with the original, from a draw that is not released.
 */
export async function choose(
  registry: Registry,
  { csv }: OpenData,
  { settings, label, today }: Calls['choose'],
  { executor, progress }: Choosing,
): Promise<{ readonly view: ChosenView; readonly pair: HeldPair }> {
  const original = csv.dataset
  const schema = schemaOf(settings)
  const steps = chosenSteps(settings, label)
  const root = rootRng(undefined)
  const run = await runSteps({
    registry,
    original,
    schema,
    steps,
    rng: replicateRng(root),
    tick: (fraction, doing) => progress({ fraction: 0.2 * fraction, doing }),
  })
  const { judgement } = await judged({
    registry,
    original,
    schema,
    steps,
    settings,
    today,
    executor,
    made: {
      root,
      attempt: 1,
      run,
    },
    mostRuns: settings.replicates,
    progress: ({ fraction, ...rest }) =>
      progress({
        fraction: 0.2 + 0.8 * fraction,
        ...rest,
      }),
  })
  const [{ data: masked, origin }] = run.files
  const { moves = [], reason } = moveFacts({ original, masked, origin }, run.columns)
  const columns = run.columns
    .filter((name) => masked.names.includes(name))
    .map((name) => {
      const moved = moves.find((one) => one.name === name)
      const bars = bothBars(original.column(name), masked.column(name), csv.dictionary?.columns.get(name)?.labels)
      return { name, ...bars, ...(moved && { moves: moved.quantiles }) }
    })
  const left = unmaskedBy(settings, steps)
  const unmasked =
    left.length > 0 ? ` It leaves ${listed(left)} unmasked: choosing it accepts this, and the report names them.` : ''
  const sentence = `${stepsText(registry, steps)}. Masked ${run.columns.length} of ${original.names.length} columns: ${run.columns.join(', ')}.${unmasked}`
  const pair = heldPair({ original: csv, masked, origin })
  return { view: { label, sentence, judgement, columns, movesNote: reason }, pair }
}
