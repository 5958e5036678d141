import { readFileSync, writeFileSync } from 'node:fs'

/** Resets the peak on Linux; other systems have no such file. */
export function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // The peak is then that of the whole process, data included: an upper bound.
  }
}

/**
 * Returns the peak resident memory of this process since the last {@link resetPeak}. It avoids
 * `resourceUsage().maxRSS`: on Linux a child process inherits its parent's.
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
