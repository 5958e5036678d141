import type { PaperOptions } from './paper.js'

/** What several tables and figures of a run need: made when it is first asked for, and once for the same options. */
export function onceARun<T>(make: (options: PaperOptions) => Promise<T>): (options: PaperOptions) => Promise<T> {
  const made = new WeakMap<PaperOptions, Promise<T>>()
  return (options) => {
    const before = made.get(options)
    if (before) return before
    const one = make(options)
    made.set(options, one)
    return one
  }
}
