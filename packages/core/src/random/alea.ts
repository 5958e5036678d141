/** The state of Alea: three fractions that are multiples of 2⁻³², and a carry. */
export interface AleaState {
  readonly fractions: readonly [number, number, number]
  readonly carry: number
}

const FIRST = 4022871197
const MULTIPLIER = 0.02519603282416938
const WORD = 2 ** 32

/**
 * The seeding of Alea (Baagøe 2010), which `seedrandom` has as `alea(seed)`: its own hash, Mash, of a blank three times, less
 * that of the seed three times. The generator itself is `aleaWords`.
 *
 * @param seed - Any text.
 * @returns Where the generator begins.
 */
export function aleaState(seed: string): AleaState {
  const mash = mashing()
  const blanks = [mash(' '), mash(' '), mash(' ')] as const
  // In this order: Mash goes on from where it was.
  const [a, b, c] = blanks.map((blank) => {
    const rest = blank - mash(seed)
    return rest < 0 ? rest + 1 : rest
  })
  return { fractions: [a, b, c] as AleaState['fractions'], carry: 1 }
}

/** Mash: a number that every character stirs, of which a call gives the 32 low bits as a fraction. */
function mashing(): (text: string) => number {
  let n = FIRST
  return (text) => {
    for (let i = 0; i < text.length; i++) {
      n += text.charCodeAt(i)
      const stirred = MULTIPLIER * n
      const whole = stirred >>> 0
      const product = (stirred - whole) * whole
      const high = product >>> 0
      n = high + (product - high) * WORD
    }
    return (n >>> 0) / WORD
  }
}
