import type { ReportRecord } from '@sdc/report'
import type { ReportedRun } from './reported-run.js'

/** The records that are at risk most, and what was not looked at. */
export interface RecordFacts {
  readonly records: readonly ReportRecord[]
  readonly note?: string | undefined
}

export function riskiestRecords(_: ReportedRun): RecordFacts {
  return { records: [] }
}
