import type { Dataset, Registry } from '@sdc/core'
import { anonymousFile, kindsTogether, maskedRun, releaseFindings, type FileSchema } from '@sdc/engine'
import type { Dictionary } from '@sdc/files/formats'
import { fileName, type InputFile } from '@sdc/inspect'
import type { InternalReport } from '@sdc/report'
import type { MeasuredFile } from '../measure/measure-masked.js'
import { hashOf } from '../release/hashed-content.js'
import { internalReport } from './internal/internal-report.js'

/** Measurements of a file that another program masked. */
export interface MeasuredReportInput {
  readonly registry: Registry
  /** Name of the original. */
  readonly data: string
  readonly original: Dataset
  readonly masked: Dataset
  /** The masked file, unchanged. */
  readonly file: InputFile
  readonly schema?: FileSchema | undefined
  readonly dictionary?: Dictionary | undefined
  readonly result: MeasuredFile
  /** `sdc 0.3.0`. */
  readonly version: string
}

/** Classes in which nobody is unique and no value is certain. */
const LEAST = { records: 2, values: 2 }

/**
 * Returns the internal report of a masked file from another program, from its measurements.
 *
 * @param input - Both files, and the measurements.
 * @returns The report: a draft, because nothing was released and no policy was named.
 */
export function measuredReport(input: MeasuredReportInput): InternalReport {
  const { registry, data, original, masked, file, schema, dictionary, result, version } = input
  const { measured, levels, columns, origin = new Int32Array(masked.rows).fill(-1) } = result
  const state = { data: masked, origin }
  const anonymous = anonymousFile(original, state, schema, LEAST)
  const name = fileName(file.name)
  const report = internalReport({
    reported: {
      registry,
      data,
      original,
      schema,
      dictionary,
      steps: [],
      run: maskedRun(state, columns),
      files: [state],
      written: [{ name, sha256: hashOf(file.content), records: masked.rows }],
      findings: releaseFindings({ original, files: [state], columns, schema, anonymous }),
    },
    facts: { measured, levels, columns, axes: registry.defaults.axes?.[kindsTogether(original, columns)] },
    draft: `${name} was made by another program, and measured against ${data}.`,
    repeat: [],
    version,
  })
  if (result.linked > 0) return report
  return { ...report, recordsNote: 'No record is linked to the original: the riskiest records were not looked for.' }
}
