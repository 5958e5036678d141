import { isSdcError } from '@sdc/core'

/** What went wrong, as a sentence, and what to do about it. */
export function errorText(error: unknown): string {
  if (!isSdcError(error)) return error instanceof Error ? error.message : String(error)
  return [error.message, error.fix].filter(Boolean).join('. ')
}
