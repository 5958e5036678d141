import { once } from 'node:events'
import { messageText, type Message } from '@sdc/core'
import { writeFilesSafely, type FileToWrite } from '@sdc/files/node'
import type { Artefact, Content, Outcome } from '@sdc/inspect'
import { encoded } from '../input/encoding.js'
import { sayLeftBehind } from './left-behind.js'
import { packed } from './output-form.js'
import { isOutputTaken, STANDARD_OUTPUT } from '../options/output-rules.js'
import { isClosedPipe } from '../terminal/closed-pipe.js'
import { say } from '../terminal/progress.js'
import { pieceFor, writeJson, writeText } from '../terminal/write-text.js'

type Kind = Artefact['kind']

/** What others may read. Everything else undoes a release, or holds data: it is its owner's alone, whichever command writes it. */
const shared: ReadonlySet<Kind> = new Set([
  'masked',
  'public-manifest',
  'public-report',
  'table',
  'json',
  'plot',
  'plan',
  'text',
])

/**
 * What may be the only key to a file, the only word on who was masked with whom, or a service that has answered, is never
 * overwritten.
 */
const neverOverwritten: ReadonlySet<Kind> = new Set([
  'private-manifest',
  'groups',
  'origin',
  'service',
  'new-service-log',
  'release-key',
])

/**
 * The order in which files get their names. Each is whole before the first gets its name, and a run may be killed between
 * any two: so what stays in the house comes first (a public file without its key can be neither replayed nor measured),
 * and the masked file last, when all that belongs to it is there. A name once given is not taken back.
 */
const turns: readonly Kind[] = [
  'private-manifest',
  'release-key',
  'groups',
  'origin',
  'fits',
  'internal-table',
  'internal-report',
  'public-manifest',
  'public-report',
]

/** Outcome of a command, with the result as it is printed: a text for people, or JSON. */
export interface Delivery extends Omit<Outcome<unknown>, 'result'> {
  readonly printed?: unknown
}

/** Writes the artefacts that have a name and prints the others; then prints the result, and then the messages. */
export async function deliver({ artefacts, messages, printed }: Delivery): Promise<void> {
  await sayLeftBehind(pathsOf(artefacts))
  await writeFilesSafely(inTurn(artefacts).flatMap(toWrite))
  for (const artefact of artefacts)
    if (isPrinted(artefact))
      await printContent(artefact.kind === 'masked' ? encoded(artefact.content) : artefact.content)
  if (printed !== undefined) print(printed)
  for (const message of inOrder(messages)) say(message)
}

/** Order of the kinds of messages. */
const order: readonly Message['kind'][] = ['info', 'verdict', 'warning', 'note', 'next']

/** Returns each message once, in the order of the kinds. */
export function inOrder(messages: readonly Message[]): Message[] {
  const different = new Map(messages.map((one) => [messageText(one), one]))
  return [...different.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

function inTurn(artefacts: readonly Artefact[]): Artefact[] {
  const turn = ({ kind }: Artefact): number => (turns.includes(kind) ? turns.indexOf(kind) : turns.length)
  return [...artefacts].sort((a, b) => turn(a) - turn(b))
}

function toWrite({ kind, name, content }: Artefact): FileToWrite[] {
  if (name === undefined || name === STANDARD_OUTPUT) return []
  const mode = shared.has(kind) ? undefined : 0o600
  const bytes = kind === 'masked' ? packed(encoded(content), name) : content
  return [{ path: name, content: bytes, mode, exclusive: neverOverwritten.has(kind) }]
}

/**
 * No more is made than its reader takes: each piece is gone before the next is asked for, which may use its bytes again.
 * Stops where the reader has closed the pipe.
 */
async function printContent(content: Content): Promise<void> {
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  const made = pieceFor(process.stdout)
  try {
    for (const piece of pieces) if (!process.stdout.write(made(piece))) await once(process.stdout, 'drain')
  } catch (error) {
    if (!isClosedPipe(error)) throw error
  }
}

function isPrinted({ name }: Artefact): boolean {
  return name === undefined || name === STANDARD_OUTPUT
}

/** Prints a result: for people a text, for programs JSON; on stderr, where a file goes to the standard output (-o -). */
export function print(result: unknown): void {
  const stream = isOutputTaken() ? process.stderr : process.stdout
  if (typeof result === 'string') writeText(stream, `${result}\n`)
  else writeJson(stream, result)
}

/** The names of the artefacts that go to files. */
export function pathsOf(artefacts: readonly Artefact[]): string[] {
  return artefacts.flatMap((one) => (isPrinted(one) ? [] : (one.name ?? [])))
}
