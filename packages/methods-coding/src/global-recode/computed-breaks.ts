import { exp, log } from '@sdc/stats'
import { balancedStarts, roundestNumber } from '@sdc/toolkit/internal'

/** Method by which classes are computed from the values: of equal width, of nearly as many records, of equal ratio. */
export type BreakMethod = 'equal-width' | 'equal-frequency' | 'log'

/** Largest move of a computed break to a round number, to either side, as a share of its class. */
const LEEWAY = 1 / 20

/**
 * Breaks b_0 < b_1 < … < b_m that cut the values into at most `classes` classes [b_j, b_(j+1)).
 *
 * equal-width: b_j = min + j·(max − min)/m. log: b_j = min·(max/min)^(j/m). equal-frequency: b_j is the beginning of
 * the run of equal values nearest to place j·n/m, so equal values stay together and there are fewer classes if many are
 * equal. Each b_j is then the roundest number within a twentieth of its class (of equal-frequency classes: above the
 * last value below it). A break is therefore nobody's exact value, unless values leave no room. b_0 ≤ min and b_m ≥
 * max.
 *
 * @param sorted - The present values, ascending, at least one; positive for `log`.
 * @param classes - The number of classes m, at least 1.
 * @param method - The method.
 * @returns Two or more numbers, ascending; fewer than m + 1 if m classes cannot be distinguished.
 * Cost: O(n + m).
 */
export function computedBreaks(sorted: Float64Array, classes: number, method: BreakMethod): Float64Array {
  const [min, max] = [sorted[0], sorted[sorted.length - 1]]
  const inner = method === 'equal-frequency' ? frequencyBreaks(sorted, classes) : evenBreaks(min, max, classes, method)
  const low = roundEnd(min, inner.length > 0 ? inner[0] - min : 0)
  const high = 0 - roundEnd(-max, inner.length > 0 ? max - inner[inner.length - 1] : 0)
  return Float64Array.from([low, ...inner, inner.at(-1) === high ? aboveEnd(high) : high])
}

/** The breaks between classes of one width, on the scale of the values or of their logarithms. */
function evenBreaks(min: number, max: number, classes: number, method: 'equal-width' | 'log'): number[] {
  const isLog = method === 'log'
  const from = isLog ? log(min) : min
  // The range may be wider than the largest double.
  const width = isLog ? (log(max) - from) / classes : max / classes - min / classes
  const at = (j: number): number => (isLog ? exp(from + j * width) : from + j * width)
  const breaks: number[] = []
  let before = min
  for (let j = 1; j < classes; j++) {
    const [low, high] = [at(j - LEEWAY), at(j + LEEWAY)]
    const chosen = low < high ? roundestNumber(low, high, at(j)) : at(j)
    // There is no number between neighbouring doubles: one class fewer.
    if (!(chosen > before && chosen <= max)) continue
    breaks.push(chosen)
    before = chosen
  }
  return breaks
}

function frequencyBreaks(sorted: Float64Array, classes: number): number[] {
  const starts: number[] = []
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) starts.push(i)
  return balancedStarts(starts, sorted.length, classes)
    .slice(1)
    .map((start) => roundestNumber(sorted[start - 1], sorted[start], sorted[start]))
}

/**
 * A round number at or below an end, at most a twentieth of its class away (of the end itself if the class has no
 * width).
 */
function roundEnd(end: number, width: number): number {
  const low = end - leewayOf(end, width)
  return low < end && low > -Infinity ? roundestNumber(low, end, end) : end
}

/** The end of a last class that has one value only. */
function aboveEnd(end: number): number {
  const high = end + leewayOf(end, 0)
  return high < Infinity ? roundestNumber(end, high, high) : end
}

function leewayOf(end: number, width: number): number {
  return LEEWAY * (width > 0 ? width : Math.max(Math.abs(end), 1))
}
