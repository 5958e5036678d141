/**
 * Packs arrays into one: their number, their lengths, and then all of them.
 *
 * @param arrays - Arrays.
 * @returns One array for `unpacked`.
 */
export function packed(arrays: readonly Float64Array[]): Float64Array {
  const head = 1 + arrays.length
  const whole = new Float64Array(arrays.reduce((sum, { length }) => sum + length, head))
  whole[0] = arrays.length
  let at = head
  for (const [k, array] of arrays.entries()) {
    whole[1 + k] = array.length
    whole.set(array, at)
    at += array.length
  }
  return whole
}

/**
 * Returns the arrays that `packed` joined.
 *
 * @param whole - Its result.
 * @returns Views of it.
 */
export function unpacked(whole: Float64Array): Float64Array[] {
  let at = 1 + whole[0]
  return Array.from({ length: whole[0] }, (_, k) => whole.subarray(at, (at += whole[1 + k])))
}
