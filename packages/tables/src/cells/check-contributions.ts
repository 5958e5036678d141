import { option, SdcError, type Table } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import type { TableColumns } from '../read/table-columns.js'
import type { TableSource } from '../read/table-source.js'
import type { Slack } from '../read/totals-by-addition.js'

/**
 * Checks the contributions of every cell against its count and its value. The largest comes first (by size if some are
 * negative), and there are no more than contributors. Together they are at most the value, and equal to it if all are
 * listed. Without counts, only the conditions independent of them are checked.
 *
 * @param table - The table.
 * @param columns - Names of its columns.
 * @param source - File of the cells, for messages.
 * @param slack - Tolerance for a sum of contributions.
 * @throws WRONG_INPUT for the first cell with impossible contributions
 */
export function checkContributions(table: Table, columns: TableColumns, source: TableSource, slack: Slack): void {
  const { largest, top = 2, counts, values, magnitudes } = table
  if (largest === undefined) return
  const names = columns.largest ?? []
  // With weights a contribution is listed once for each person it represents.
  const weighted = columns.weight !== undefined
  // By size or by sign: in both cases no later one may exceed the first.
  const signed = ordered(largest, top, counts, (x) => x)
  const sized = ordered(largest, top, counts, Math.abs)
  if (signed !== undefined && sized !== undefined) {
    const [c, j] = signed
    const message = `"${names[j]}" of record ${c + 1} is larger than "${names[j - 1]}"`
    const fix = `Name the largest contribution first: ${option('largest', 'l1,l2')}.`
    throw new SdcError('WRONG_INPUT', message, source.place(c, names[j]), fix)
  }
  for (let c = 0; c < counts.length; c++) {
    const own = largest.subarray(top * c, top * (c + 1))
    const count = weighted || counts[c] < 0 ? Infinity : counts[c]
    const problem = problemOf(own, count, values[c], magnitudes?.[c], columns.others === true, slack)
    if (problem === undefined) continue
    const message = `${cellName(table, c)} ${problem}`
    const fix = `Correct the value ("${columns.value}"), the count or the contributions (${names.join(', ')}).`
    throw new SdcError('WRONG_INPUT', message, source.place(c), fix)
  }
}

/** The first contribution that is larger than the one before it, as cell and place; undefined if there is none. */
function ordered(
  largest: Float64Array,
  top: number,
  counts: Int32Array,
  size: (x: number) => number,
): readonly [cell: number, place: number] | undefined {
  for (let c = 0; c < counts.length; c++)
    for (let j = 1; j < (counts[c] < 0 ? top : Math.min(top, counts[c])); j++)
      if (size(largest[top * c + j]) > size(largest[top * c + j - 1])) return [c, j]
  return undefined
}

function problemOf(
  own: Float64Array,
  count: number,
  value: number,
  magnitude: number | undefined,
  others: boolean,
  slackOf: Slack,
): string | undefined {
  const there = own.reduce((n, x) => n + Number(x !== 0), 0)
  if (there > count) return `has ${there} contributions and ${count} contributor(s)`
  let sum = 0
  let size = 0
  for (const x of own) {
    sum += x
    size += Math.abs(x)
  }
  const slack = slackOf(there, Math.max(size, Math.abs(value)))
  const negative = value < 0 || own.some((x) => x < 0) || (magnitude ?? value) > value + slack
  if (!negative && sum > value + slack) return `has contributions that sum to ${sum}, above its value ${value}`
  if (magnitude !== undefined && magnitude < Math.max(size, Math.abs(value)) - slack)
    return `has contributions of size ${Math.max(size, Math.abs(value))}, above their whole size ${magnitude}`
  if (!others && count <= own.length && Math.abs(sum - value) > slack)
    return `has ${count} contributor(s), whose contributions sum to ${sum} and not to its value ${value}`
  return undefined
}
