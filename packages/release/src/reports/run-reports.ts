import { oneOrMore, type Dataset, type Registry } from '@sdc/core'
import type { FileSchema, MeasurePlan, MetricPlan, StepPlan } from '@sdc/engine'
import type { InternalReport, PublicReport } from '@sdc/report'
import type { ComparisonDocument } from '@sdc/search'
import { fileName } from '@sdc/inspect'
import type { ProducedOutcome } from '../release/produce.js'
import { hashOf } from '../release/hashed-content.js'
import { internalReport, type JudgedFacts } from './internal/internal-report.js'
import { measureFacts } from './facts/measure-facts.js'
import { publicFacts } from './public/public-facts.js'
import { publicReport } from './public/public-report.js'
import type { ReportedRun, WrittenFile } from './facts/reported-run.js'

/** A run, with all that its reports need. */
export interface RunReportInput {
  readonly registry: Registry
  readonly original: Dataset
  /** The name of the original; folders before it are left out. */
  readonly data: string
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly outcome: ProducedOutcome
  readonly acceptOpen?: readonly string[] | undefined
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly measure?: MeasurePlan | undefined
  readonly publishParams?: boolean | undefined
  /** Comparison whose choice was run. */
  readonly compared?: ComparisonDocument | undefined
  /** Reason why it is not a release; undefined for a release. */
  readonly draft?: string | undefined
  readonly judged?: JudgedFacts | undefined
  /** Commands that make it again. */
  readonly repeat: readonly string[]
  /** `sdc 0.3.0`. */
  readonly version: string
  readonly tick?: ((fraction: number) => void) | undefined
}

/** The reports of a run. The hashes of its files are asked for where a report is, and not before. */
export interface RunReports {
  internal(): InternalReport
  public(): PublicReport
}

/**
 * Measures a run for its reports, and looks at its records.
 *
 * @param input - The run, and what is known of it.
 * @returns Data of both reports. It has the hashes of the files, so it is cheapest after they were written.
 */
export async function runReports(input: RunReportInput): Promise<RunReports> {
  const { outcome, tick, publishParams, judged, version, data } = input
  const reported: Omit<ReportedRun, 'written'> = {
    ...input,
    data: fileName(data),
    run: outcome.result,
    files: oneOrMore(outcome.files),
    findings: outcome.findings,
  }
  const facts = await measureFacts({ ...reported, written: [] }, tick)
  const whole = (): ReportedRun => ({ ...reported, written: writtenFiles(outcome) })
  return {
    internal: () => internalReport({ ...input, reported: whole(), facts }),
    public: () => publicReport(publicFacts(whole(), { publishParams, release: judged?.release, version })),
  }
}

function writtenFiles({ artefacts, files }: ProducedOutcome): WrittenFile[] {
  return artefacts
    .filter(({ kind }) => kind === 'masked')
    .map(({ name = 'the standard output', content }, f) => ({
      name: fileName(name),
      sha256: hashOf(content),
      records: files[f]?.data.rows ?? 0,
    }))
}
