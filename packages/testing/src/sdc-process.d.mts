export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}
export function sdcProcess(): {
  run(folder: string, args: readonly string[]): Promise<Outcome>
  done(folder: string, ...args: readonly string[]): Promise<void>
  end(): void
}
