/** Imported before a program: reports its cost on file descriptor 3 when the process ends. */
import { readFileSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Workers are threads of the same process, which includes them.
if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: peakBytes() ?? 1024 * maxRSS }
    writeSync(3, JSON.stringify(usage))
  })
}

/** Used on Linux, where the other figure may belong to the parent process. */
function peakBytes() {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : 1024 * Number(kilobytes)
  } catch {
    return undefined
  }
}
