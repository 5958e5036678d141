import type { MaskingMethod, MaskInput, Rng } from '@sdc/core'
import { unchangedError } from './check-file.js'

/**
 * Number of records up to which a random permutation may be the identity; in more records, no method leaves a column
 * unchanged by chance.
 */
const FEW_RECORDS = 1_000
/** Number of other draws that distinguish chance from a method that cannot move a column. */
const OTHER_DRAWS = 20

/**
 * Judges columns that a method left unchanged: an error if the method cannot change one, else chance.
 *
 * On few records a random permutation can be the identity: with two clusters of three records, in one of 36 runs. Such
 * a draw is valid. Replacing it would make all other permutations more likely. Other draws therefore only determine the
 * cause: if one of them changes the column, the result was chance.
 *
 * @param method - The method.
 * @param unchanged - The columns that it left unchanged.
 * @param input - Its input.
 * @param draw - Draws again; returns the columns that are then unchanged.
 * @returns The columns that stayed unchanged by chance.
 * @throws UNCHANGED if no draw changes a column.
 */
export async function unchangedByChance(
  method: MaskingMethod,
  unchanged: readonly string[],
  input: MaskInput<unknown>,
  draw: (rng: Rng) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { stochastic, postMasking, changes } = method.traits
  if (changes === 'unsafe') return []
  const draws = stochastic && input.data.rows <= FEW_RECORDS ? OTHER_DRAWS : 0
  let left = [...unchanged]
  for (let other = 1; left.length > 0 && other <= draws; other++) {
    const again = await draw(input.rng.child(`another draw ${other}`))
    left = left.filter((name) => again.includes(name))
  }
  if (left.length > 0) throw unchangedError(method.id, left[0], postMasking)
  return unchanged
}

/** Warns that columns stayed unchanged by chance. */
export function byChanceSentence(method: MaskingMethod, names: readonly string[], records: number): string {
  const columns = names.map((name) => `"${name}"`).join(', ')
  return `${method.id}: ${columns} stayed unchanged by chance: with ${records} records the method can leave all in place`
}
