import { SdcError, textsOf, type Registry } from '@sdc/core'
import { bindLimits, type Executor, type RunResult } from '@sdc/engine'
import { isRefused, produce, type Judgement, type ProducedOutcome } from '@sdc/release'
import { piecesOf, textOf } from '@sdc/inspect'
import { acceptedBy, chosenSteps, stepsText } from '../plans/chosen-steps.js'
import type { Draw } from './draw.js'
import { judged, judgedAgain, releaseType } from '../compare/judged.js'
import type { Calls } from '../protocol/messages.js'
import type { OpenData } from '../data/open-data.js'
import type { TablePage } from '../protocol/file-types.js'
import type { FileView } from '../protocol/file-view.js'
import type { Progress } from '../protocol/protocol.js'
import type { ReleaseView, ReportText } from '../protocol/release-types.js'
import type { Settings } from '../protocol/settings-types.js'
import { anonymousDraw } from '../anonymise/anonymous-draw.js'
import { releaseFiles, type ReleaseFile } from './release-files.js'
import { releaseNames } from '../data/release-names.js'
import { encodeAs } from './encode-as.js'
import { heldPair, type HeldPair } from '../pair/held-pair.js'
import { releaseSchema } from '../plans/release-schema.js'
import { tablePage } from '../data/table-page.js'

/** A drawn release in its worker; its files can be read until the next draw. */
export interface DrawnRelease {
  readonly view: ReleaseView
  page(from: number, count: number): TablePage
  /** Returns the masked file paired with the original. */
  pair(): HeldPair
  /** Returns the bytes of one of its files, in pieces that are valid until the next one is requested. */
  content(name: string): Iterable<Uint8Array>
  /** Returns a report for display. */
  report(name: string): ReportText
  /** Reports that the private files are saved. */
  privateSaved(): void
  /** Judges the same draw by the current policy. */
  judge(settings: Settings, today: string, how: Releasing): Promise<DrawnRelease>
}

export interface Releasing {
  readonly executor?: Executor | undefined
  readonly progress: (progress: Progress) => void
}

/**
 * Draws a release with fresh keyed random numbers, and measures it. A draw that exceeds a limit by itself is repeated,
 * at most as often as the policy asks for runs.
 *
 * @param registry - Methods and metrics.
 * @param data - The file.
 * @param ask - The settings, the candidate, and its comparison.
 * @param how - Executor, and receiver of the progress.
 * @returns The release; its public files are refused until the private ones are saved and the policy is met.
 * @throws OPEN_RELEASE for disclosing columns that nobody accepted, and the errors of a run.
 */
export async function drawRelease(
  registry: Registry,
  data: OpenData,
  { settings, label, compared, today }: Calls['release'],
  { executor, progress }: Releasing,
): Promise<DrawnRelease> {
  const { source, csv } = data
  const { schema, dictionary } = releaseSchema(data, settings)
  const steps = chosenSteps(settings, label)
  const names = releaseNames(source.name, csv.format)
  // The policy is read before the draw, so that an invalid one costs no draw.
  const type = releaseType(registry, settings)
  const from = { source: { ...csv, dictionary }, bytes: () => source.pieces, encode: encodeAs(names.out) }
  const how = {
    release: true,
    out: names.out,
    private: names.key,
    acceptOpen: acceptedBy(settings, steps),
    tick: (fraction: number, doing?: string) => progress({ fraction: 0.3 * fraction, doing }),
  }
  const draws = settings.goal === 'anonymous' ? 1 : Math.max(1, type.runs)
  for (let attempt = 1; ; attempt++) {
    const outcome =
      settings.goal === 'anonymous'
        ? await anonymousDraw(registry, from, { ...how, schema, settings })
        : await produce(from, { ...how, schema, steps }, registry)
    const { run, judgement } = await judged({
      registry,
      original: csv.dataset,
      schema,
      steps,
      settings,
      today,
      executor,
      made: madeOf(outcome),
      progress: ({ fraction, ...rest }) => progress({ fraction: 0.3 + 0.5 * fraction, ...rest }),
    })
    if (attempt < draws && isUnlucky(judgement)) continue
    progress({ fraction: 0.8, doing: 'writing the files' })
    const drawn = { registry, data, schema, steps, outcome, settings, label, compared, attempt, today }
    return await judgedDraw({ ...drawn, policyRun: run, judgement })
  }
}

