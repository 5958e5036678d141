/** Kinds of a message: what must not be overlooked, what helps, what was done, the outcome, the command to run next. */
const kinds = ['warning', 'note', 'info', 'verdict', 'next'] as const

export type MessageKind = (typeof kinds)[number]

/** A message for the user. The text does not name the kind: `messageText` adds it where the message is printed. */
export interface Message {
  readonly kind: MessageKind
  readonly text: string
}

/** Returns a message that must not be overlooked. */
export function asWarning(text: string): Message {
  return { kind: 'warning', text }
}

/** Returns a message on something that may surprise the user, and needs no action. */
export function asNote(text: string): Message {
  return { kind: 'note', text }
}

/** Returns a message on what was done. */
export function asInfo(text: string): Message {
  return { kind: 'info', text }
}

/** Returns a message with the outcome of a check. */
export function asVerdict(text: string): Message {
  return { kind: 'verdict', text }
}

/** Returns a message with the command to run next. */
export function asNext(text: string): Message {
  return { kind: 'next', text }
}

/**
 * Formats a message for printing.
 *
 * @param message - The message.
 * @returns `warning: TEXT`, `note: TEXT`, …; of what was done the text alone.
 */
export function messageText({ kind, text }: Message): string {
  return kind === 'info' ? text : `${kind}: ${text}`
}

/**
 * Selects the messages of one kind.
 *
 * @param messages - The messages.
 * @param kind - The kind.
 * @returns Their texts, in order.
 */
export function textsOf(messages: readonly Message[], kind: MessageKind): string[] {
  return messages.flatMap((one) => (one.kind === kind ? [one.text] : []))
}

/** Returns true for a message of a known kind. */
export function isMessage(value: unknown): value is Message {
  const { kind, text } = (value ?? {}) as { readonly [Key in keyof Message]?: unknown }
  return kinds.some((known) => known === kind) && typeof text === 'string'
}
