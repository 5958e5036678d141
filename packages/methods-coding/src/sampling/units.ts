import { isMissing, SdcError, type Dataset, type ErrorPlace } from '@sdc/core'
import { keyCodes } from '@sdc/toolkit'
import type { Units } from '@sdc/toolkit/internal'
import { keyClasses } from '@sdc/stats'

/** Groups that are sampled separately. */
export interface Strata {
  /** Stratum of each unit, numbered in the order of first units. */
  readonly ofUnit: Int32Array
  /** Number of units of each stratum. */
  readonly counts: Int32Array
  /** Label of each stratum: `region=north, sex=1`; for one column its value. */
  readonly labels: readonly string[]
}

/** Returns the records as units. */
export function recordUnits(rows: number): Units {
  return { count: rows, ofRecord: Int32Array.from({ length: rows }, (_, i) => i) }
}

/**
 * Returns the strata that some columns form; a missing value is a stratum. Without columns there is one stratum of all
 * units.
 *
 * @throws BAD_PARAMETER for a unit whose records are of two strata, UNKNOWN_COLUMN
 */
export function strataOf(
  data: Dataset,
  columns: readonly string[],
  units: Units,
  { unit: kind, ...place }: ErrorPlace & { readonly unit?: string },
): Strata {
  if (columns.length === 0)
    return { ofUnit: new Int32Array(units.count), counts: Int32Array.of(units.count), labels: ['all records'] }
  const classes = keyClasses(columns.map((name) => keyCodes(data.column(name))))
  const ofUnit = new Int32Array(units.count).fill(-1)
  const first = new Int32Array(units.count)
  const counts = new Int32Array(classes.sizes.length)
  for (let i = 0; i < data.rows; i++) {
    const unit = units.ofRecord[i]
    const own = classes.ids[i]
    if (ofUnit[unit] < 0) {
      ofUnit[unit] = own
      first[unit] = i
      counts[own]++
    } else if (ofUnit[unit] !== own) {
      const message = `records ${first[unit] + 1} and ${i + 1} are of one ${kind} but of two strata, by ${columns.join(', ')}`
      const fix = `Choose strata that contain each ${kind} as a whole, such as a region.`
      throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'strata', row: i + 1 }, fix)
    }
  }
  return { ofUnit, counts, labels: Array.from(classes.firsts, (i) => labelOf(data, columns, i)) }
}

function labelOf(data: Dataset, columns: readonly string[], i: number): string {
  const texts = columns.map((name) => {
    const column = data.column(name)
    if (isMissing(column, i)) return '(missing)'
    return column.kind === 'numeric' ? String(column.values[i] + 0) : column.levels[column.codes[i]]
  })
  return columns.length === 1 ? texts[0] : columns.map((name, j) => `${name}=${texts[j]}`).join(', ')
}