/** Returns true if only the drawn file fails the policy: it is the worst run in every unmet criterion. */
function isUnlucky({ criteria }: Judgement): boolean {
  const refused = criteria.filter(({ state }) => isRefused(state))
  return refused.length > 0 && refused.every(({ metric, worstRun }) => metric !== undefined && worstRun === 1)
}

function madeOf({ root, attempt, result }: ProducedOutcome): {
  root: ProducedOutcome['root']
  attempt: number
  run: RunResult
  released: true
} {
  return { root, attempt, run: result, released: true }
}

async function judgedDraw(draw: Draw): Promise<DrawnRelease> {
  const { outcome, judgement, steps, registry, data, schema } = draw
  const records = outcome.files[0].data.rows.toLocaleString('en-US')
  const release = releaseInMemory({
    data,
    files: await releaseFiles(draw),
    released: outcome.files[0],
    judgement,
    sentence: `${stepsText(registry, steps)}. New run: ${records} records in random order.`,
    warnings: [...againText(draw.attempt), ...textsOf(outcome.messages, 'warning')],
    isPrivateSaved: false,
  })
  return {
    ...release,
    async judge(settings, today, { executor, progress }) {
      const type = releaseType(registry, settings)
      const runs = draw.policyRun.facts.runs
      const isMeasured = bindLimits(registry, type.limits).every(({ metric }) => runs[0].has(metric.id))
      const how = {
        registry,
        original: data.csv.dataset,
        schema,
        steps,
        settings,
        today,
        executor,
        made: madeOf(outcome),
      }
      const fresh =
        isMeasured && (runs.length >= type.runs || runs.length === 1)
          ? { run: draw.policyRun, judgement: judgedAgain(registry, draw.policyRun, settings, today) }
          : await judged({ ...how, progress })
      return await judgedDraw({ ...draw, settings, today, policyRun: fresh.run, judgement: fresh.judgement })
    },
  }
}

function againText(attempt: number): string[] {
  if (attempt === 1) return []
  const before = attempt === 2 ? 'The draw before it was' : `The ${attempt - 1} draws before it were`
  return [`This is draw ${attempt}. ${before} beyond a limit of the policy and discarded.`]
}

interface Held {
  readonly data: OpenData
  readonly files: readonly ReleaseFile[]
  readonly released: ProducedOutcome['files'][number]
  readonly judgement: Judgement
  readonly sentence: string
  readonly warnings: readonly string[]
  readonly replayed?: ReleaseView['replayed']
  /** True for a replay, whose key is already a file. */
  readonly isPrivateSaved: boolean
}

/** Returns a release for its worker. */
export function releaseInMemory(held: Held): Omit<DrawnRelease, 'judge'> {
  const { data, files, released, judgement, sentence, warnings, replayed, isPrivateSaved } = held
  let saved = isPrivateSaved
  let pair: HeldPair | undefined
  const views = files.map(({ name, box, what, content }): FileView => {
    let bytes = 0
    for (const piece of piecesOf(content)) bytes += piece.length
    return { name, box, what, bytes }
  })
  return {
    view: { judgement, sentence, files: views, warnings, ...(replayed && { replayed }) },
    pair: () => (pair ??= heldPair({ original: data.csv, masked: released.data, origin: released.origin })),
    page: (from, count) => tablePage(data.csv, from, count, released),
    content(name) {
      const file = files.find((one) => one.name === name)
      if (file === undefined) throw new SdcError('FILE', `this release has no file ${name}`, { file: name })
      if (file.box === 'public') refusePublic(name, judgement, saved)
      return piecesOf(file.content)
    },
    report(name) {
      const file = files.find((one) => one.name === name && name.endsWith('.html'))
      if (file === undefined) throw new SdcError('FILE', `this release has no report ${name}`, { file: name })
      const text = textOf(file)
      return {
        html: text
          .replace(/<style>.*?<\/style>/s, '')
          .replace(/<meta http-equiv[^>]*>/, '')
          .replaceAll(/ href="#[^"]*"/g, ''),
        css: /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '',
      }
    },
    privateSaved() {
      saved = true
    },
  }
}

function refusePublic(name: string, { state, verdict }: Judgement, saved: boolean): void {
  if (isRefused(state)) {
    const fix = 'Choose another candidate, or record an exception.'
    throw new SdcError('BEYOND_LIMIT', `${name} cannot be saved: ${verdict}`, { file: name }, fix)
  }
  if (saved) return
  const message = `${name} cannot be saved before its key, internal report and plan`
  throw new SdcError('FILE', message, { file: name }, 'Save the private files first.')
}
