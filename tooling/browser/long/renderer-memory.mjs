import { readdirSync, readFileSync } from 'node:fs'

const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended meanwhile.
    return ''
  }
}

/** Returns the renderer processes of a browser, for its own tabs only, by the folder of its profile. */
function renderers(under) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = /^PPid:\s+(\d+)/m.exec(textOf(`/proc/${name}/status`))
    if (parent) parents.set(Number(name), Number(parent[1]))
  }
  const isUnder = (pid) => pid === under || (parents.has(pid) && isUnder(parents.get(pid)))
  return [...parents.keys()].filter((pid) => isUnder(pid) && textOf(`/proc/${pid}/cmdline`).includes('--type=renderer'))
}

const megabytes = (text, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024

/**
 * Polls the memory of the largest renderer of a browser: its private memory (without the shared program text), and the
 * peak reported by the system.
 *
 * @param pid - Process id of the browser.
 * @param every - Milliseconds between two polls.
 * @returns A function that returns the maximum since its last call, in MiB; `stop` ends the polling.
 */
export function watchMemory(pid, every = 50) {
  let own = 0
  let whole = 0
  let ids = renderers(pid)
  let looks = 0
  const timer = setInterval(() => {
    if (++looks % 20 === 0) ids = renderers(pid)
    for (const id of ids) {
      const text = textOf(`/proc/${id}/status`)
      own = Math.max(own, megabytes(text, 'RssAnon') + megabytes(text, 'RssShmem'))
      whole = Math.max(whole, megabytes(text, 'VmHWM'))
    }
  }, every)
  return {
    most() {
      const seen = { own: Math.round(own), whole: Math.round(whole) }
      own = 0
      return seen
    },
    stop: () => clearInterval(timer),
  }
}
