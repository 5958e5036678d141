import { readFileSync, writeFileSync } from 'node:fs'

/** Linux begins to count the peak anew; other systems have no such file. */
export function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // The peak is then that of the whole process, data included: an upper bound.
  }
}

/**
 * The greatest resident memory of this process since the last {@link resetPeak}. Not `resourceUsage().maxRSS` where it can
 * be avoided: on Linux a child process inherits its parent's.
 */
export function peakBytes(): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (kilobytes !== undefined) return 1024 * Number(kilobytes)
  } catch {
    // No such file: not Linux.
  }
  return 1024 * process.resourceUsage().maxRSS
}
