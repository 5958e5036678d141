import { streamsInOrder, type Rng, type ValueBounds } from '@sdc/core'

/**
 * Number of draws after which a value is left to be reflected: if its mean lies far beyond a bound, none may ever be
 * within.
 */
const DRAWS = 50

/** Drawn column and the coordinate behind it, for a part of the records. */
export interface DrawnPart {
  /** y, the values. */
  readonly values: Float64Array
  /** t, the coordinate of the column itself, and its weight in y. */
  readonly coordinate: Float64Array
  readonly weight: number
  /** Change of t for each unit of a standard normal e. */
  readonly scale: number
}

/**
 * Redraws errors until the values are within bounds, i.e. from the normal law of the model, given that the values are
 * within.
 *
 * So a record whose model mean is beyond a bound gets a value near that bound; reflection would move it far from the
 * bound. The coordinate moves with the value, so that later columns are drawn given the record's final value. The draws
 * of a record come from the stream of its block.
 *
 * @param bounds - Bounds of the column.
 * @param rng - Stream of its further draws.
 * @returns Pass over the parts in the order of the records that overwrites them; `residuals` has the errors so far.
 */
export function redrawWithin(
  { min, max }: ValueBounds,
  rng: Rng,
): (part: DrawnPart, from: number, count: number, residuals: Float64Array) => void {
  const streams = streamsInOrder(rng)
  return ({ values, coordinate, weight, scale }, from, count, residuals) => {
    for (let i = 0; i < count; i++) {
      if (!(values[i] < min || values[i] > max)) continue
      const stream = streams(from + i)
      for (let d = 0; d < DRAWS; d++) {
        const shift = scale * (stream.normal() - residuals[from + i])
        const value = values[i] + weight * shift
        if (value < min || value > max) continue
        values[i] = value
        coordinate[i] += shift
        break
      }
    }
  }
}
