import { isSdcError } from '@sdc/core'
import { pageAnswer } from '../text/page-text.js'
import type { Told } from './calls.js'
import type { Call, Calls, PagePort, Question, Reply } from './protocol/messages.js'
import type { FileView } from './protocol/file-view.js'
import type { Threads } from './threads.js'
import { throttle } from './throttle.js'
import { zipped } from './zip.js'

/** Milliseconds between two progress messages, and between two maps. */
const PROGRESS = 50
const MAPS = 250

/** Bytes that the page receives at a time, so few that packing them takes milliseconds. */
const PIECE = 1 << 18

/** Questions whose answers are the user's own texts: a file, a plan, a policy. */
const own = new Set<Call>([
  'page',
  'content',
  'zip',
  'plan',
  'readPlan',
  'readHistory',
  'readPolicy',
  'readHierarchy',
  'hierarchies',
  'withException',
])

/** Yields copies of pieces small enough not to block the page. */
function* smallPieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array<ArrayBuffer>> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PIECE) yield Uint8Array.from(piece.subarray(at, at + PIECE))
  }
}

/** Files that a worker holds until they are saved. */
export interface HeldFiles {
  readonly view: { readonly files: readonly FileView[] }
  /** Returns the bytes of one of the files, in pieces that are valid until the next one is requested. */
  content(name: string): Iterable<Uint8Array>
}

/**
 * Answers the page's questions in a worker, until it is ended.
 *
 * @param port - The page.
 * @param held - State of the worker, with its files.
 * @param answers - A function for each question; they throw `SdcError`.
 * @param threads - Workers that run candidates; by default this thread.
 * @param titleOf - Title of a method or metric, which replaces its id in texts.
 */
export function serve(
  port: PagePort,
  held: { readonly release?: HeldFiles | undefined },
  answers: Partial<Readonly<Record<Call, (ask: never, told: Told) => unknown>>>,
  threads?: Threads,
  titleOf: (id: string) => string | undefined = () => undefined,
): void {
  const waiting = new Map<number, () => void>()
  const stopped = new Set<number>()
  const reply = (message: Reply, transfer: readonly Transferable[] = []): void => port.postMessage(message, transfer)
  const drawn = (): HeldFiles => {
    if (held.release === undefined) throw new Error('the worker holds no release')
    return held.release
  }
  /** Sends data and waits until the page has taken it. */
  const taken = async (id: number, send: () => void): Promise<void> => {
    const whole = new Promise<void>((resolve) => waiting.set(id, resolve))
    send()
    await whole
  }
  const send = async (id: number, { name }: Calls['content']): Promise<void> => {
    for (const bytes of smallPieces(drawn().content(name)))
      await taken(id, () => reply({ id, type: 'piece', bytes }, [bytes.buffer]))
  }
  /** Packs files here, so that the page only passes the pieces on. */
  const pack = async (id: number, { names }: Calls['zip'], { progress }: Told): Promise<void> => {
    const release = drawn()
    const entries = names.map((name) => ({ name, pieces: release.content(name) }))
    const all = release.view.files.reduce((sum, { name, bytes }) => sum + (names.includes(name) ? bytes : 0), 0)
    await zipped(entries, async (part, read) => {
      progress({ fraction: all === 0 ? 1 : read / all, doing: 'packing' })
      await taken(id, () => reply({ id, type: 'part', part }))
    })
  }
  const react = async ({ id, call, ask }: Question): Promise<void> => {
    const told: Told = {
      progress: throttle(PROGRESS, (progress) => reply({ id, type: 'progress', progress })),
      grew: throttle(MAPS, (view) => reply({ id, type: 'grew', view: pageAnswer(view(), titleOf) })),
      stopped: () => stopped.has(id),
      measured: (...measured) => reply({ id, type: 'measured', measured }),
    }
    try {
      const done =
        call === 'content'
          ? await send(id, ask as Calls['content'])
          : call === 'zip'
            ? await pack(id, ask as Calls['zip'], told)
            : await (answers[call] as (ask: unknown, told: Told) => unknown)(ask, told)
      reply({ id, type: 'done', answer: own.has(call) ? done : pageAnswer(done, titleOf) })
    } catch (error) {
      if (isSdcError(error)) reply({ id, type: 'failed', error: pageAnswer(error.toJSON(), titleOf) })
      else
        reply({ id, type: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
  port.onmessage = ({ data }) => {
    const question = data as Question
    if (question.call === 'more') {
      const { id } = question.ask as { readonly id: number }
      waiting.get(id)?.()
      waiting.delete(id)
    } else if (question.call === 'stop') stopped.add((question.ask as Calls['stop']).id)
    else if (question.call === 'lost') {
      const { thread, message } = question.ask as { readonly thread: number; readonly message: string }
      threads?.lost(thread, message)
    } else void react(question)
  }
}
