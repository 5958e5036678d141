import { isSdcError, type SdcError } from '@sdc/core'
import { fileError } from '@sdc/io/node'

/**
 * What is wrong where the standard output takes no more: a full disk, say.
 * @param error - An error that was thrown or told of.
 * @returns The error for the user; undefined where it is another one. Errors of files were made such errors before.
 */
export function outputError(error: unknown): SdcError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'write') return undefined
  const told = fileError(error, 'written', 'the standard output')
  return isSdcError(told) ? told : undefined
}
