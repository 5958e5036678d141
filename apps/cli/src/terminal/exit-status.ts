/** Ends a command whose printed result already explains its failure: an exit status without a further message. */
export class ExitStatus extends Error {
  readonly status: number

  constructor(status: number) {
    super(`exit status ${status}`)
    this.status = status
  }
}
