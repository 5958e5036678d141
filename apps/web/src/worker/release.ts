import { SdcError, type Dataset, type Registry } from '@sdc/core'
import { sha256Hex, type Executor } from '@sdc/engine'
import { bytesOf, piecesOf, produce, type Content, type Judgement, type ProducedOutcome } from '@sdc/workflow'
import { chosenSteps, stepsText } from './chosen-steps.js'
import { judged } from './judged.js'
import type { Calls } from './messages.js'
import type { OpenData } from './open-data.js'
import { planText } from './plan-text.js'
import type { FileView, Progress, ReleaseView, TablePage } from './protocol.js'
import { releaseNames } from './release-names.js'
import { schemaOf } from './settings-plan.js'
import { tablePage } from './table-page.js'

/** A drawn release in its worker: its files can be read until the next one is drawn. */
export interface DrawnRelease {
  readonly view: ReleaseView
  page(from: number, count: number): TablePage
  /** The bytes of one of its files, in pieces that are valid until the next one is asked for. */
  content(name: string): Iterable<Uint8Array>
  /** Says that the files to keep are on a disk. */
  keep(): void
}

export interface Releasing {
  readonly executor?: Executor | undefined
  readonly progress: (progress: Progress) => void
}

/** A file of a release. */
export interface ReleaseFile {
  readonly name: string
  readonly box: FileView['box']
  readonly what: string
  readonly content: Content
}

/**
 * Draws a release by fresh keyed random numbers, and measures what was drawn.
 *
 * @param registry - Methods and metrics.
 * @param data - The file.
 * @param ask - The settings, and which candidate.
 * @param how - Who runs it, and who is told.
 * @returns The release; what of it is public is refused until what is kept is on a disk, and where the policy is not met.
 * @throws OPEN_RELEASE for open columns that nobody accepted, and what a run throws.
 */
export async function drawRelease(
  registry: Registry,
  data: OpenData,
  ask: Calls['release'],
  { executor, progress }: Releasing,
): Promise<DrawnRelease> {
  const { source, csv, header } = data
  const { settings, label, today } = ask
  const schema = schemaOf(settings, header)
  const steps = chosenSteps(settings, label)
  const names = releaseNames(source.name)
  const outcome = await produce(
    { source: csv, bytes: () => source.pieces },
    {
      release: true,
      out: names.out,
      private: names.key,
      schema,
      steps,
      acceptOpen: settings.accepted,
      tick: (fraction, doing) => progress({ fraction: 0.3 * fraction, doing }),
    },
    registry,
  )
  const made = { root: outcome.root, attempt: outcome.attempt, run: outcome.result }
  const { judgement } = await judged({
    ...{ registry, original: csv.dataset, schema, steps, settings, today, executor, made },
    progress: ({ fraction, ...rest }) => progress({ fraction: 0.3 + 0.5 * fraction, ...rest }),
  })
  progress({ fraction: 0.8, doing: 'writing the files' })
  const produced = producedFiles(outcome)
  const plan = planText(registry, data, settings, label)
  const files: ReleaseFile[] = [
    ...produced,
    { name: names.plan, box: 'keep', what: 'the plan: roles, methods and parameters, without data', content: plan },
  ]
  return drawnRelease({
    data,
    files,
    released: outcome.files[0],
    judgement,
    sentence: `${stepsText(steps)}, drawn afresh: ${outcome.files[0].data.rows.toLocaleString('en-US')} records in random order.`,
    warnings: warningsOf(outcome),
    isKept: false,
  })
}

/** The files that a run makes, with what they are. */
export function producedFiles({ artefacts }: Pick<ProducedOutcome, 'artefacts'>): ReleaseFile[] {
  return artefacts.flatMap(({ kind, name = '', content }): ReleaseFile[] => {
    if (kind === 'masked') return [{ name, box: 'public', what: 'the masked file', content }]
    if (kind === 'public-manifest') return [{ name, box: 'public', what: 'what goes with it: methods, and its hash', content }]
    if (kind === 'private-manifest')
      return [{ name, box: 'keep', what: 'the key: it replays the file, and undoes it', content: bytesOf(content) }]
    return []
  })
}

/** The sentences that a user must read before they let a file out. */
export function warningsOf({ sentences }: Pick<ProducedOutcome, 'sentences'>): string[] {
  return sentences.flatMap((sentence) => (sentence.startsWith('warning: ') ? [sentence.slice('warning: '.length)] : []))
}

interface Drawn {
  readonly data: OpenData
  readonly files: readonly ReleaseFile[]
  readonly released: { readonly data: Dataset; readonly origin: Int32Array }
  readonly judgement: Judgement
  readonly sentence: string
  readonly warnings: readonly string[]
  /** Whether its key is on a disk already: of a replay. */
  readonly isKept: boolean
}

/** A release as its worker holds it. */
export function drawnRelease({ data, files, released, judgement, sentence, warnings, isKept }: Drawn): DrawnRelease {
  let kept = isKept
  const views = files.map(({ name, box, what, content }): FileView => {
    let bytes = 0
    for (const piece of piecesOf(content)) bytes += piece.length
    return { name, box, what, bytes }
  })
  return {
    view: { judgement, sentence, files: views, warnings },
    page: (from, count) => tablePage(data.csv, from, count, released),
    content(name) {
      const file = files.find((one) => one.name === name)
      if (file === undefined) throw new SdcError('FILE', `there is no file ${name} in this release`, { file: name })
      if (file.box === 'public') refusePublic(name, judgement, kept)
      return piecesOf(file.content)
    },
    keep() {
      kept = true
    },
  }
}

function refusePublic(name: string, { state, verdict }: Judgement, kept: boolean): void {
  if (state === 'not met') {
    const advice = 'Choose another candidate, or record an exception by name.'
    throw new SdcError('BEYOND_LIMIT', `${name} may not go out: ${verdict}`, { file: name }, advice)
  }
  if (kept) return
  const message = `${name} may not go out before its key, its internal report and its plan are saved`
  throw new SdcError('FILE', message, { file: name }, 'Save the files to keep first.')
}

/** The hash of a file of a release. */
export function hashOf({ content }: ReleaseFile): string {
  return sha256Hex(piecesOf(content))
}
