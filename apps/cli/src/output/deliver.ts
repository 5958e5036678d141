import { once } from 'node:events'
import { type Artefact, type Content, type Outcome } from '@sdc/inspect'
import { inOrder, pathsOf, writeArtefacts } from '@sdc/release/node'
import { sayLeftBehind } from './left-behind.js'
import { isOutputTaken, STANDARD_OUTPUT } from '../options/output-rules.js'
import { isClosedPipe } from '../terminal/closed-pipe.js'
import { say } from '../terminal/progress.js'
import { pieceFor, writeJson, writeText } from '../terminal/write-text.js'

export { pathsOf } from '@sdc/release/node'

/** Outcome of a command, with the result as it is printed: a text for people, or JSON. */
export interface Delivery extends Omit<Outcome<unknown>, 'result'> {
  readonly printed?: unknown
}

/** Writes the artefacts that have a name and prints the others; then prints the result, and then the messages. */
export async function deliver({ artefacts, messages, printed }: Delivery): Promise<void> {
  await sayLeftBehind(pathsOf(artefacts))
  await writeOrPrint(artefacts)
  if (printed !== undefined) print(printed)
  for (const message of inOrder(messages)) say(message)
}

/** Writes the artefacts that have a name and prints the others. */
export async function writeOrPrint(artefacts: readonly Artefact[]): Promise<void> {
  await writeArtefacts(artefacts)
  for (const artefact of artefacts) if (isPrinted(artefact)) await printContent(artefact.content)
}

/**
 * Prints content at the speed of its reader: each piece is written before the next one is requested, which may reuse
 * its bytes. Stops if the reader has closed the pipe.
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

/** Prints a result: a text for people, JSON for programs; on stderr if a file is printed (-o -). */
export function print(result: unknown): void {
  const stream = isOutputTaken() ? process.stderr : process.stdout
  if (typeof result === 'string') writeText(stream, `${result}\n`)
  else writeJson(stream, result)
}
