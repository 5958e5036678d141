import { messageText } from '@sdc/core'
import { foundLeftBehind } from '@sdc/release/node'
import { say } from '../terminal/progress.js'

/** Warnings that were given already: a command may look twice, before its work and before it writes. */
const told = new Set<string>()

/** Warns of temporary files of earlier runs; one may be the only copy of a masked file whose key is in place. */
export async function sayLeftBehind(paths: readonly string[]): Promise<void> {
  for (const message of (await foundLeftBehind(paths)).messages) {
    if (told.has(messageText(message))) continue
    told.add(messageText(message))
    say(message)
  }
}
