import { quantileOfSorted } from '@sdc/stats'

/** So many classes of the first width lie between the 10th and the 90th percentile at the most. */
const CLASSES = 16
/** The width doubles so often at the most. */
const DOUBLINGS = 3
/** Beyond so many widths from 0 a multiple of the width is no whole number any more. */
const FARTHEST = 2 ** 45

/** A level of nested classes of equal width. */
export interface WidthLevel {
  /** By value its class, 0 the lowest. */
  readonly classOf: Int32Array
  /** `[20,30)`, by class. */
  readonly labels: readonly string[]
}

/**
 * Nested classes [i·w, (i + 1)·w) with w = s, 2s, 4s, 8s, s the least of 1, 2, 5 times a power of ten by which the numbers
 * between the 10th and the 90th percentile fall into no more than sixteen. Classes without a value are left out, and so
 * are levels with as many classes as the one below or with one class only.
 *
 * @param distinct - The different values, ascending.
 * @param sorted - All values, ascending.
 * @returns The levels from the finest up, and the width of each.
 * Cost: O(values).
 */
export function widthClasses(
  distinct: Float64Array,
  sorted: Float64Array,
): { readonly levels: readonly WidthLevel[]; readonly widths: readonly number[] } {
  const levels: WidthLevel[] = []
  const widths: number[] = []
  if (distinct.length < 2) return { levels, widths }
  const [step, exponent] = firstWidth(distinct, sorted)
  const scale = (units: number): number => Number(`${units}e${exponent}`)
  const width = scale(step)
  const finest = Float64Array.from(distinct, (value) => unitsOf(value, width, (i) => scale(i * step)))
  let below = distinct.length
  for (let times = 1; times <= 2 ** DOUBLINGS; times *= 2) {
    const indices = finest.map((i) => Math.floor(i / times))
    const starts = indices.filter((i, at) => at === 0 || i !== indices[at - 1])
    if (starts.length < 2) break
    if (starts.length === below) continue
    below = starts.length
    let last = -1
    const classOf = Int32Array.from(indices, (i, at) => (at === 0 || i !== indices[at - 1] ? ++last : last))
    const edge = (i: number): string => String(scale(i * times * step) + 0)
    levels.push({ classOf, labels: Array.from(starts, (i) => `[${edge(i)},${edge(i + 1)})`) })
    widths.push(scale(times * step))
  }
  return { levels, widths }
}

/** The first width as 1, 2 or 5 and the power of ten. */
function firstWidth(distinct: Float64Array, sorted: Float64Array): readonly [step: number, exponent: number] {
  const middle = quantileOfSorted(sorted, 0.9) - quantileOfSorted(sorted, 0.1)
  const farthest = Math.max(-distinct[0], distinct[distinct.length - 1])
  const range = distinct[distinct.length - 1] - distinct[0]
  // Where most values are the same, the range has to say what is near.
  const spread = middle > 0 ? middle : Math.min(range, Number.MAX_VALUE)
  const least = Math.max(spread / CLASSES, farthest / FARTHEST)
  let exponent = Number(least.toExponential().split('e')[1])
  for (;;) {
    for (const step of [1, 2, 5]) if (Number(`${step}e${exponent}`) >= least) return [step, exponent]
    exponent++
  }
}

/** ⌊value/width⌋ with multiples of the width exactly as they are written: .3 of the width .1 is class 3. */
function unitsOf(value: number, width: number, edge: (i: number) => number): number {
  const i = Math.floor(value / width)
  if (edge(i + 1) <= value) return i + 1
  return edge(i) > value ? i - 1 : i
}
