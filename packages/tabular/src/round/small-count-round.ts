import { SdcError, type Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'
import { innerCells } from '../table/inner-cells.js'
import { totalsOfCells, type TotalsOfCells } from '../table/totals-of-cells.js'

/** Largest number of passes; each lowers the sum of squares, and tested tables took less than a quarter of these. */
const MOST_PASSES = 200

/**
 * Rounds small counts: inner cells from 1 to b − 1 become 0 or b, the others are unchanged, and totals are summed
 * again. The table adds up, and no cell is from 1 to b − 1. The cells that become b are chosen to make Σ (r − x)² over
 * all cells including totals small, in three deterministic steps:
 * 1. each cell in turn becomes 0 or b, whichever gives the smaller sum over the errors so far (as in error
 *    diffusion);
 * 2. single cells switch if that lowers the sum;
 * 3. in every relation, the best cell to lower and the best cell to raise switch together if that lowers the sum.
 *
 * Steps 2 and 3 are repeated until neither improves. O(cells × totals of each) per pass.
 *
 * @param table - Counts.
 * @param base - b.
 * @param tick - Receives the share of work done, 0 to 1.
 * @returns Counts that add up.
 * @throws BAD_TABLE if two relations sum one total from different inner cells
 * @see langsrud-heldal-2018 (who also choose by fitting the totals, in another way)
 */
export function smallCountRound(table: Table, base: number, tick: (fraction: number) => void): Float64Array {
  const { values, equations } = table
  const totals = totalsOfCells(table)
  const inner = innerCells(table)
  const small = Int32Array.from([...values.keys()].filter((c) => inner[c] === 1 && values[c] > 0 && values[c] < base))
  const search = openSearch(values, totals, base)
  for (const c of small) search.place(c)
  const groups = equations.map(({ cells }) => cells.filter((c) => inner[c] === 1 && values[c] > 0 && values[c] < base))
  for (let pass = 0, moved = 1; moved > 0 && pass < MOST_PASSES; pass++) {
    tick(pass / MOST_PASSES)
    moved = 0
    for (const c of small) if (search.gain(c) < 0) moved += search.flip(c)
    for (const group of groups) moved += search.exchange(group)
  }
  const rounded = values.map((x, c) => x + search.errors[c])
  checkSums(table, rounded)
  return rounded
}

interface Search {
  /** r − x of every cell including totals; 0 for small cells not yet placed. */
  readonly errors: Float64Array
  /** Sets a cell to 0 or b. */
  place(c: number): void
  /** Change of the sum of squares if the cell switches. */
  gain(c: number): number
  flip(c: number): number
  /** Switches two cells of a group if that helps; returns the number of cells changed. */
  exchange(group: Int32Array): number
}

function openSearch(values: Float64Array, { starts, at }: TotalsOfCells, base: number): Search {
  const errors = new Float64Array(values.length)
  const up = new Uint8Array(values.length)
  /** Change of Σ e² if the errors of the cell and its totals change by `by`. */
  const change = (c: number, by: number): number => {
    let sum = 2 * errors[c] * by + by * by
    for (let k = starts[c]; k < starts[c + 1]; k++) sum += 2 * errors[at[k]] * by + by * by
    return sum
  }
  const add = (c: number, by: number): void => {
    errors[c] += by
    for (let k = starts[c]; k < starts[c + 1]; k++) errors[at[k]] += by
  }
  const step = (c: number): number => (up[c] === 1 ? -base : base)
  const gain = (c: number): number => change(c, step(c))
  const flip = (c: number): number => {
    add(c, step(c))
    up[c] = 1 - up[c]
    return 1
  }
  return {
    errors,
    gain,
    flip,
    place(c) {
      const isUp = change(c, base - values[c]) < change(c, -values[c])
      up[c] = isUp ? 1 : 0
      add(c, isUp ? base - values[c] : -values[c])
    },
    exchange(group) {
      const best = [-1, -1]
      const gains = [Infinity, Infinity]
      for (const c of group) {
        const g = gain(c)
        if (g >= gains[up[c]]) continue
        gains[up[c]] = g
        best[up[c]] = c
      }
      const [riser, faller] = best
      if (riser < 0 || faller < 0) return 0
      // Shared totals do not change, so the gain of the second is computed after the first.
      const first = gain(riser)
      flip(riser)
      if (first + gain(faller) < 0) return 1 + flip(faller)
      flip(riser)
      return 0
    },
  }
}

/** If two relations sum one total from different inner cells, these cannot be rounded independently. */
function checkSums(table: Table, values: Float64Array): void {
  const open = table.equations.find(
    ({ cells, signs }) => cells.reduce((sum, cell, i) => sum + signs[i] * values[cell], 0) !== 0,
  )
  if (!open) return
  const message = `${cellName(table, open.cells[0])} is the sum of different inner cells in different relations`
  const fix = 'Round the joined tables one by one, or use tabular/controlled-rounding.'
  throw new SdcError('BAD_TABLE', message, {}, fix)
}
