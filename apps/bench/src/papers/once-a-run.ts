import type { PaperOptions } from './paper.js'

/** Returns a function that makes a value shared by tables and figures: at its first use, once for the same options. */
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
