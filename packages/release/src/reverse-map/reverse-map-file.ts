import { asInfo, type Dataset, type Registry } from '@sdc/core'
import { parseStep, type FileSchema } from '@sdc/engine'
import { csvContent } from '@sdc/files'
import { type Outcome, groupedWarnings, reverseMapping } from '@sdc/inspect'
import { hashedContent } from '../release/hashed-content.js'
import { runOnMasked, type MaskedElsewhere } from '../post-masking/run-on-masked.js'

/** Without origins every value is mapped by its quantile. */
export type ReverseMapData = MaskedElsewhere

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
  data: ReverseMapData,
  { columns, schema, ties, distance, seed, out }: ReverseMapFileOptions,
  registry: Registry,
): Promise<Outcome<readonly string[]> & { readonly data: Dataset }> {
  const { masked, origin } = data
  const params = { ties, mode: origin ? 'linked' : 'quantile', distance }
  const step = parseStep({ use: reverseMapping, columns, params })
  const run = await runOnMasked(data, { step, columns, schema, seed }, registry)
  return {
    result: columns,
    data: run.files[0].data,
    artefacts: [{ kind: 'masked', name: out, content: hashedContent(csvContent(masked, run.files[0].data)) }],
    messages: [
      ...groupedWarnings(run.warnings, { names: columns }),
      asInfo(`reverse-mapped ${columns.length} columns of ${masked.dataset.rows} records: ${columns.join(', ')}`),
    ],
  }
}
