import { rolesOf } from '@sdc/engine'
import type { ReportRecord } from '@sdc/report'
import { standardDeviation } from '@sdc/stats'
import { counted, groupedNumber } from '@sdc/inspect'
import { keyRecords } from './key-records.js'
import { linkedRecords } from './linked-records.js'
import { MOST_CELLS } from '../facts/measure-facts.js'
import { cheapestRemedy } from './remedies.js'
import { numbersOfBoth } from '../facts/relation-facts.js'
import type { ReportedRun } from '../facts/reported-run.js'

/** The records that are at risk most, and what was not looked at. */
export interface RecordFacts {
  readonly records: readonly ReportRecord[]
  /** How they were found and their remedies were tried; why there are none. */
  readonly note: string
}

/** So many are shown at the most. */
const SHOWN = 20

/** The cells of masked numbers up to which remedies are tried. */
const MOST_SEARCHED = MOST_CELLS

/**
 * The records that are easiest to find in the released file, with the cheapest of a few remedies that were really tried.
 *
 * By numbers: whoever knows a record's values takes the nearest released record for its own. Without numbers: whose
 * combination of keys is alone in the original and in the file.
 *
 * @param reported - The run.
 * @returns At most twenty, those that stand out most first.
 */
export function riskiestRecords(reported: ReportedRun): RecordFacts {
  const { original, files, run, schema } = reported
  const [{ data: masked, origin }] = files
  if (origin.every((row) => row < 0))
    return {
      records: [],
      note: 'The records of the file were drawn: none comes from one of the original, so none was looked for. A drawn record may still lie near a real one; the metrics of risk measure that where they can.',
    }
  const names = numbersOfBoth({ original, masked }).filter(
    (name) => run.columns.includes(name) && varies(valuesOf(original, name)),
  )
  const cells = Math.max(original.rows, masked.rows) * Math.max(1, names.length)
  if (cells > MOST_SEARCHED) {
    const note = `The riskiest records were not looked for: the file has more than ${groupedNumber(MOST_SEARCHED)} cells. sdc measure --records FILE has every record.`
    return { records: [], note }
  }
  if (names.length === 0) return byKeys(reported, rolesOf(original, schema).keys)
  const linked = linkedRecords({ original, files, names })
  const records = linked.records.slice(0, SHOWN).map((one) => ({
    record: one.row + 1,
    why: one.why,
    remedy: cheapestRemedy(one, { files, names, original }),
  }))
  const left = linked.incomplete
  const incomplete =
    left === 0 ? '' : ` ${counted(left, 'record')} with a missing value ${left === 1 ? 'was' : 'were'} left out.`
  const tied = linked.tied === 0 ? '' : `, ${groupedNumber(linked.tied)} of them with another as near`
  const shown = linked.records.length > SHOWN ? `; the ${SHOWN} that stand out most are shown` : ''
  const how = `${groupedNumber(linked.records.length)} of ${counted(original.rows, 'record')} have their own as the nearest released one${tied}${shown}. Distances are over ${counted(names.length, 'masked column')} of numbers, each in standard deviations of the original.${incomplete}`
  const tried =
    linked.records.length === 0
      ? ''
      : ' Remedies were tried on the released file, and the one that changes the fewest values is named. Remedies are: one value for the greatest or least values of a column, the mean of a value and its two neighbours, or no record. Do not repair a file by hand: mask and measure again.'
  return { records, note: how + tried }
}

function byKeys({ original, files, run }: ReportedRun, roles: readonly string[]): RecordFacts {
  const [{ data: masked, origin }] = files
  const known = roles.length > 0 ? roles : run.columns
  const keys = known.filter((name) => original.names.includes(name) && masked.names.includes(name))
  if (keys.length === 0) return { records: [], note: 'No masked column is numbers in both files, and there is no key.' }
  const found = keyRecords({ original, masked, origin, keys })
  const shown = found.length > SHOWN ? `; ${SHOWN} are shown` : ''
  const note = `No masked column is numbers in both files. Looked at: combinations of ${keys.join(', ')} that one record alone has, in the original and in the file, and in both the same: ${counted(found.length, 'record')}${shown}. As a remedy, each key of the record was left empty in turn.`
  return { records: found.slice(0, SHOWN), note }
}

function varies(values: Float64Array): boolean {
  const sd = standardDeviation(values)
  return sd > 0 && Number.isFinite(sd)
}

/** The numbers of a column, empty where it is none. */
export function valuesOf(data: ReportedRun['original'], name: string): Float64Array {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : new Float64Array(0)
}
