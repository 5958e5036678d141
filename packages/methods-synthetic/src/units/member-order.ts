import type { Column, Roles } from '@sdc/core'
import { waveOrder } from '@sdc/toolkit/internal'
import { numbersTo } from '../numbers-to.js'

/** Rows as members of units above them, in their order. */
export interface Members {
  /** The unit of each row. */
  readonly of: Int32Array
  /** Number of rows of each unit. */
  readonly counts: Int32Array
  /** Place of each row among those of its unit, from 0. */
  readonly places: Int32Array
  /** The row before it in its unit; −1 for the first. */
  readonly previous: Int32Array
  /** Column of the times that the rows are in the order of; undefined if their order is that of the file. */
  readonly time?: string | undefined
}

/**
 * Puts the members of each unit in the order of time: of their wave, else of their first column of dates without missing
 * values, else of the file.
 *
 * @param of - The unit of each row.
 * @param columns - Columns of the rows.
 * @param roles - Names the wave and the dates.
 * @returns The order.
 */
export function memberOrder(
  of: Int32Array,
  columns: readonly (readonly [string, Column])[],
  { wave, times }: Pick<Roles, 'wave' | 'times'>,
): Members {
  const timed = columns
    .map(([name, column]) => {
      const isTime = name === wave || times?.has(name) === true
      return { name, at: isTime ? waveOrder(column) : Float64Array.of(Number.NaN) }
    })
    .filter(({ at }) => !at.some(Number.isNaN))
  const time = timed.find(({ name }) => name === wave) ?? timed[0]
  const order = numbersTo(of.length).sort((a, b) => of[a] - of[b] || (time ? time.at[a] - time.at[b] : 0) || a - b)
  const counts = new Int32Array(of.reduce((most, unit) => Math.max(most, unit), -1) + 1)
  const places = new Int32Array(of.length)
  const previous = new Int32Array(of.length).fill(-1)
  order.forEach((row, i) => {
    places[row] = counts[of[row]]++
    if (places[row] > 0) previous[row] = order[i - 1]
  })
  return { of, counts, places, previous, ...(time && { time: time.name }) }
}
