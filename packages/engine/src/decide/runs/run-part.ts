import { oneOrMore, type Dataset, type Rng, type SdcError } from '@sdc/core'
import { ruleFindings } from '@sdc/rules'
import { bind } from '../../bind/bind.js'
import { isCandidateProblem } from './candidate-problem.js'
import type { FileState } from '../../run/files/assemble.js'
import { keepInFiles } from '../../run/rules/keep-in-files.js'
import { runSteps, startRun, type RunResult } from '../../run/run.js'
import type { Ground, RunSample } from './ground.js'
import { joinParts, ofSample } from './join-parts.js'
import type { Part } from '../../compare/part.js'

/** Facts of a comparison that running and joining parts needs. */
export type PartGround = Pick<Ground, 'registry' | 'original' | 'schema' | 'roles' | 'rng' | 'tick'>

/** Part that was run: on the whole file or, for confidential columns, on the sample of the run. */
export interface PartRun {
  readonly part: Part
  readonly run: RunResult
}

/** Run of a part, or the error if it cannot mask this file. */
export type TriedRun = PartRun | { readonly part: Part; readonly error: SdcError }

/**
 * Runs a part. Quasi-identifiers are masked on the whole file, since their masking on a sample is a different problem.
 * Confidential columns are masked on the sample, unless `whole` is set.
 *
 * @param ground - The comparison.
 * @param sample - The run.
 * @param part - The part to run.
 * @param whole - True to mask confidential columns on the whole file as well.
 * @returns The masked file; the error if the part cannot mask this file.
 */
export async function runPart(
  ground: PartGround,
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
 * Returns the part without a quasi-identifier that its masking left unchanged. This column is released unchanged, and
 * counts as known to an intruder. Returns undefined if a step would have no column left, and for confidential columns,
 * which must be masked.
 */
function leaving(part: Part, column: string | undefined): Part | undefined {
  if (part.side === 'values' || column === undefined) return undefined
  const steps = part.steps.map((step) =>
    typeof step.columns === 'object' ? { ...step, columns: step.columns.filter((name) => name !== column) } : step,
  )
  if (steps.some(({ columns }) => columns?.length === 0)) return undefined
  return { ...part, label: `${part.label} (${column} unchanged)`, steps }
}

async function masked(
  { registry, schema, tick }: PartGround,
  { rng }: RunSample,
  part: Part,
  original: Dataset,
): Promise<RunResult> {
  if (part.steps.length === 0) return startRun(original)
  const stop = (): void => tick(part.label, 0)
  return runSteps({ registry, original, schema, steps: part.steps, rng, tick: stop })
}

/**
 * Joins the files of two parts, on the sample of a run or on the whole file.
 *
 * @param ground - The comparison.
 * @param sample - The run; undefined for the whole file, on which both parts must have been run.
 * @param keys - Run of the part for the quasi-identifiers, on the whole file.
 * @param values - Run of the part for the confidential columns.
 * @returns A joined file for each file of `values`; none if the records cannot be matched.
 */
export function pairFiles(
  ground: PartGround,
  sample: RunSample | undefined,
  keys: PartRun,
  values: PartRun,
): FileState[] {
  const { rows } = sample ?? {}
  const [first] = keys.run.files
  const ofKeys = rows ? ofSample(first, rows, ground.original.rows) : first
  const original = sample?.original ?? ground.original
  const side = { file: ofKeys, columns: keys.run.columns }
  const joined = values.run.files.flatMap(
    (file) => joinParts(original, side, { file, columns: values.run.columns }) ?? [],
  )
  return keptTogether(ground, original, joined, [values, keys], (sample ?? ground).rng)
}

/**
 * Keeps the rules between columns of both parts. Each part has kept them with the original values of the other; a run
 * of all steps keeps them once, after the last step.
 */
function keptTogether(
  { registry, schema, roles }: PartGround,
  original: Dataset,
  files: FileState[],
  parts: readonly PartRun[],
  rng: Rng,
): FileState[] {
  const isJoined = files.length > 0 && parts.every(({ run }) => run.columns.length > 0)
  if (!isJoined || (ruleFindings(original, files, roles)?.broken ?? 0) === 0) return files
  const steps = parts.flatMap(({ part }) => part.steps)
  const outcomes = parts.flatMap(({ run }) => run.outcomes)
  try {
    return [...keepInFiles(bind({ registry, original, schema, steps }), oneOrMore(files), { outcomes }, rng).files]
  } catch (error) {
    // Some records could keep the rules only by their original values: the pair is measured with its broken rules.
    if (!isCandidateProblem(error)) throw error
    return files
  }
}
