// Running processes, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs'

/** Waits some milliseconds. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the running child processes of a process. */
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

/** Returns the parent of a process; 0 if it has ended. */
export const parentOf = (pid) => Number(/PPid:\s*(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)

/** Returns the processes whose environment has all of these texts. */
export function processesWith(...texts) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const environment = read(`/proc/${name}/environ`)
      return texts.every((text) => environment.includes(`${text}\0`))
    })
    .map(Number)
}

/** Kills a process if it still runs. */
export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
