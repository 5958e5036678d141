import type { RuleRecords } from './ways.js'
import type { SystemColumn } from './ways.js'

/** Records of units, which can be expanded to those of the file. */
export interface UnitRecords extends RuleRecords {
  /** Copies the values of units in these columns to their records. */
  spread(columns: readonly number[]): void
}

/**
 * Replaces the records of a person or household by one, if these have one value in all columns of some rules.
 *
 * @param columns - The columns of the file.
 * @param used - The columns of the rules.
 * @param records - The records.
 * @returns One record for each unit; the records themselves without columns of units; undefined if other columns of
 *   the rules differ between the records of a unit.
 */
export function oneRecordAUnit(
  columns: readonly SystemColumn[],
  used: readonly number[],
  records: RuleRecords,
): UnitRecords | undefined {
  const { values, originals, units } = records
  const own = used.map((c) => columns[c].unit).find((unit) => unit !== undefined)
  const unitOf = own === undefined ? undefined : units?.get(own)
  if (unitOf === undefined) return { ...records, spread: () => undefined }
  const members: number[][] = []
  for (let i = 0; i < unitOf.length; i++) (members[unitOf[i]] ??= []).push(i)
  const isShared = (column: Float64Array): boolean =>
    members.every(([first, ...others]) => others.every((i) => Object.is(column[i], column[first])))
  if (!used.every((c) => isShared(values[c]) && isShared(originals[c]))) return undefined
  const firsts = members.map(([first]) => first)
  const reduced = values.map((column) => Float64Array.from(firsts, (i) => column[i]))
  return {
    values: reduced,
    originals: originals.map((column) => Float64Array.from(firsts, (i) => column[i])),
    differs: (unit) => members[unit].every((i) => records.differs(i)),
    spread(of) {
      for (const c of of) for (let i = 0; i < unitOf.length; i++) values[c][i] = reduced[c][unitOf[i]]
    },
  }
}
