import { asInfo, type Registry } from '@sdc/core'
import type { MeasurePlan, MetricPlan } from '@sdc/engine'
import { produce, type ProduceData, type ProducedOutcome, type ProduceOptions } from '@sdc/release'
import { quoted, type Artefact } from '@sdc/inspect'
import { internalContent, publicContent, runReportName, runReports } from '@sdc/release/reports'
import { progress } from '../terminal/progress.js'
import { reportVersion } from './report-version.js'

/** The names of the reports of a run; undefined where it writes none. */
export interface RunReportNames {
  readonly internal?: string | undefined
  readonly public?: string | undefined
}

/** What says where the reports of a run go. */
export interface ReportedOptions {
  readonly out?: string | undefined
  readonly private?: string | undefined
  readonly release?: boolean | undefined
  readonly report: boolean
}

/**
 * Where the reports of a run go: the internal one beside its private file, where there is one, and the public one of a
 * release beside the masked file.
 *
 * @param options - Of the run.
 * @returns The names; none where nothing is written to a file.
 */
export function runReportNames({ out, private: key, release, report }: ReportedOptions): RunReportNames {
  if (!report || out === undefined) return {}
  return {
    internal: runReportName(key ?? out, out, 'INTERNAL'),
    public: release ? runReportName(out, out, 'PUBLIC') : undefined,
  }
}

/** What a run is reported with besides what it was made with. */
export interface RunReportContext {
  readonly names: RunReportNames
  readonly dataPath: string
  readonly planPath: string
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly measure?: MeasurePlan | undefined
}

/**
 * A run that writes its reports as well.
 *
 * @param context - Where they go, and what is measured.
 * @returns What makes the files and the reports.
 */
export function reportedRun(
  context: RunReportContext,
): (data: ProduceData, options: ProduceOptions, registry: Registry) => Promise<ProducedOutcome> {
  return async (data, options, registry) => {
    const outcome = await produce(data, options, registry)
    const { names } = context
    // A device or a pipe gets no report next to it.
    if (names.internal === undefined || options.manifest === false) return outcome
    const bar = progress('making the report')
    const reports = await runReports({
      ...context,
      ...options,
      registry,
      original: data.source.dataset,
      data: context.dataPath,
      outcome,
      draft: draftText(options),
      repeat: [repeatText(context, options)],
      version: reportVersion(),
      tick: bar.tick,
    })
    bar.done()
    const made: Artefact[] = [
      { kind: 'internal-report', name: names.internal, content: await internalContent(reports.internal) },
      ...(names.public === undefined
        ? []
        : [{ kind: 'public-report', name: names.public, content: await publicContent(reports.public) } as const]),
    ]
    const said = [
      `wrote ${names.internal}: facts about the original; do not publish it`,
      ...(names.public === undefined ? [] : [`wrote ${names.public}: publish it with the released file`]),
    ]
    // Before the masked file: its hash is taken while it is written, and what comes first is made last.
    return {
      ...outcome,
      artefacts: [...made, ...outcome.artefacts],
      messages: [...outcome.messages, ...said.map(asInfo)],
    }
  }
}

function draftText({ release, seed }: ProduceOptions): string | undefined {
  if (release) return undefined
  return seed === undefined
    ? 'It is not fit for release: records are in the order of the original, and identifiers are kept.'
    : 'Made with a seed: a person who guesses it can undo the masking. It is not fit for release.'
}

/** The command that was typed, by the names of its files. */
function repeatText(
  { planPath, dataPath }: RunReportContext,
  { out, seed, release, private: key }: ProduceOptions,
): string {
  const name = (path: string): string => quoted(path.split(/[\\/]/).at(-1) ?? path)
  if (release && key !== undefined) return `sdc run ${name(key)} --data ${name(dataPath)} -o again.csv`
  const seeded = seed === undefined ? '' : ` --seed ${quoted(seed)}`
  return `sdc run ${name(planPath)} --data ${name(dataPath)}${seeded} -o ${name(out ?? 'masked.csv')}`
}
