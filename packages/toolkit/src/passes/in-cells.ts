import { numeric, takeRows, type ByCells, type Column, type MaskInput, type MaskResult, type Totals } from '@sdc/core'
import { readPasses } from './in-blocks.js'

/**
 * The `apply` of a method that masks cells of records, where the file (or group) is in memory: the same passes and the same
 * masking, cell by cell.
 *
 * @param streamed - What the method says.
 * @param input - What it is to mask.
 * @returns The masked columns, with the words of the method; `group` of the report has the group of every record, from 1.
 */
export function maskInCells<P>(streamed: ByCells<P>, input: MaskInput<P>): MaskResult {
  const { data, columns, tick } = input
  const { blocks, context, at } = readPasses(streamed.passes, input, 2 * streamed.passes.length)
  const cells = streamed.cells(context)
  const members = Array.from({ length: cells.count }, (): number[] => [])
  for (const { index, first } of blocks) cells.of(at(index).data).forEach((cell, i) => members[cell].push(first + i))
  const masked = columns.map((name) => emptyColumn(data.column(name), data.rows))
  const groups = new Float64Array(data.rows)
  let before = 0
  let total: Totals | undefined
  let done = 0
  for (const [cell, records] of members.entries()) {
    const rows = Int32Array.from(records)
    const own = streamed.mask({
      ...context,
      cell,
      data: takeRows(data, rows),
      tick: (fraction) => tick((1 + (done + fraction * rows.length) / data.rows) / 2),
    })
    done += rows.length
    for (const [j, name] of columns.entries()) put(own.columns.get(name), rows, masked[j])
    let last = 0
    for (const [i, group] of own.groups.entries()) {
      groups[rows[i]] = before + group + 1
      last = Math.max(last, group + 1)
    }
    before += last
    total = total === undefined ? own.totals : streamed.merge(total, own.totals)
  }
  const { warnings = [], report = [] } = total === undefined ? {} : streamed.words(context, total)
  return {
    files: [{ columns: new Map(columns.map((name, j) => [name, masked[j]])) }],
    report: new Map<string, Column | number>([...report, ['group', numeric(groups)]]),
    warnings,
  }
}

function emptyColumn(like: Column, rows: number): Column {
  return like.kind === 'numeric' ? numeric(new Float64Array(rows)) : { ...like, codes: new Int32Array(rows) }
}

/** Puts what became of the records of a cell in their places. */
function put(from: Column | undefined, rows: Int32Array, to: Column): void {
  if (from?.kind === 'numeric' && to.kind === 'numeric') rows.forEach((row, i) => (to.values[row] = from.values[i]))
  if (from?.kind === 'categorical' && to.kind === 'categorical')
    rows.forEach((row, i) => (to.codes[row] = from.codes[i]))
}
