/** Records put into groups, numbered in the order of their first rows. */
export interface RecordGroups {
  /** Row → group. */
  readonly ids: Int32Array
  /** Group → number of rows. */
  readonly sizes: Int32Array
  /** Group → lowest row. */
  readonly firsts: Int32Array
}

/** All rows in one group, to start from. */
export function oneGroup(rows: number): RecordGroups {
  return { ids: new Int32Array(rows), sizes: Int32Array.of(rows), firsts: Int32Array.of(0) }
}

/** Splits every group by the values of one more column (−0 equals 0). Cost: O(n), by hashing; none where no two rows are left together. */
export function refineGroups(groups: RecordGroups, column: Float64Array): RecordGroups {
  if (groups.firsts.length === column.length) return groups
  const codeOf = new Map<number, number>()
  const codes = Int32Array.from(column, (value) => {
    const known = codeOf.get(value)
    if (known !== undefined) return known
    codeOf.set(value, codeOf.size)
    return codeOf.size - 1
  })
  const idOf = new Map<number, number>()
  const ids = new Int32Array(column.length)
  const sizes: number[] = []
  const firsts: number[] = []
  for (let i = 0; i < column.length; i++) {
    const pair = groups.ids[i] * codeOf.size + codes[i]
    let id = idOf.get(pair)
    if (id === undefined) {
      id = sizes.length
      idOf.set(pair, id)
      sizes.push(0)
      firsts.push(i)
    }
    ids[i] = id
    sizes[id]++
  }
  return { ids, sizes: Int32Array.from(sizes), firsts: Int32Array.from(firsts) }
}

/** The groups of records that are equal in every column. Cost: O(nd). */
export function equalRecords(columns: readonly Float64Array[]): RecordGroups {
  return columns.reduce(refineGroups, oneGroup(columns[0].length))
}

/** The rows of every group, ascending. Cost: O(n). */
export function rowsByGroup({ ids, sizes }: RecordGroups): Int32Array[] {
  const rows = Array.from(sizes, (size) => new Int32Array(size))
  const filled = new Int32Array(sizes.length)
  for (let i = 0; i < ids.length; i++) rows[ids[i]][filled[ids[i]]++] = i
  return rows
}
