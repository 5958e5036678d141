import { BLOCK, isMissing, powerOfTwo, type Column } from '@sdc/core'
import { patternFinding, type ReleaseFinding } from '@sdc/engine'
import { partsOf, type PartsPlan } from '@sdc/engine/partitions'

/** Number of columns whose flags form one integer. */
const BITS = 52

/**
 * Looks for a pattern of missing values that identifies people, in one pass over a file out of core.
 *
 * @param source - The original.
 * @param names - Columns whose missing values are released unchanged.
 * @returns One finding, or none. Needs memory for one number for each distinct pattern.
 */
export async function patternsInBlocks(
  source: Pick<PartsPlan['source'], 'rows' | 'read'>,
  names: readonly string[],
): Promise<readonly ReleaseFinding[]> {
  if (names.length === 0 || source.rows === 0) return []
  const lacking = new Set<string>()
  const once = new Map<number | string, boolean>()
  for (const range of partsOf(source.rows, Math.ceil(source.rows / BLOCK)))
    for await (const { data } of source.read(range, names)) {
      const chunks: Float64Array[] = []
      for (const [j, name] of names.entries()) {
        if (j % BITS === 0) chunks.push(new Float64Array(data.rows))
        if (addFlags(data.column(name), powerOfTwo(j % BITS), chunks[chunks.length - 1])) lacking.add(name)
      }
      for (let i = 0; i < data.rows; i++) {
        const pattern = chunks.length === 1 ? chunks[0][i] : chunks.map((chunk) => chunk[i]).join()
        once.set(pattern, !once.has(pattern))
      }
    }
  const unique = [...once.values()].reduce((count, alone) => count + (alone ? 1 : 0), 0)
  return patternFinding([...lacking], unique, source.rows)
}

/** Adds a flag to the numbers of the records that lack a value; returns true if there are any. */
function addFlags(column: Column, flag: number, numbers: Float64Array): boolean {
  let found = false
  for (let i = 0; i < numbers.length; i++) {
    if (!isMissing(column, i)) continue
    numbers[i] += flag
    found = true
  }
  return found
}
