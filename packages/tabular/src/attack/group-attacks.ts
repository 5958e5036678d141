import type { Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'
import { capital, type Finding, type Knowledge } from './finding.js'

/**
 * Finds group disclosures: if all parts of a total but one are known to be empty, all respondents of the total are in
 * that part. Readers then know this attribute of them, without knowing their number. If the only other part has one
 * contributor, that contributor knows it of all others. A part that a table lacks counts as empty.
 *
 * @param table - Table with its relations.
 * @param known - Interval of each cell as readers know it; a cell that can only be 0 is empty.
 * @returns The findings, each at the cell that contains all respondents.
 */
export function groupAttacks(table: Table, { low, high, counts: given }: Knowledge): Finding[] {
  const areCounts = table.values.every((value, c) => value === given[c])
  // In a table of counts, a suppressed cell shows neither its value nor its number of contributors.
  const counts = areCounts ? given.map((count, c) => (low[c] === high[c] ? count : -1)) : given
  // Contributions may be 0, and positive and negative ones may add up to 0.
  const tells = !table.values.some((value) => value < 0)
  const empty = (cell: number): boolean =>
    counts[cell] >= 0 ? counts[cell] === 0 : tells && low[cell] === 0 && high[cell] === 0
  return table.equations.flatMap(({ cells }): Finding[] => {
    const [whole] = cells
    if (empty(whole)) return []
    const d = dimensionOf(table, cells)
    if (d < 0 || levelsBelow(table, d, whole) < 2) return []
    const full = Array.from(cells.subarray(1)).filter((cell) => !empty(cell))
    if (full.length === 1) return [everybody(table, counts, whole, full[0], d)]
    if (full.length !== 2) return []
    return full.flatMap((one, i) => {
      const other = full[1 - i]
      return counts[one] === 1 && counts[other] >= 1 ? [allOthers(table, counts, whole, one, other, d)] : []
    })
  })
}

function everybody(table: Table, counts: Int32Array, whole: number, cell: number, d: number): Finding {
  const count = counts[whole]
  const all = count === 1 ? 'The only contributor' : count > 1 ? `All ${count} contributors` : 'Everybody'
  const verb = count > 1 ? 'have' : 'has'
  const sentence = `${all} of ${wholeName(table, whole)} ${verb} ${levelName(table, cell, d)}; the other cells are empty.`
  return { cell, kind: 'group', who: 'everybody', sentence, low: Number.NaN, high: Number.NaN, exact: true }
}

function allOthers(table: Table, counts: Int32Array, whole: number, one: number, cell: number, d: number): Finding {
  const who = `the only contributor of ${cellName(table, one)}`
  const others = counts[cell] === 1 ? 'the other contributor' : `all ${counts[cell]} other contributors`
  const sentence = `${capital(who)} knows that ${others} of ${wholeName(table, whole)} ${counts[cell] === 1 ? 'has' : 'have'} ${levelName(table, cell, d)}.`
  return { cell, kind: 'group', who, sentence, low: Number.NaN, high: Number.NaN, exact: true }
}

/** The dimension along which a total is the sum of its parts; −1 if they differ in several. */
function dimensionOf({ dimensions }: Table, cells: Int32Array): number {
  const [whole, part] = cells
  const differing = dimensions.flatMap(({ codes }, d) => (codes[whole] === codes[part] ? [] : [d]))
  return differing.length === 1 ? differing[0] : -1
}

/** Number of levels below a total; a total of one level discloses nothing new. */
function levelsBelow({ dimensions }: Table, d: number, whole: number): number {
  const { levels, taxonomy, codes } = dimensions[d]
  const level = levels[codes[whole]]
  return levels.filter((one) => taxonomy?.get(one) === level).length
}

/** Name of a cell by its levels other than totals. */
function wholeName(table: Table, cell: number): string {
  const said = table.dimensions.flatMap(({ codes, levels, taxonomy }, d) =>
    taxonomy !== undefined && (taxonomy.get(levels[codes[cell]]) ?? null) === null ? [] : [levelName(table, cell, d)],
  )
  return said.length > 0 ? said.join(', ') : 'the table'
}

function levelName({ dimensions, names }: Table, cell: number, d: number): string {
  return `${names?.[d] ?? `d${d + 1}`}=${dimensions[d].levels[dimensions[d].codes[cell]]}`
}
