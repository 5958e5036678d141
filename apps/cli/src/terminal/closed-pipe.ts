/**
 * Returns true for the error of a pipe whose reader has closed it (`sdc methods | head`): that is not a failure.
 *
 * @param error - An error of the standard output.
 */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
