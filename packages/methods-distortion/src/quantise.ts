/** Steps of luminance at quality 50, row by row. Source: ITU-T T.81, Annex K, table K.1. */
const luminance: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]

/**
 * Computes the steps to whose multiples the coefficients of a block are rounded: entry = ⌊(S·T + 50)/100⌋ from 1 to
 * 255, with S = 5000/Q for Q < 50, else 200 − 2Q.
 *
 * @param quality - Q, from 1 to 100; at 100 all steps are 1.
 * @returns 64 steps, row by row.
 */
export function quantisationTable(quality: number): Float64Array {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
  return Float64Array.from(luminance, (step) => Math.min(255, Math.max(1, Math.floor((scale * step + 50) / 100))))
}

/**
 * Rounds every coefficient to a multiple of its step, halves away from 0; in place.
 *
 * @param block - 64 coefficients.
 * @param table - Their steps.
 */
export function quantise(block: Float64Array, table: Float64Array): void {
  for (let at = 0; at < block.length; at++) {
    const size = Math.floor(Math.abs(block[at]) / table[at] + 0.5) * table[at]
    block[at] = block[at] < 0 ? -size : size
  }
}
