// What runs, as Linux tells it.
import { readdirSync, readFileSync } from 'node:fs'

/** Waits so many milliseconds. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The processes that a process started and that have not ended. */
export function childrenOf(pid) {
  const [threads] = [`/proc/${pid}/task`]
  try {
    return readdirSync(threads).flatMap((thread) =>
      read(`${threads}/${thread}/children`).trim().split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** The process that started a process; 0 where it is gone. */
export const parentOf = (pid) => Number(/PPid:\s*(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)

/** The processes whose environment has all of these texts. */
export function processesWith(...texts) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const environment = read(`/proc/${name}/environ`)
      return texts.every((text) => environment.includes(`${text}\0`))
    })
    .map(Number)
}

/** Ends a process at once, where it still runs. */
export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
