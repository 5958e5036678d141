import { exp, log } from './mathematics.js'
import type { WordSource } from './words.js'
import { normalLayers, TAIL_FROM } from './ziggurat.js'

/** The draws of one stream, in turn: filling an array is drawing its values one after the other. */
export interface Draws {
  uniform(): number
  normal(): number
  fillUniform(target: Float64Array): void
  fillNormal(target: Float64Array): void
  fillLaplace(target: Float64Array): void
}

const layers = /* @__PURE__ */ normalLayers()

/**
 * Uniform and normal numbers of a source of bits, two words each; one normal number in a hundred takes more.
 *
 * A normal number has the place across its layer (52 bits, taken at its middle, so that none is 0), the layer (8) and the
 * side (1) of its two words; what the ziggurat leaves open is decided by uniform numbers that follow.
 */
export function drawsFrom(source: WordSource): Draws {
  const { words, highBits } = source
  const [highShift, lowShift] = [32 - highBits, highBits - 21]
  const highScale = 2 ** -highBits
  let at = words.length

  const uniform = (): number => {
    if (at === words.length) next()
    at += 2
    return (words[at - 2] >>> highShift) * highScale + (words[at - 1] >>> lowShift) * 2 ** -53
  }

  const next = (): void => {
    source.next()
    at = 0
  }

  const fillUniform = (target: Float64Array): void => {
    for (let i = 0; i < target.length;) {
      if (at === words.length) next()
      let from = at
      const end = Math.min(words.length, from + 2 * (target.length - i))
      for (; from < end; from += 2) {
        target[i++] = (words[from] >>> highShift) * highScale + (words[from + 1] >>> lowShift) * 2 ** -53
      }
      at = from
    }
  }

  const fillNormal = (target: Float64Array): void => {
    const { widths, inside } = layers
    for (let i = 0; i < target.length;) {
      if (at === words.length) next()
      let from = at
      while (i < target.length && from < words.length) {
        const second = words[from + 1]
        const place = words[from] * 1048576 + (second >>> 12)
        const side = second & 511
        from += 2
        let x = (place + 0.5) * widths[side]
        if (place >= inside[side]) {
          at = from
          x = decided(x, side & 255)
          from = at
          if (x !== x) continue
        }
        target[i++] = x
      }
      at = from
    }
  }

  /** A draw that its layer leaves open: from the tail, or accepted under the density, or else NaN. */
  const decided = (x: number, layer: number): number => {
    if (layer === 0) return x < 0 ? -tail() : tail()
    const { heights } = layers
    const height = heights[layer] + uniform() * (heights[layer + 1] - heights[layer])
    return height < exp((-x * x) / 2) ? x : Number.NaN
  }

  /** N(0, 1) given that it is above r: r + e with e of the exponential law of rate r, kept with probability e^(−e²/2). */
  const tail = (): number => {
    for (;;) {
      const beyond = -log(1 - uniform()) / TAIL_FROM
      if (-2 * log(1 - uniform()) > beyond * beyond) return TAIL_FROM + beyond
    }
  }

  const one = new Float64Array(1)
  return {
    uniform,
    normal() {
      fillNormal(one)
      return one[0]
    },
    fillUniform,
    fillNormal,
    fillLaplace(target) {
      fillUniform(target)
      for (let i = 0; i < target.length; i++) target[i] = laplace(target[i])
    },
  }
}

/** By inversion, finite for every u in [0, 1): its lower half gives the negative side, its upper half the positive one. */
function laplace(u: number): number {
  return u < 0.5 ? log(1 - 2 * u) : -log(2 - 2 * u)
}
