import { artefactIfNamed, type Artefact } from '@sdc/inspect'
import type { MeasuredFile } from './measure-masked.js'
import { measuredCsv } from './measured-csv.js'
import { measuredJson, type MeasuredContext } from './measured-json.js'
import { riskCsv } from './risk-file.js'

/** Where measurements go. */
export interface MeasuredNames {
  /** The measurements: JSON where the name ends so, else CSV with a row for every metric. */
  readonly out?: string | undefined
  /** A row for every masked record. */
  readonly records?: string | undefined
}

/**
 * The files of a measurement, which are its owner's alone: they say of the original what no release does.
 *
 * @param result - The measured file.
 * @param names - The files that were asked for.
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
