/** Records put into groups, numbered in the order of their first rows. */
export interface RecordGroups {
  /** Group of each row. */
  readonly ids: Int32Array
  /** Number of rows of each group. */
  readonly sizes: Int32Array
  /** Lowest row of each group. */
  readonly firsts: Int32Array
}

/** Returns one group of all rows, to start from. */
export function oneGroup(rows: number): RecordGroups {
  return { ids: new Int32Array(rows), sizes: Int32Array.of(rows), firsts: Int32Array.of(0) }
}

/**
 * Computes a hash of a group and a value: multiplications by odd numbers and shifts spread both over a table.
 *
 * @param id - Group.
 * @param words - Two halves of the value.
 * @returns A whole number of 32 bits.
 */
function valueHash(id: number, words: Uint32Array): number {
  let h = Math.imul(words[0] ^ Math.imul(id, 0x9e3779b1), 0x85ebca6b)
  h = Math.imul(words[1] ^ h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 13), 0x9e3779b1)
  return h ^ (h >>> 16)
}

/**
 * Splits every group by the values of one more column (−0 equals 0, and missing values are equal).
 *
 * @param groups - Groups of n rows.
 * @param column - n values.
 * @returns Groups of rows equal in both; the same object if no two rows are left together.
 *
 * Cost: O(n), by hashing, and 20 bytes per row.
 */
export function refineGroups(groups: RecordGroups, column: Float64Array): RecordGroups {
  const n = column.length
  if (groups.firsts.length === n) return groups
  // At least twice as many places as rows, so that few look-ups collide.
  const table = new Int32Array(1 << (32 - Math.clz32(Math.max(1, 2 * n - 1)))).fill(-1)
  const mask = table.length - 1
  const own = new Float64Array(1)
  const words = new Uint32Array(own.buffer)
  const ids = new Int32Array(n)
  const sizes = new Int32Array(n)
  const firsts = new Int32Array(n)
  let count = 0
  for (let i = 0; i < n; i++) {
    const before = groups.ids[i]
    const value = column[i]
    // −0 becomes 0, and the many NaNs of a processor become one.
    own[0] = value === value ? value + 0 : Number.NaN
    for (let at = valueHash(before, words) & mask; ; at = (at + 1) & mask) {
      const id = table[at]
      if (id < 0) {
        table[at] = ids[i] = count
        firsts[count] = i
        sizes[count++] = 1
        break
      }
      const first = firsts[id]
      const held = column[first]
      if (groups.ids[first] !== before || !(held === value || (held !== held && value !== value))) continue
      ids[i] = id
      sizes[id]++
      break
    }
  }
  return { ids, sizes: sizes.slice(0, count), firsts: firsts.slice(0, count) }
}

/** Returns the groups of records that are equal in every column. Cost: O(nd). */
export function equalRecords(columns: readonly Float64Array[]): RecordGroups {
  return columns.reduce(refineGroups, oneGroup(columns[0].length))
}

/** Returns the rows of every group, ascending. Cost: O(n). */
export function rowsByGroup({ ids, sizes }: RecordGroups): Int32Array[] {
  const rows = Array.from(sizes, (size) => new Int32Array(size))
  const filled = new Int32Array(sizes.length)
  for (let i = 0; i < ids.length; i++) rows[ids[i]][filled[ids[i]]++] = i
  return rows
}
