import { listed, SdcError, unknownColumn, type Dataset, type Registry } from '@sdc/core'
import { maskedRun, replicateRng, runSteps, type FileSchema, type RunResult, type StepPlan, rootRng } from '@sdc/engine'
import type { DescribedFile } from '@sdc/files/formats'

/** A masked file of any program, with its original. */
export interface MaskedElsewhere {
  readonly original: Dataset
  readonly masked: DescribedFile
  /** Original record of each masked one, −1 if it is unknown; undefined if all are unknown. */
  readonly origin: Int32Array | undefined
}

/** A post-masking step, and its context. */
export interface StepOnMasked {
  readonly step: StepPlan
  /** The masked columns, which the step works on. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  /** Receives the progress, from 0 to 1, and a name of the present work. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/**
 * Runs one post-masking step on a file that another program masked, as if the masking had been the step before it.
 *
 * @param files - The original, the masked file, and the matching of their records.
 * @param how - The step and the columns.
 * @param registry - Registry with its method.
 * @returns The run; its one file has the records of the masked one in their order.
 * @throws NO_COLUMNS if the files share no column; UNKNOWN_COLUMN if the masked file lacks a column of the step; the
 *   errors of the step.
 */
export async function runOnMasked(
  { original, masked, origin }: MaskedElsewhere,
  { step, columns, schema, seed, tick }: StepOnMasked,
  registry: Registry,
): Promise<RunResult> {
  const data = masked.dataset
  if (columns.length === 0) throw nothingShared(original, data)
  const used = [...columns, ...(step.given ?? []), ...step.by]
  for (const name of used) if (original.names.includes(name) && !data.names.includes(name)) throw lacking(name, data)
  const unlinked = new Int32Array(data.rows).fill(-1)
  const from = maskedRun({ data, origin: origin ?? unlinked }, columns)
  return runSteps({ registry, original, schema, steps: [step], rng: replicateRng(rootRng(seed)), from, tick })
}

function lacking(name: string, { names }: Dataset): SdcError {
  const { fix } = unknownColumn(name, names)
  return new SdcError('UNKNOWN_COLUMN', `the masked file has no column "${name}"`, { column: name }, fix)
}

function nothingShared({ names }: Dataset, masked: Dataset): SdcError {
  const message = 'no column of the original is in the masked file, with the same kind of values'
  const fix = `The original has ${listed(names)}; the masked file ${listed(masked.names)}. Is it the file of this original?`
  return new SdcError('NO_COLUMNS', message, {}, fix)
}
