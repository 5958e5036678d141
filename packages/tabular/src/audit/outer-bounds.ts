import type { ComponentShape } from './component-solver.js'

/** Largest possible deviations of each place: from −below to above. */
export interface Reaches {
  readonly below: Float64Array
  readonly above: Float64Array
}

/** More rounds would only approach slowly what the programs find at once. */
const ROUNDS = 20

/**
 * Bounds each deviation by the single relations: it is the signed sum of the others, so it cannot exceed their common
 * reach. Rounds are repeated until nothing changes. No bound is too narrow. Each sum has terms of one sign, so values
 * of any magnitude lose no precision.
 *
 * @param shape - Relations and rooms of a component.
 * @returns Bounds of every place, at most its room; 0 and 0 for a place that follows from single relations.
 */
export function outerBounds({ starts, columns, signs, below: low, above: high }: ComponentShape): Reaches {
  const below = low.slice()
  const above = high.slice()
  for (let round = 0, changed = true; changed && round < ROUNDS; round++) {
    changed = false
    for (let r = 0; r + 1 < starts.length; r++) {
      for (const direction of [1, -1]) {
        const { sum, endless, second } = together(r, direction)
        for (let k = starts[r]; k < starts[r + 1]; k++) {
          const i = columns[k]
          // The others' common reach in one direction bounds this place in the opposite direction.
          const own = side(k, direction)[i]
          const rest = own === Infinity ? endless > 1 : endless > 0
          const bound = rest ? Infinity : own === Infinity ? second : remainder(r, k, direction, sum, own)
          const opposite = side(k, -direction)
          if (bound < opposite[i] * (1 - 1e-12)) {
            opposite[i] = bound
            changed = true
          }
        }
      }
    }
  }
  return { below, above }

  /** Bounds of the places for a direction of their signed deviations. */
  function side(k: number, direction: number): Float64Array {
    return signs[k] * direction > 0 ? above : below
  }

  function together(r: number, direction: number): { sum: number; endless: number; second: number } {
    let sum = 0
    let endless = 0
    for (let k = starts[r]; k < starts[r + 1]; k++) {
      const room = side(k, direction)[columns[k]]
      if (room === Infinity) endless++
      else sum += room
    }
    return { sum, endless, second: sum }
  }

  /** The sum without one of its terms, recomputed if the difference would lose precision. */
  function remainder(r: number, without: number, direction: number, sum: number, own: number): number {
    if (own < 0.5 * sum) return sum - own
    let rest = 0
    for (let k = starts[r]; k < starts[r + 1]; k++) if (k !== without) rest += side(k, direction)[columns[k]]
    return rest
  }
}
