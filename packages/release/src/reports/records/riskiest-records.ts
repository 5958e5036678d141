import { rolesOf } from '@sdc/engine'
import type { ReportRecordKind } from '@sdc/report'
import { standardDeviation } from '@sdc/stats'
import { counted, groupedNumber } from '@sdc/inspect'
import { keyRecords, SHOWN } from './key-records.js'
import { linkedRecords, linkKinds, type LinkKind } from './linked-records.js'
import { MOST_CELLS } from '../facts/measure-facts.js'
import { cheapestRemedy, commonRemedy, remediesOf } from './remedies.js'
import { someOf } from '../facts/number-text.js'
import { numbersOfBoth } from '../facts/relation-facts.js'
import type { ReportedRun } from '../facts/reported-run.js'

/** The records with the highest risk, and a note on records that were not searched. */
export interface RecordFacts {
  readonly riskiest: readonly ReportRecordKind[]
  /** Method of the search, or the reason for an empty result. */
  readonly note: string
}

/** Largest number of masked numbers for which remedies are tried. */
const MOST_SEARCHED = MOST_CELLS

/**
 * Finds the records that are easiest to find in the released file, by kind, each kind with a remedy that was tried on
 * the file.
 *
 * By quasi-identifiers: records that are unique in the original and in the file. By numbers: records whose nearest
 * released record is their own.
 *
 * @param reported - The run.
 * @returns A few records of each kind, the most conspicuous first.
 */
export function riskiestRecords(reported: ReportedRun): RecordFacts {
  const { original, files, run } = reported
  const [{ data: masked, origin }] = files
  if (origin.every((row) => row < 0))
    return {
      riskiest: [],
      note: 'All records of the file were drawn from a model: none comes from one original record, so none was looked for. A drawn record may still lie near a real one; the measures of risk say how often, where they can.',
    }
  const names = numbersOfBoth({ original, masked }).filter(
    (name) => run.columns.includes(name) && varies(valuesOf(original, name)),
  )
  const cells = Math.max(original.rows, masked.rows) * Math.max(1, names.length)
  if (cells > MOST_SEARCHED) {
    const note = `The riskiest records were not looked for: the file has more than ${groupedNumber(MOST_SEARCHED)} cells. sdc measure --records FILE has every record.`
    return { riskiest: [], note }
  }
  const alone = byKeys(reported, names.length === 0)
  const near = names.length === 0 ? undefined : byNumbers(reported, names)
  const riskiest = [...alone.riskiest, ...(near?.riskiest ?? [])]
  return { riskiest, note: [alone.note, near?.note ?? ''].filter((one) => one !== '').join(' ') }
}

function byNumbers({ original, files }: ReportedRun, names: readonly string[]): RecordFacts {
  const input = { original, files, names }
  const linked = linkedRecords(input)
  const riskiest = (Object.keys(linkKinds) as LinkKind[]).flatMap((kind): ReportRecordKind[] => {
    const all = linked.records.filter((one) => one.kind === kind)
    if (all.length === 0) return []
    const shown = all.slice(0, SHOWN).map((one) => ({ one, remedied: remediesOf(one, input) }))
    return [
      {
        kind: linkKinds[kind],
        count: all.length,
        remedy: commonRemedy(
          shown.map(({ remedied }) => remedied),
          names,
          all.length,
        ),
        records: shown.map(({ one, remedied }) => ({
          record: one.row + 1,
          why: one.why,
          remedy: cheapestRemedy(remedied, names),
        })),
      },
    ]
  })
  const left = linked.incomplete
  const incomplete =
    left === 0 ? '' : ` ${counted(left, 'record')} with a missing value ${left === 1 ? 'was' : 'were'} left out.`
  const tied = linked.tied === 0 ? '' : `, ${groupedNumber(linked.tied)} of them with another as near`
  const how = `${groupedNumber(linked.records.length)} of ${counted(original.rows, 'record')} have their own as the nearest released one${tied}. Distances are over ${counted(names.length, 'masked column')} of numbers, each in standard deviations of the original.${incomplete}`
  const tried =
    linked.records.length === 0
      ? ''
      : ' Remedies were tried on the released file. Do not repair a file by hand: mask and measure again.'
  return { riskiest, note: how + tried }
}

/**
 * Finds records that are unique on the quasi-identifiers; on the masked columns in a file without numbers and without
 * roles.
 */
function byKeys({ original, files, run, schema }: ReportedRun, isAlone: boolean): RecordFacts {
  const [{ data: masked, origin }] = files
  const roles = rolesOf(original, schema).keys
  const known = roles.length > 0 || !isAlone ? roles : run.columns
  const keys = known.filter((name) => original.names.includes(name) && masked.names.includes(name))
  if (keys.length === 0)
    return { riskiest: [], note: isAlone ? 'No masked column is numbers in both files, and there is no key.' : '' }
  const found = keyRecords({ original, masked, origin, keys })
  const count = found === undefined ? 'no record' : counted(found.count, 'record')
  const note = `Unique and unchanged by ${someOf(keys)}: ${count}.`
  return { riskiest: found === undefined ? [] : [found], note }
}

function varies(values: Float64Array): boolean {
  const sd = standardDeviation(values)
  return sd > 0 && Number.isFinite(sd)
}

/** Returns the numbers of a column, empty if it is not numeric. */
export function valuesOf(data: ReportedRun['original'], name: string): Float64Array {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : new Float64Array(0)
}
