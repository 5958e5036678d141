import { readFileSync } from 'node:fs'

/** Linux counts the times of processes in hundredths of a second. */
const ticks = 100

/** Returns the CPU seconds of another process so far; null if the system does not report them (not Linux). */
export function processCpu(pid: number | undefined): number | null {
  try {
    // The name of the program, in brackets, may contain anything; user and system time are the 12th and 13th field
    // after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    return null
  }
}
