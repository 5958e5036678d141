import { streamsInOrder, type MaskInput, type Rng, type ValueBounds } from '@sdc/core'
import { columnArrays } from '@sdc/stats/internal'
import type { ConditionalModel } from './conditional-model.js'

/** Number of draws after which a record is left to be reflected. */
const DRAWS = 50

/**
 * Redraws the error of each record with an out-of-range value, as a whole, until all its values are in range: fit +
 * L·z, z standard normal. So the record is a draw from the model given that it is in range, and its columns stay
 * consistent; reflection would change each by itself.
 *
 * A record that is still out of range after fifty draws stays so; the engine reflects it. Its draws come from the
 * stream of its block. Cost: nothing without bounds, else a pass, and the draws.
 *
 * @param model - Model of p columns.
 * @param masked - p columns of n, as drawn; they are overwritten.
 * @param bounds - Limits of the columns in the schema.
 * @param rng - Stream of further draws.
 */
export function redrawRecords(
  model: ConditionalModel,
  masked: readonly Float64Array[],
  bounds: MaskInput<unknown>['bounds'],
  rng: Rng,
): void {
  const bounded = model.names.flatMap((name, j): [number, ValueBounds][] => {
    const own = bounds?.get(name)
    return own ? [[j, own]] : []
  })
  const isBeyond = (valueOf: (j: number) => number): boolean =>
    bounded.some(([j, { min, max }]) => valueOf(j) < min || valueOf(j) > max)
  if (bounded.length === 0) return
  let fit: readonly Float64Array[] | undefined
  const { loadings } = model
  const streams = streamsInOrder(rng)
  const z = new Float64Array(loadings.columns)
  const drawn = new Float64Array(masked.length)
  for (let i = 0; i < model.n; i++) {
    if (!isBeyond((j) => masked[j][i])) continue
    fit ??= columnArrays(model.fit)
    const stream = streams(i)
    for (let d = 0; d < DRAWS; d++) {
      for (let k = 0; k < z.length; k++) z[k] = stream.normal()
      for (let j = 0; j < drawn.length; j++) {
        drawn[j] = fit[j][i]
        for (let k = 0; k < z.length; k++) drawn[j] += loadings.get(j, k) * z[k]
      }
      if (isBeyond((j) => drawn[j])) continue
      for (let j = 0; j < drawn.length; j++) masked[j][i] = drawn[j]
      break
    }
  }
}
