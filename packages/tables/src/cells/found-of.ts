import type { Message } from '@sdc/core'
import type { TableFile } from './read-table-cells.js'

/** Messages from the reading of tables, each sentence once. */
export function foundOf(files: readonly Pick<TableFile, 'messages'>[]): Message[] {
  const messages = new Map(files.flatMap((file) => file.messages.map((message) => [message.text, message])))
  return [...messages.values()]
}
