import { listed, SdcError, unknownColumn, type Dataset, type Registry } from '@sdc/core'
import { maskedRun, replicateRng, runSteps, type FileSchema, type RunResult, type StepPlan, rootRng } from '@sdc/engine'
import type { DescribedFile } from '@sdc/files/formats'

/** A masked file of any program, beside what it was made of. */
export interface MaskedElsewhere {
  readonly original: Dataset
  readonly masked: DescribedFile
  /** The original's record of every masked one, −1 where it is unknown; undefined where that is so of all of them. */
  readonly origin: Int32Array | undefined
}

/** A post-masking step, and what it needs to be run. */
export interface StepOnMasked {
  readonly step: StepPlan
  /** The columns that were masked, which the step works on. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  /** Is told how far the work is, from 0 to 1, and what is being done at the moment. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/**
 * Runs one post-masking step on a file that another program masked, as if the masking had been the step before it.
 *
 * @param files - The original, the masked file, and how their records belong together.
 * @param how - The step and the columns.
 * @param registry - Where its method is.
 * @returns The run; its one file has the records of the masked one in their order.
 * @throws NO_COLUMNS where both files share none, UNKNOWN_COLUMN where the masked file lacks a column that the step is to use; what the step throws
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
