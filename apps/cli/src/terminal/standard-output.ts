import { isSdcError, type SdcError } from '@sdc/core'
import { fileError } from '@sdc/files/node'

/** Returns the error for the user if the standard output fails, as on a full disk; undefined for other errors. */
export function outputError(error: unknown): SdcError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'write') return undefined
  const told = fileError(error, 'written', 'the standard output')
  return isSdcError(told) ? told : undefined
}
