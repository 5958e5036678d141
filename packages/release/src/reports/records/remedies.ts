import { counted } from '@sdc/inspect'
import { reportNumber } from '../facts/number-text.js'
import { standardised, type LinkedRecord, type LinkInput } from './linked-records.js'

/** How many of the greatest or least values become one. */
const SHARED = [3, 5]
/** And this part of all of them. */
const TAIL = 0.01

/** A change of one column of the released file. */
interface Change {
  readonly column: number
  /** Rows whose values change, and what to, in standard deviations. */
  readonly rows: readonly number[]
  readonly to: number
  readonly text: string
}

/**
 * The change of the released file that makes another record the nearest to this one, and changes the fewest values: what is
 * named was computed on the file.
 *
 * @param record - The record, in the first file in which it is found.
 * @param input - The files.
 * @returns What to do, and how much it changes.
 */
export function cheapestRemedy(record: LinkedRecord, input: LinkInput): string {
  const { original, files, names } = input
  const { data } = files[record.file]
  const point = standardised(original, original, names).map((column) => column[record.row])
  const columns = standardised(data, original, names)
  const distance2 = Float64Array.from({ length: data.rows }, (_, i) =>
    columns.reduce((sum, column, j) => sum + (column[i] - point[j]) * (column[i] - point[j]), 0),
  )
  const changes = names.flatMap((name, j) => changesOf(name, j, columns[j], data.rows, record.at, input, record.file))
  const working = changes
    .filter(({ rows }) => rows.length < names.length)
    .filter((change) => unlinks(change, { point, columns, distance2, at: record.at }))
    .sort((a, b) => a.rows.length - b.rows.length)
  const [best] = working
  if (best !== undefined) return `${best.text}: then another record is nearer`
  const tried =
    changes.length === 0 ? '' : ` (none of ${counted(changes.length, 'smaller change')} makes another record nearer)`
  return `leave the record out: its ${counted(names.length, 'value')} are lost${tried}`
}

function changesOf(
  name: string,
  column: number,
  values: Float64Array,
  n: number,
  at: number,
  { files }: LinkInput,
  file: number,
): Change[] {
  const own = files[file].data.column(name)
  if (own.kind !== 'numeric') return []
  const order = Array.from({ length: n }, (_, i) => i)
    .filter((i) => Number.isFinite(values[i]))
    .sort((a, b) => values[a] - values[b] || a - b)
  const place = order.indexOf(at)
  const sizes = [...new Set([...SHARED, Math.ceil(TAIL * n)])].filter((size) => size < order.length)
  const ends = sizes.flatMap((size): Change[] => {
    const [low, high] = [order[size - 1], order[order.length - size]]
    const above = order.filter((i) => values[i] > values[high])
    const below = order.filter((i) => values[i] < values[low])
    return [
      ...(above.includes(at) ? [endChange('top', above, high)] : []),
      ...(below.includes(at) ? [endChange('bottom', below, low)] : []),
    ]
  })
  const about = order.slice(Math.max(0, place - 1), place + 2)
  const mean = about.reduce((sum, i) => sum + values[i], 0) / about.length
  const shared = about.some((i) => values[i] !== mean)
    ? [
        {
          column,
          rows: about,
          to: mean,
          text: `give its ${name} and its two neighbours' their mean (${about.length} values change)`,
        },
      ]
    : []
  return [...ends, ...shared]

  function endChange(end: 'top' | 'bottom', rows: readonly number[], to: number): Change {
    const bound = own.kind === 'numeric' ? reportNumber(own.values[to]) : ''
    const change = `${counted(rows.length, 'value')} ${rows.length === 1 ? 'changes' : 'change'}`
    return { column, rows, to: values[to], text: `${end}-code ${name} at ${bound} (${change})` }
  }
}

interface Distances {
  readonly point: readonly number[]
  readonly columns: readonly Float64Array[]
  /** Squared, of every released record from the original one. */
  readonly distance2: Float64Array
  readonly at: number
}

/** Whether another record is nearer than the own one after a change. */
function unlinks({ column, rows, to }: Change, { point, columns, distance2, at }: Distances): boolean {
  const changed = new Set(rows)
  const after = (i: number): number => {
    if (!changed.has(i)) return distance2[i]
    const [before, now] = [columns[column][i] - point[column], to - point[column]]
    return distance2[i] - before * before + now * now
  }
  const own = after(at)
  for (let i = 0; i < distance2.length; i++) if (i !== at && after(i) < own) return true
  return false
}
