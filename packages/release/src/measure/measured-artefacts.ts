import { artefactIfNamed, type Artefact } from '@sdc/inspect'
import type { MeasuredFile } from './measure-masked.js'
import { measuredCsv } from './measured-csv.js'
import { measuredJson, type MeasuredContext } from './measured-json.js'
import { riskCsv } from './risk-file.js'

/** Names of the files for measurements. */
export interface MeasuredNames {
  /** File for the measurements: JSON if its name ends so, else CSV with a row for every metric. */
  readonly out?: string | undefined
  /** File with a row for every masked record. */
  readonly records?: string | undefined
}

/**
 * Returns the files of a measurement, which only their owner may read: they disclose facts of the original.
 *
 * @param result - The measured file.
 * @param names - Names of the files to write.
 * @param context - Messages and limits.
 * @returns Files to write.
 */
export function measuredArtefacts(
  result: MeasuredFile,
  { out, records }: MeasuredNames,
  context: MeasuredContext,
): Artefact[] {
  const isJson = out !== undefined && /\.json$/i.test(out)
  return [
    ...artefactIfNamed('risks', out, () =>
      isJson ? `${JSON.stringify(measuredJson(result, context), null, 2)}\n` : measuredCsv(result),
    ),
    ...artefactIfNamed('risks', records, () => riskCsv(result)),
  ]
}
