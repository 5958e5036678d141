import type { Units } from '@sdc/toolkit/internal'
import { isMissingAt, type KeyWithMissing } from './keys.js'
import type { Recoded } from './recode.js'

/** Treatment of the suppressed records. */
export interface Settled {
  /** The records that stay, if some are removed. */
  readonly origin?: Int32Array
  readonly removed: number
  readonly blanked: number
  readonly warnings: readonly string[]
}

/**
 * Decides whether suppressed records stay without keys and confidential values, or are removed. Blanked records form a
 * class like any other, together with records that never had a key. This class needs k records. It never satisfies ℓ or
 * t, because its sensitive values are all the same.
 *
 * @param recoded - The suppressed records and the levels of the others.
 * @param keys - The recoded columns.
 * @param how - k, the conditions, and whether ℓ or t rules out blanking.
 * @returns Which records stay.
 */
export function settleSuppressed(
  { suppressed, levels }: Pick<Recoded, 'suppressed' | 'levels'>,
  keys: readonly KeyWithMissing[],
  how: {
    readonly k: number
    readonly suppressed: 'remove' | 'blank'
    readonly mayBlank: boolean
    readonly persons?: Units | undefined
  },
): Settled {
  const gone = suppressed.reduce((sum, one) => sum + one, 0)
  if (gone === 0) return { removed: 0, blanked: 0, warnings: [] }
  const warnings: string[] = []
  if (how.suppressed === 'blank') {
    const blank = Int32Array.from(suppressed.keys()).filter((i) => suppressed[i] === 1 || isBlank(keys, levels, i))
    const alike = new Set(how.persons ? blank.map((i) => how.persons?.ofRecord[i] ?? i) : blank).size
    if (how.mayBlank && alike >= how.k) return { removed: 0, blanked: gone, warnings: [] }
    warnings.push(
      how.mayBlank
        ? `${gone} suppressed record(s) were left out, not blanked: blanked they would be a class of ${alike}, ` +
            `fewer than k = ${how.k}`
        : `${gone} suppressed record(s) were left out, not blanked: blanked they would be a class with one ` +
            'confidential value, none',
    )
  }
  const origin = Int32Array.from(suppressed.keys()).filter((i) => suppressed[i] === 0)
  return { origin, removed: gone, blanked: 0, warnings }
}

/** Returns true if a record is released without any key although it is not suppressed. */
function isBlank(keys: readonly KeyWithMissing[], levels: readonly Uint8Array[], i: number): boolean {
  return keys.every((key, j) => isMissingAt(key, key.codes[i], levels[j][i]))
}
