/** Rank changes at places of their order, by counting: changes are whole numbers below the number of pairs. */
import type { Totals, Aggregate, Plan } from '@sdc/core'
import { countedCodes, mergedCounts } from '@sdc/toolkit/internal'
import type { ReadChanges } from './rank-changes.js'

/** Largest number of classes of neighbouring changes; those with a requested place are then counted one by one. */
const CLASSES = 1 << 16

/**
 * Finds the changes at some places of their order.
 *
 * @param changed - Columns.
 * @param counts - Number of changes of each.
 * @param wanted - Returns the places to find among so many, from 0.
 * @returns A function for each column that returns the change at one of these places.
 */
export function* readChangePlaces(
  changed: readonly ReadChanges[],
  counts: readonly number[],
  wanted: (count: number) => readonly number[],
): Plan<readonly ((place: number) => number)[]> {
  const widths = counts.map(widthOf)
  const classes = yield changed.map((read, k) =>
    countAggregate(read, CLASSES, (change) => Math.floor(change / widths[k])),
  )
  const found = classes.map((rows, k) => new Map(wanted(counts[k]).map((place) => [place, placeIn(rows, place)])))
  if (widths.every((width) => width === 1))
    return found.map((places) => (place) => places.get(place)?.code ?? Number.NaN)
  const looked = found.map((places) => [...new Set([...places.values()].map(({ code }) => code))].sort((a, b) => a - b))
  const changes = yield changed.map((read, k) => {
    const [own, width] = [looked[k], widths[k]]
    const numbers = new Int32Array(CLASSES).fill(-1)
    own.forEach((code, number) => (numbers[code] = number))
    return countAggregate(read, own.length * width, (change) => {
      const number = numbers[Math.floor(change / width)]
      return number < 0 ? -1 : number * width + (change % width)
    })
  })
  return found.map((places, k) => (place) => {
    const { code, within } = places.get(place) ?? { code: -1, within: 0 }
    const first = looked[k].indexOf(code) * widths[k]
    const below = countBelow(changes[k], first)
    return code * widths[k] + (placeIn(changes[k], below + within).code - first)
  })
}

/** Returns the width of the classes of neighbours: the least power of two that gives few enough classes. */
function widthOf(count: number): number {
  let width = 1
  while (count > width * CLASSES) width *= 2
  return width
}

/** Makes the aggregate that counts a code of every change, from 0; −1 for none. */
function countAggregate(read: ReadChanges, size: number, codeOf: (change: number) => number): Aggregate {
  return {
    reads: 'pairs',
    orders: read.orders,
    of(block) {
      const changes = read(block)
      const codes = new Float64Array(changes.length)
      let count = 0
      for (let i = 0; i < changes.length; i++) {
        const code = changes[i] === changes[i] ? codeOf(changes[i]) : -1
        if (code >= 0) codes[count++] = code
      }
      return countedCodes(codes.subarray(0, count), size)
    },
    merge: mergedCounts,
    isTable: true,
  }
}

/** Returns the code at a place of the order, and the place among the changes of that code. */
function placeIn(rows: Totals, place: number): { readonly code: number; readonly within: number } {
  let before = 0
  for (let at = 0; at < rows.length; at += 2) {
    if (place < before + rows[at + 1]) return { code: rows[at], within: place - before }
    before += rows[at + 1]
  }
  throw new Error(`place ${place} is beyond the changes that were counted`)
}

/** Returns the number of changes with a lower code. */
function countBelow(rows: Totals, code: number): number {
  let count = 0
  for (let at = 0; at < rows.length && rows[at] < code; at += 2) count += rows[at + 1]
  return count
}
