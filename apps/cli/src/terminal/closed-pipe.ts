/** Returns true for the error of a pipe that its reader closed (`sdc methods | head`), which is not a failure. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
