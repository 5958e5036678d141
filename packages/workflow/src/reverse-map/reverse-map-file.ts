import type { Dataset, Registry } from '@sdc/core'
import { maskedRun, parseStep, replicateRng, runSteps, type FileSchema } from '@sdc/engine'
import { csvBytes, type CsvFile } from '@sdc/io'
import type { Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'

export interface ReverseMapData {
  readonly original: Dataset
  /** Of any program. */
  readonly masked: CsvFile
  /** The original's record of every masked one, −1 unknown; undefined where each is mapped by its quantile. */
  readonly origin: Int32Array | undefined
}

export interface ReverseMapFileOptions {
  /** The columns to map: `chooseShared`. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  readonly ties: string
  /** How far two categories of a taxonomy are apart. */
  readonly distance: string
  readonly seed?: string | number | undefined
  readonly out?: string | undefined
}

/** Gives a masked file exactly the original values back, in the order of the masked ones; the result are its columns. */
export async function reverseMapFile(
  { original, masked: source, origin }: ReverseMapData,
  { columns, schema, ties, distance, seed, out }: ReverseMapFileOptions,
  registry: Registry,
): Promise<Outcome<readonly string[]>> {
  const masked = source.dataset
  const params = { ties, mode: origin ? 'linked' : 'quantile', distance }
  const steps = [parseStep({ use: 'reverse-map/rank', columns, params })]
  const unlinked = new Int32Array(masked.rows).fill(-1)
  const from = maskedRun({ data: masked, origin: origin ?? unlinked }, columns)
  const run = await runSteps({ registry, original, schema, steps, rng: replicateRng(rootRng(seed)), from })
  return {
    result: columns,
    artefacts: [{ kind: 'masked', name: out, content: csvBytes(source, run.files[0].data) }],
    sentences: [
      ...run.warnings.map((warning) => `warning: ${warning}`),
      `reverse-mapped ${columns.length} columns of ${masked.rows} records: ${columns.join(', ')}`,
    ],
  }
}
