import { exp, log } from './mathematics.js'

/** Layers of equal area under the normal density. */
const LAYERS = 256
/** r, where the tail begins: the one place from which 256 layers end at the height 1 of the density. */
export const TAIL_FROM = 3.6541528853610088
/** v = r·f(r) + ∫_r^∞ f, the area of a layer. */
const AREA = 0.004928673233974658

/** Numbers of 52 bits: the place of a draw across its layer. */
const PLACES = 2 ** 52

export interface NormalLayers {
  /** Width of a layer over 2⁵², of 512: those of the layers to the right of 0, then, negative, to the left. */
  readonly widths: Float64Array
  /** The number of places of a layer that lie under the density for sure, of 512 likewise. */
  readonly inside: Float64Array
  /** e^(−x²/2) at the right end of each layer; the last is that of x = 0. */
  readonly heights: Float64Array
}

/**
 * The ziggurat of the standard normal density f(x) = e^(−x²/2), not normalised.
 *
 * Layer i ≥ 1 is the rectangle from 0 to x_i between the heights f(x_i) and f(x_(i+1)), x_1 = r > x_2 > …, each of area
 * v: f(x_(i+1)) = f(x_i) + v/x_i. Layer 0 is the rectangle below f(r) with the tail beyond r, taken for v/f(r) wide.
 * The part of layer i from 0 to x_(i+1) is entirely under the density. Source: Marsaglia & Tsang 2000, The ziggurat
 * method for generating random variables.
 */
export function normalLayers(): NormalLayers {
  const ends = new Float64Array(LAYERS + 1)
  const heights = new Float64Array(LAYERS + 1)
  ends[1] = TAIL_FROM
  heights[1] = exp((-TAIL_FROM * TAIL_FROM) / 2)
  ends[0] = AREA / heights[1]
  for (let i = 1; i < LAYERS - 1; i++) {
    heights[i + 1] = heights[i] + AREA / ends[i]
    ends[i + 1] = Math.sqrt(-2 * log(heights[i + 1]))
  }
  // The top layer ends at x = 0, where the density is 1.
  heights[LAYERS] = 1
  const widths = new Float64Array(2 * LAYERS)
  const inside = new Float64Array(2 * LAYERS)
  for (let i = 0; i < LAYERS; i++) {
    widths[i] = ends[i] / PLACES
    widths[LAYERS + i] = -widths[i]
    // A place less than the quotient, which rounding may have made too great.
    inside[i] = Math.max(0, Math.floor((ends[i + 1] / ends[i]) * PLACES) - 1)
    inside[LAYERS + i] = inside[i]
  }
  return { widths, inside, heights }
}
