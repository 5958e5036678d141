import { messageText } from '@sdc/core'
import { foundLeftBehind } from '@sdc/release/node'
import { say } from '../terminal/progress.js'

/** Warnings already printed: a command may check twice, before its work and before it writes. */
const told = new Set<string>()

/** Warns of temporary files of earlier runs; one may be the only copy of a masked file whose key exists. */
export async function sayLeftBehind(paths: readonly string[]): Promise<void> {
  for (const message of (await foundLeftBehind(paths)).messages) {
    if (told.has(messageText(message))) continue
    told.add(messageText(message))
    say(message)
  }
}
