import { readdirSync, readFileSync } from 'node:fs'

const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended while it was looked at.
    return ''
  }
}

/** The processes of a browser that draw pages: of its own tabs alone, by the folder of its profile. */
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
 * Looks again and again at what memory the largest renderer of a browser takes: what is its own (the program's text, which all share,
 * is not counted), and what the system says that it took at most.
 *
 * @param pid the browser's process
 * @returns what was seen most since it was asked last, in MiB; `stop` ends it
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
