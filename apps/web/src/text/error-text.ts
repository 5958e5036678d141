import { isSdcError } from '@sdc/core'

/** Returns an error as a sentence with advice. */
export function errorText(error: unknown): string {
  if (!isSdcError(error)) return error instanceof Error ? error.message : String(error)
  return [error.message, error.fix].filter(Boolean).join('. ')
}
