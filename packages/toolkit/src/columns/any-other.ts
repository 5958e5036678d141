/**
 * Whether two columns of numbers differ somewhere; −0 is no other than 0, and a missing value is as a missing value.
 *
 * @param before - n values, NaN where missing.
 * @param after - n values.
 * @returns Whether some value is another.
 */
export function anyOther(before: Float64Array, after: Float64Array): boolean {
  for (let i = 0; i < after.length; i++) {
    const [was, is] = [before[i], after[i]]
    if (was !== is && (was === was || is === is)) return true
  }
  return false
}
