/** Number of sets of a class stored together, in one line of the cache; further ones are in a linked list. */
const NEAR = 7

/** Minimal sets of every class found so far. */
export function minimalSets(count: number): {
  add(c: number, set: number): void
  hasPartOf(c: number, set: number): boolean
} {
  // For class c: its first sets, 0 if there is none, and 1 + the index of the last of its other sets.
  const near = new Int32Array((NEAR + 1) * count)
  let sets = new Int32Array(1024)
  let before = new Int32Array(1024)
  let used = 0
  const longer = (array: Int32Array): Int32Array<ArrayBuffer> => {
    const grown = new Int32Array(2 * array.length)
    grown.set(array)
    return grown
  }
  return {
    add(c, set) {
      const end = (NEAR + 1) * c + NEAR
      for (let at = end - NEAR; at < end; at++)
        if (near[at] === 0) {
          near[at] = set
          return
        }
      if (used === sets.length) {
        sets = longer(sets)
        before = longer(before)
      }
      sets[used] = set
      before[used] = near[end] - 1
      near[end] = ++used
    },
    hasPartOf(c, set) {
      const end = (NEAR + 1) * c + NEAR
      for (let at = end - NEAR; at < end && near[at] !== 0; at++) if ((near[at] & ~set) === 0) return true
      for (let at = near[end] - 1; at >= 0; at = before[at]) if ((sets[at] & ~set) === 0) return true
      return false
    },
  }
}
