import { messageText, type Message } from '@sdc/core'

/** Order of the kinds of messages. */
const order: readonly Message['kind'][] = ['info', 'verdict', 'warning', 'note', 'next']

/** Returns each message once, in the order of the kinds. */
export function inOrder(messages: readonly Message[]): Message[] {
  const different = new Map(messages.map((one) => [messageText(one), one]))
  return [...different.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}
