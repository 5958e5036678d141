/**
 * Whether a reader has seen enough (`sdc methods | head`) and closed the pipe: that is no error.
 * @param error - An error that was thrown or told of.
 * @returns Whether it is that.
 */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
