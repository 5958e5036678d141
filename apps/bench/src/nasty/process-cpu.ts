import { readFileSync } from 'node:fs'

/** Linux counts the times of processes in hundredths of a second. */
const ticks = 100

/** CPU seconds that another process has taken so far; null where the system does not say (not Linux). */
export function processCpu(pid: number | undefined): number | null {
  try {
    // The name of the program, in brackets, may hold anything; user and system time are the 12th and 13th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    return null
  }
}
