/** Owner of a class with records of several persons. */
export const OF_SEVERAL = -1

/** Records by the values of some keys: list l is rows[starts[l]] to rows[starts[l + 1] − 1]. */
export interface RecordLists {
  readonly rows: Int32Array
  readonly starts: Int32Array
  readonly count: number
}

interface OpenLists extends RecordLists {
  /** Adds one more list, of one record. */
  add(row: number): void
}

/**
 * Cuts lists by one more key. A list of one owner ends, with its records passed to `single`. Lists without a record
 * that is unique by all keys are dropped. Lists that the key does not cut are dropped too if they then cannot have a
 * minimal set (`complete`). The lists of a depth share their memory.
 */
export function listCutter(
  keys: readonly Int32Array[],
  owner: Int32Array,
  alone: Int32Array,
  levels: number,
  complete: boolean,
): (lists: RecordLists, key: number, depth: number, single: (row: number) => void) => OpenLists {
  const n = owner.length
  const memory: { rows: Int32Array; starts: Int32Array }[] = []
  const counts = new Int32Array(levels)
  const hopeful = new Int32Array(levels)
  const owners = new Int32Array(levels)
  const places = new Int32Array(levels)
  const present = new Int32Array(Math.min(levels, n))
  return ({ rows: from, starts: bounds, count: lists }, key, depth, single) => {
    memory[depth] ??= { rows: new Int32Array(n), starts: new Int32Array(n + 1) }
    const { rows, starts } = memory[depth]
    const column = keys[key]
    let filled = 0
    let made = 0
    for (let l = 0; l < lists; l++) {
      const end = bounds[l + 1]
      let values = 0
      for (let at = bounds[l]; at < end; at++) {
        const code = column[from[at]]
        if (code < 0) continue
        const own = owner[from[at]]
        if (counts[code]++ === 0) {
          present[values++] = code
          owners[code] = own
        } else if (owners[code] !== own) owners[code] = OF_SEVERAL
        hopeful[code] += alone[from[at]]
      }
      const size = end - bounds[l]
      const whole = complete && size > 1 && values === 1 && counts[present[0]] === size && owners[present[0]] < 0
      for (let v = 0; v < values; v++) {
        const code = present[v]
        const kept = !whole && owners[code] < 0 && hopeful[code] > 0
        places[code] = kept ? filled : -1
        if (kept) {
          filled += counts[code]
          starts[++made] = filled
        }
      }
      if (!whole)
        for (let at = bounds[l]; at < end; at++) {
          const row = from[at]
          const code = column[row]
          if (code < 0) continue
          if (places[code] >= 0) rows[places[code]++] = row
          else if (owners[code] >= 0 && alone[row] === 1) single(row)
        }
      for (let v = 0; v < values; v++) counts[present[v]] = hopeful[present[v]] = 0
    }
    return {
      rows,
      starts,
      get count() {
        return made
      },
      add(row) {
        rows[filled++] = row
        starts[++made] = filled
      },
    }
  }
}
