import { errorFrom, isSdcError, type PlainError } from '@sdc/core'

/** An error to send to another process: an `SdcError` as plain data, any other error as its trace. */
export type SentError = PlainError | string

/**
 * Converts an error to plain data.
 *
 * @param error - The error.
 * @returns The input of `receivedError`.
 */
export function sentError(error: unknown): SentError {
  if (isSdcError(error)) return error.toJSON()
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Restores an error.
 *
 * @param sent - Result of `sentError`.
 * @returns An `SdcError`, or an error with the trace as its message.
 */
export function receivedError(sent: SentError): Error {
  return typeof sent === 'string' ? new Error(sent) : errorFrom(sent)
}
