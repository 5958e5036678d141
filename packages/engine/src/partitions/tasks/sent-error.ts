import { errorFrom, isSdcError, type PlainError } from '@sdc/core'

/** An error on its way to another process: one of ours as plain data, a fault of the program as its trace. */
export type SentError = PlainError | string

/**
 * An error as it can be sent.
 *
 * @param error - What was thrown.
 * @returns Plain data: what `receivedError` makes an error of.
 */
export function sentError(error: unknown): SentError {
  if (isSdcError(error)) return error.toJSON()
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * The error that was sent.
 *
 * @param sent - What `sentError` made of it.
 * @returns An `SdcError` where it was one; else one whose message is the trace.
 */
export function receivedError(sent: SentError): Error {
  return typeof sent === 'string' ? new Error(sent) : errorFrom(sent)
}
