/** Order by |x|, or by x itself, which some treatments of negative contributions need. */
export type ContributionOrder = 'size' | 'signed'

/** Returns true if one contribution comes before another. */
export const isLarger: Readonly<Record<ContributionOrder, (a: number, b: number) => boolean>> = {
  signed: (a, b) => a > b,
  size: (a, b) => Math.abs(a) > Math.abs(b) || (Math.abs(a) === Math.abs(b) && a > b),
}

/** The largest contributions of each of many cells. */
export interface TopLists {
  readonly top: number
  readonly largest: Float64Array
  /**
   * Adds a contribution to a cell: for weight w, x counts ⌊w⌋ times, plus the rest of w, if any, as a fraction of x.
   */
  add(cell: number, x: number, times: number, rest: number | undefined): void
  /** Adds the list of a cell to another. */
  merge(from: number, to: number): void
}

/**
 * Keeps the largest contributions of cells; ties do not depend on the order in which they are added.
 *
 * @param cells - Number of cells.
 * @param top - Number of contributions per cell.
 * @param order - Order of contributions: by |x| or by x.
 * @returns The lists, all empty (0).
 */
export function topLists(cells: number, top: number, order: ContributionOrder): TopLists {
  const largest = new Float64Array(cells * top)
  const filled = new Uint8Array(cells)
  const larger = isLarger[order]
  const put = (cell: number, x: number): boolean => {
    const start = cell * top
    let at = filled[cell]
    if (at === top) {
      if (!larger(x, largest[start + top - 1])) return false
      at--
    } else filled[cell]++
    while (at > 0 && larger(x, largest[start + at - 1])) {
      largest[start + at] = largest[start + at - 1]
      at--
    }
    largest[start + at] = x
    return true
  }
  return {
    top,
    largest,
    add(cell, x, times, rest) {
      for (let i = 0; i < Math.min(times, top); i++) if (!put(cell, x)) return
      if (rest !== undefined) put(cell, rest)
    },
    merge(from, to) {
      for (let i = 0; i < filled[from]; i++) if (!put(to, largest[from * top + i])) break
    },
  }
}
