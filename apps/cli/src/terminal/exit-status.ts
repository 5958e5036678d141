/** End of a command whose printed result already says why it fails: an exit status without a further message. */
export class ExitStatus extends Error {
  readonly status: number

  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}
