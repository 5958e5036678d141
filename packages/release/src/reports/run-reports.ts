import { oneOrMore } from '@sdc/core'
import type { InternalReport, PublicReport } from '@sdc/report'
import { fileName } from '@sdc/inspect'
import type { ProducedOutcome } from '../release/produce.js'
import { hashOf } from '../release/hashed-content.js'
import { internalReport, type InternalInput } from './internal/internal-report.js'
import { measureFacts } from './facts/measure-facts.js'
import { publicFacts } from './public/public-facts.js'
import { publicReport } from './public/public-report.js'
import type { ReportedRun, WrittenFile } from './facts/reported-run.js'

/** A run, with the data for its reports. */
export interface RunReportInput
  extends Omit<ReportedRun, 'run' | 'files' | 'written' | 'findings'>, Omit<InternalInput, 'reported' | 'facts'> {
  readonly outcome: ProducedOutcome
  readonly publishParams?: boolean | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Reports of a run. A report requests the hashes of the files when it is made, not before. */
export interface RunReports {
  internal(): InternalReport
  public(): PublicReport
}

/**
 * Measures a run for its reports, and finds its riskiest records.
 *
 * @param input - The run and its context.
 * @returns Data of both reports. They need the hashes of the files, so they are cheapest after writing these.
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
    public: () =>
      publicReport(
        publicFacts(whole(), { publishParams, release: judged?.release, version, synthesis: facts.synthesis }),
      ),
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
