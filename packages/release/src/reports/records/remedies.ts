import { counted, groupedNumber } from '@sdc/inspect'
import { reportNumber } from '../facts/number-text.js'
import { standardised, type LinkedRecord, type LinkInput } from './linked-records.js'

/** Number of the largest or smallest values that get a shared value. */
const SHARED = [3, 5]
/** The same as a share of all values. */
const TAIL = 0.01

/** A change of one column of the released file. */
interface Change {
  readonly column: number
  /** Rows whose values change, and the new value in standard deviations. */
  readonly rows: readonly number[]
  readonly to: number
  readonly text: string
  /** True for a change that is the same for every record. */
  readonly isShared: boolean
}

/** A record with the changes of the released file that bring another record nearest to it. */
export interface Remedied {
  /** Tried changes. */
  readonly tried: number
  /** Changes that work, those of the fewest values first. */
  readonly working: readonly Change[]
}

/**
 * Tries changes of the released file that may bring another record nearest to this one.
 *
 * @param record - The record, in the first file in which it is found.
 * @param input - The files.
 * @returns The changes that work on this file.
 */
export function remediesOf(record: LinkedRecord, input: LinkInput): Remedied {
  const { original, files, names } = input
  const { data } = files[record.file]
  const point = standardised(original, original, names).map((column) => column[record.row])
  const columns = standardised(data, original, names)
  const distance2 = Float64Array.from({ length: data.rows }, (_, i) =>
    columns.reduce((sum, column, j) => sum + (column[i] - point[j]) * (column[i] - point[j]), 0),
  )
  const changes = names.flatMap((name, j) => changesOf(name, j, columns[j], data.rows, record.at, input, record.file))
  const working = changes
    .filter((change) => unlinks(change, { point, columns, distance2, at: record.at }))
    .sort((a, b) => a.rows.length - b.rows.length)
  return { tried: changes.length, working }
}

/** Returns the change that helps one record and changes fewer values than leaving it out. */
export function cheapestRemedy({ tried, working }: Remedied, names: readonly string[]): string {
  const best = working.find(({ rows }) => rows.length < names.length)
  if (best !== undefined) return `${best.text}: then another record is nearer`
  const none = tried === 0 ? '' : ` (none of ${counted(tried, 'change')} that costs less makes another record nearer)`
  return `leave the record out: its ${counted(names.length, 'value')} are lost${none}`
}

/** Returns the change that helps the most of several records; it must help half of them. */
export function commonRemedy(all: readonly Remedied[], names: readonly string[], count: number): string {
  const known = new Map<string, { change: Change; helped: number }>()
  for (const { working } of all)
    for (const change of working.filter(({ isShared }) => isShared)) {
      const helped = (known.get(change.text)?.helped ?? 0) + 1
      known.set(change.text, { change, helped })
    }
  const [best] = [...known.values()]
    .filter(({ change, helped }) => change.rows.length < helped * names.length)
    .sort((a, b) => b.helped - a.helped || a.change.rows.length - b.change.rows.length)
  if (best !== undefined && 2 * best.helped >= all.length)
    return `${best.change.text}: then another record is nearer to ${all.length === 1 ? 'it' : `${best.helped} of the ${all.length} listed`}`
  return `mask more strongly, or leave ${count === 1 ? 'the record' : `the ${groupedNumber(count)} records`} out: no cheaper change of one column helps ${all.length === 1 ? 'it' : 'half of those listed'}`
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
          isShared: false,
          text: `give its ${name} and its two neighbours' their mean (${about.length} values change)`,
        },
      ]
    : []
  return [...ends, ...shared]

  function endChange(end: 'top' | 'bottom', rows: readonly number[], to: number): Change {
    const bound = own.kind === 'numeric' ? reportNumber(own.values[to]) : ''
    const change = `${counted(rows.length, 'value')} ${rows.length === 1 ? 'changes' : 'change'}`
    return { column, rows, to: values[to], isShared: true, text: `${end}-code ${name} at ${bound} (${change})` }
  }
}

interface Distances {
  readonly point: readonly number[]
  readonly columns: readonly Float64Array[]
  /** Squared distance of every released record from the original one. */
  readonly distance2: Float64Array
  readonly at: number
}

/** Returns true if another record is nearer than the record's own one after a change. */
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
