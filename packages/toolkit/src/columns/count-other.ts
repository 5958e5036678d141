import type { Column } from '@sdc/core'

/**
 * Counts the records with another value in two columns of one kind; −0 equals 0, and missing values are equal.
 *
 * @param before - n values, of the same levels if they are categories.
 * @param after - n values.
 * @returns Number of records; all of them if the kinds differ.
 */
export function countOther(before: Column, after: Column): number {
  if (before.kind === 'numeric')
    return after.kind === 'numeric' ? otherNumbers(before.values, after.values) : before.values.length
  return after.kind === 'numeric' ? before.codes.length : otherCodes(before.codes, after.codes)
}

function otherNumbers(before: Float64Array, after: Float64Array): number {
  let count = 0
  for (let i = 0; i < after.length; i++) {
    const [was, is] = [before[i], after[i]]
    if (was !== is && (was === was || is === is)) count++
  }
  return count
}

function otherCodes(before: Int32Array, after: Int32Array): number {
  let count = 0
  for (let i = 0; i < after.length; i++) if (after[i] !== before[i]) count++
  return count
}
