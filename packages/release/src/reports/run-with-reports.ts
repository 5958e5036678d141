import { asInfo, oneOrMore, option, type Registry } from '@sdc/core'
import type { MeasurePlan, MetricPlan } from '@sdc/engine'
import { nameLike, quoted, type Artefact } from '@sdc/inspect'
import { produce, type ProduceData, type ProducedOutcome, type ProduceOptions } from '../release/produce.js'
import { internalContent, publicContent } from './report-page.js'
import { isSynthetic } from './facts/synthesis-measures.js'
import { runReportName } from './report-names.js'
import { runReports } from './run-reports.js'

/** Names of the reports of a run; undefined for none. */
export interface RunReportNames {
  readonly internal?: string | undefined
  readonly public?: string | undefined
}

/** Options of a run that name its reports. */
export interface ReportedOptions {
  readonly out?: string | undefined
  readonly private?: string | undefined
  readonly release?: boolean | undefined
  readonly report: boolean
}

/** Names the reports of a run: the internal one next to the private file, the public one of a release next to the masked file. */
export function runReportNames({ out, private: key, release, report }: ReportedOptions): RunReportNames {
  if (!report || out === undefined) return {}
  return {
    internal: runReportName(key ?? out, out, 'INTERNAL'),
    public: release ? runReportName(out, out, 'PUBLIC') : undefined,
  }
}

/** Facts of a report in addition to the run. */
export interface RunReportContext {
  readonly names: RunReportNames
  readonly dataPath: string
  /** Plan of the run; undefined if the run has none. */
  readonly planPath?: string | undefined
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly measure?: MeasurePlan | undefined
  /** Program that makes the report: `sdc 0.3.0`. */
  readonly version: string
  /** Begins the progress of an activity. */
  readonly progress: (doing: string) => { readonly tick: (fraction: number) => void; readonly done: () => void }
}

/** Returns a run that also writes its reports. */
export function reportedRun(
  context: RunReportContext,
): (data: ProduceData, options: ProduceOptions, registry: Registry) => Promise<ProducedOutcome> {
  return async (data, options, registry) => {
    const outcome = await produce(data, options, registry)
    const { names } = context
    // A device or a pipe gets no report next to it.
    if (names.internal === undefined || options.manifest === false) return outcome
    const bar = context.progress('making the report')
    const reports = await runReports({
      ...context,
      ...options,
      registry,
      original: data.source.dataset,
      dictionary: data.source.dictionary,
      data: context.dataPath,
      outcome,
      draft: draftText(options, isSynthetic({ registry, steps: options.steps, files: oneOrMore(outcome.files) })),
      repeat: repeatTexts(context, options),
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
    // Before the masked file: its hash is computed while it is written, and the first file of the list is made last.
    return {
      ...outcome,
      artefacts: [...made, ...outcome.artefacts],
      messages: [...outcome.messages, ...said.map(asInfo)],
    }
  }
}

function draftText({ release, seed }: ProduceOptions, isDrawn: boolean): string | undefined {
  if (release) return undefined
  if (seed !== undefined) {
    const undo = isDrawn ? 'test guesses about the original' : 'undo the masking'
    return `Made with a seed: a person who guesses it can ${undo}. It is not fit for release.`
  }
  return isDrawn
    ? `It is not fit for release: made without ${option('release')}, so no column that discloses a value was refused.`
    : 'It is not fit for release: records are in the order of the original, and identifiers are kept.'
}

/** Returns the commands that make the file again. */
function repeatTexts(
  { planPath, dataPath }: RunReportContext,
  { out, seed, release, private: key }: ProduceOptions,
): string[] {
  const name = (path: string): string => quoted(path.split(/[\\/]/).at(-1) ?? path)
  if (release && key !== undefined)
    return [`sdc run ${name(key)} --data ${name(dataPath)} -o ${nameLike('again', out ?? 'out.csv')}`]
  if (planPath === undefined) return []
  const seeded = seed === undefined ? '' : ` --seed ${quoted(seed)}`
  return [`sdc run ${name(planPath)} --data ${name(dataPath)}${seeded} -o ${name(out ?? nameLike('masked', dataPath))}`]
}
