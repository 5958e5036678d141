import { asInfo, asWarning, type Registry } from '@sdc/core'
import { parseStep, type FileSchema } from '@sdc/engine'
import { type Outcome, groupedWarnings, reverseMapping } from '@sdc/inspect'
import { encodeText, type EncodeFile } from '../release/encode-file.js'
import { hashedContent } from '../release/hashed-content.js'
import { runOnMasked, type MaskedElsewhere } from '../post-masking/run-on-masked.js'

/** Without origins, every value is mapped by its quantile. */
export type ReverseMapData = MaskedElsewhere

export interface ReverseMapFileOptions {
  /** The columns to map: `chooseShared`. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  readonly ties: string
  /** Distance of two categories in a taxonomy. */
  readonly distance: string
  readonly seed?: string | number | undefined
  readonly out?: string | undefined
  /** Writes the file; by default as text. */
  readonly encode?: EncodeFile | undefined
}

/** Replaces the values of a masked file by the original values, in the order of the masked ones. */
export async function reverseMapFile(
  data: ReverseMapData,
  { columns, schema, ties, distance, seed, out, encode = encodeText }: ReverseMapFileOptions,
  registry: Registry,
): Promise<Outcome<readonly string[]>> {
  const { masked, origin } = data
  const params = { ties, mode: origin ? 'linked' : 'quantile', distance }
  const step = parseStep({ use: reverseMapping, columns, params })
  const run = await runOnMasked(data, { step, columns, schema, seed }, registry)
  const { content, losses } = await encode(masked, run.files[0].data, undefined, {})
  return {
    result: columns,
    artefacts: [{ kind: 'masked', name: out, content: hashedContent(content) }],
    messages: [
      ...losses.map(asWarning),
      ...groupedWarnings(run.warnings, { names: columns }),
      asInfo(`reverse-mapped ${columns.length} columns of ${masked.dataset.rows} records: ${columns.join(', ')}`),
    ],
  }
}
