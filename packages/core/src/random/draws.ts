import { exp, log, powerOfTwo } from './mathematics.js'
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
 * A normal number takes three parts of its two words: the place across its layer (52 bits), the layer (8) and the side
 * (1). The place is taken at the middle of its interval, so that none is 0. Uniform numbers that follow decide what the
 * ziggurat leaves open.
 */
export function drawsFrom(source: WordSource): Draws {
  return new WordDraws(source)
}

/** A class, because closures would be compiled anew for every stream, and every block has its own. */
class WordDraws implements Draws {
  readonly #source: WordSource
  readonly #words: Uint32Array
  readonly #highShift: number
  readonly #lowShift: number
  readonly #highScale: number
  readonly #one = new Float64Array(1)
  #at: number

  constructor(source: WordSource) {
    this.#source = source
    this.#words = source.words
    this.#at = source.words.length
    this.#highShift = 32 - source.highBits
    this.#lowShift = source.highBits - 21
    this.#highScale = powerOfTwo(-source.highBits)
  }

  #next(): void {
    this.#source.next()
    this.#at = 0
  }

  uniform(): number {
    const words = this.#words
    if (this.#at === words.length) this.#next()
    const at = this.#at
    this.#at = at + 2
    return (words[at] >>> this.#highShift) * this.#highScale + (words[at + 1] >>> this.#lowShift) * 2 ** -53
  }

  normal(): number {
    this.fillNormal(this.#one)
    return this.#one[0]
  }

  fillUniform(target: Float64Array): void {
    const words = this.#words
    const [highShift, lowShift, highScale] = [this.#highShift, this.#lowShift, this.#highScale]
    for (let i = 0; i < target.length;) {
      if (this.#at === words.length) this.#next()
      let from = this.#at
      const end = Math.min(words.length, from + 2 * (target.length - i))
      for (; from < end; from += 2) {
        target[i++] = (words[from] >>> highShift) * highScale + (words[from + 1] >>> lowShift) * 2 ** -53
      }
      this.#at = from
    }
  }

  fillNormal(target: Float64Array): void {
    const words = this.#words
    const { widths, inside } = layers
    for (let i = 0; i < target.length;) {
      if (this.#at === words.length) this.#next()
      let from = this.#at
      while (i < target.length && from < words.length) {
        const second = words[from + 1]
        const place = words[from] * 1048576 + (second >>> 12)
        const side = second & 511
        from += 2
        // In a variable, which the call below would set too, each draw would be made anew in memory.
        target[i] = (place + 0.5) * widths[side]
        if (place >= inside[side]) {
          this.#at = from
          target[i] = this.#decided(target[i], side & 255)
          from = this.#at
          if (target[i] !== target[i]) continue
        }
        i++
      }
      this.#at = from
    }
  }

  fillLaplace(target: Float64Array): void {
    this.fillUniform(target)
    for (let i = 0; i < target.length; i++) target[i] = laplace(target[i])
  }

  /** A draw that its layer leaves open: from the tail, or accepted under the density, or else NaN. */
  #decided(x: number, layer: number): number {
    if (layer === 0) return x < 0 ? -this.#tail() : this.#tail()
    const { heights } = layers
    const height = heights[layer] + this.uniform() * (heights[layer + 1] - heights[layer])
    return height < exp((-x * x) / 2) ? x : Number.NaN
  }

  /** N(0, 1) given that it is above r: r + e with e of the exponential law of rate r, kept with probability e^(−e²/2). */
  #tail(): number {
    for (;;) {
      const beyond = -log(1 - this.uniform()) / TAIL_FROM
      if (-2 * log(1 - this.uniform()) > beyond * beyond) return TAIL_FROM + beyond
    }
  }
}

/** By inversion, finite for every u in [0, 1): its lower half gives the negative side, its upper half the positive one. */
function laplace(u: number): number {
  return u < 0.5 ? log(1 - 2 * u) : -log(2 - 2 * u)
}
