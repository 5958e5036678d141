/** Id of the method that `sdc reverse-map` runs, and that `--reverse-map` adds as the last step. */
export const reverseMapping = 'reverse-map/rank'

/**
 * Returns true where reverse mapping is among the steps after a masking.
 *
 * @param then - The ids of the steps.
 */
export function isReverseMapped(then: readonly string[]): boolean {
  return then.includes(reverseMapping)
}
