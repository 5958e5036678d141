import type { SdcError } from '@sdc/core'
import type { Dataset } from '@sdc/core'
import { isCandidateProblem } from '../jobs/candidate-problem.js'
import type { FileState } from '../run/assemble.js'
import { runSteps, startRun, type RunState } from '../run/run.js'
import type { Ground, RunSample } from './ground.js'
import { joinParts, ofSample } from './join-parts.js'
import type { Part } from '../compare/part.js'

/** A part that was run: on the whole file, or, of values, on the sample of the run. */
export interface PartRun {
  readonly part: Part
  readonly run: RunState
}

/** A part, or why it cannot mask this file. */
export type TriedRun = PartRun | { readonly part: Part; readonly error: SdcError }

/**
 * Runs a part: what masks keys on the whole file, since a sample is another problem; what masks values on the sample.
 *
 * @param ground - The comparison.
 * @param sample - The run.
 * @param part - What to run.
 * @param whole - Whether values are masked on the whole file as well.
 * @returns The masked file; the error where the part cannot mask this file.
 */
export async function runPart(
  ground: Ground,
  sample: RunSample,
  part: Part,
  whole: boolean = part.side === 'keys',
): Promise<TriedRun> {
  const original = whole ? ground.original : sample.original
  try {
    return { part, run: await masked(ground, sample, part, original) }
  } catch (error) {
    if (!isCandidateProblem(error)) throw error
    const other = error.code === 'UNCHANGED' ? leaving(part, error.place.column) : undefined
    return other ? runPart(ground, sample, other, whole) : { part, error }
  }
}

/**
 * The part without a key that came out of it as it went in: that goes out as it is, and is counted with what an intruder
 * knows. Nothing where no key would be left, and of values, which are to be masked.
 */
function leaving(part: Part, column: string | undefined): Part | undefined {
  if (part.side === 'values' || column === undefined) return undefined
  const steps = part.steps.map((step) =>
    typeof step.columns === 'object' ? { ...step, columns: step.columns.filter((name) => name !== column) } : step,
  )
  if (steps.some(({ columns }) => columns?.length === 0)) return undefined
  return { ...part, label: `${part.label} (${column} as it is)`, steps }
}

async function masked(
  { registry, schema, tick }: Ground,
  { rng }: RunSample,
  part: Part,
  original: Dataset,
): Promise<RunState> {
  if (part.steps.length === 0) return startRun(original)
  const stop = (): void => tick(part.label, 0)
  return runSteps({ registry, original, schema, steps: part.steps, rng, tick: stop })
}

/**
 * The files that two parts make together, on the sample of a run or on the whole file.
 *
 * @param ground - The comparison.
 * @param sample - The run; undefined for the whole file, on which both parts were run then.
 * @param keys - What masked the keys, on the whole file.
 * @param values - What masked the values.
 * @returns A file for each that the parts make; none where their records cannot be put together.
 */
export function pairFiles(ground: Ground, sample: RunSample | undefined, keys: PartRun, values: PartRun): FileState[] {
  const { rows } = sample ?? {}
  const [first] = keys.run.files
  const ofKeys = rows ? ofSample(first, rows, ground.original.rows) : first
  const original = sample?.original ?? ground.original
  const side = { file: ofKeys, columns: keys.run.columns }
  return values.run.files.flatMap((file) => joinParts(original, side, { file, columns: values.run.columns }) ?? [])
}
