import { quantileOfSorted } from '@sdc/stats'
import { powerOfTwo } from '@sdc/stats/internal'

/** Maximum number of classes of the first width between the 10th and the 90th percentile. */
const CLASSES = 16
/** Maximum number of times that the width doubles. */
const DOUBLINGS = 3
/** Beyond this number of widths from 0, multiples of the width are not exact whole numbers. */
const FARTHEST = powerOfTwo(45)

/** A level of nested classes of equal width. */
export interface WidthLevel {
  /** Class of each value, 0 the lowest. */
  readonly classOf: Int32Array
  /** Label of each class: `[20,30)`. */
  readonly labels: readonly string[]
  /** Beginning and end of each class. */
  readonly edges: readonly (readonly [low: number, high: number])[]
}

/**
 * Returns nested classes [i·w, (i + 1)·w) with w = s, 2s, 4s, 8s. s is the least of 1, 2, 5 times a power of ten with
 * at most sixteen classes between the 10th and the 90th percentile. Classes without a value are left out. So are levels
 * with as many classes as the one below or with only one class.
 *
 * @param distinct - The different values, ascending.
 * @param sorted - All values, ascending.
 * @returns The levels from the finest up, and the width of each. Cost: O(values).
 */
export function widthClasses(
  distinct: Float64Array,
  sorted: Float64Array,
): { readonly levels: readonly WidthLevel[]; readonly widths: readonly number[] } {
  if (distinct.length < 2) return { levels: [], widths: [] }
  const first = firstWidth(distinct, sorted)
  const all = Array.from({ length: DOUBLINGS + 1 }, (_, h) => timesWidth(first, powerOfTwo(h)))
  const levels = widthLevels(distinct, all)
  let below = distinct.length
  const kept = levels.map(({ labels }) => {
    const useful = labels.length < below && labels.length > 1
    if (useful) below = labels.length
    return useful
  })
  return { levels: levels.filter((_, h) => kept[h]), widths: all.filter((_, h) => kept[h]) }
}

/**
 * Returns classes of given widths, each a multiple of the first.
 *
 * @param distinct - The different values, ascending.
 * @param widths - The widths, ascending.
 * @returns A level for each width.
 */
export function widthLevels(distinct: Float64Array, widths: readonly number[]): WidthLevel[] {
  if (widths.length === 0) return []
  const [step, exponent] = decimalParts(widths[0])
  const scale = (units: number): number => Number(`${units * step}e${exponent}`)
  const finest = Float64Array.from(distinct, (value) => unitsOf(value, widths[0], scale))
  return widths.map((width) => {
    const times = Math.round(width / widths[0])
    const indices = finest.map((i) => Math.floor(i / times))
    const starts = indices.filter((i, at) => at === 0 || i !== indices[at - 1])
    let last = -1
    const classOf = Int32Array.from(indices, (i, at) => (at === 0 || i !== indices[at - 1] ? ++last : last))
    const edge = (i: number): number => scale(i * times) + 0
    const edges = Array.from(starts, (i) => [edge(i), edge(i + 1)] as const)
    return { classOf, labels: edges.map(([low, high]) => `[${low},${high})`), edges }
  })
}

/** A number as a whole number times a power of ten: 1.6 is 16 and −1. */
function decimalParts(width: number): readonly [step: number, exponent: number] {
  const [digits, power] = width.toExponential().split('e')
  const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0
  return [Number(digits.replace('.', '')), Number(power) - decimals]
}

/** A multiple of a width, without the rounding of a product: three times .1 is .3. */
function timesWidth([step, exponent]: readonly [number, number], times: number): number {
  return Number(`${step * times}e${exponent}`)
}

/** The first width as 1, 2 or 5 and the power of ten. */
function firstWidth(distinct: Float64Array, sorted: Float64Array): readonly [step: number, exponent: number] {
  const farthest = Math.max(-distinct[0], distinct[distinct.length - 1])
  const range = distinct[distinct.length - 1] - distinct[0]
  const middle = quantileOfSorted(sorted, 0.9) - quantileOfSorted(sorted, 0.1)
  // If most values are equal, the range is used. The difference of the greatest doubles overflows.
  const spread = Math.min(middle > 0 ? middle : range, Number.MAX_VALUE)
  const least = Math.max(spread / CLASSES, farthest / FARTHEST)
  let exponent = Number(least.toExponential().split('e')[1])
  for (;;) {
    for (const step of [1, 2, 5]) if (Number(`${step}e${exponent}`) >= least) return [step, exponent]
    exponent++
  }
}

/**
 * Returns ⌊value/width⌋ with decimal multiples of the width: .3 of the width .1 is class 3, although its binary
 * quotient is below 3.
 */
function unitsOf(value: number, width: number, edge: (i: number) => number): number {
  const i = Math.floor(value / width)
  if (edge(i + 1) <= value) return i + 1
  return edge(i) > value ? i - 1 : i
}
