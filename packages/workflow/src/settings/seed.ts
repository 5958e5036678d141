import { SdcError } from '@sdc/core'

const advice =
  'A seed is a whole number up to 2^53, or a text that is no number. Leave it out for fresh random numbers.'

/**
 * Throws for a seed that does not say what it seems to: an empty one, a number that is not whole, one that another number
 * is rounded to (beyond 2^53 a plan would read 9007199254740993 as 9007199254740992).
 *
 * @param seed - The seed, of an option or a plan.
 * @throws BAD_OPTION with what is wrong with it.
 */
export function checkSeed(seed: string | number): void {
  const problem = problemOf(seed)
  if (problem !== undefined) throw new SdcError('BAD_OPTION', `the seed ${problem}`, { parameter: 'seed' }, advice)
}

function problemOf(seed: string | number): string | undefined {
  if (typeof seed === 'string' && seed.trim() === '') return 'is empty'
  const number = typeof seed === 'number' || /^[+-]?\d+$/.test(seed.trim())
  if (!number || Number.isSafeInteger(Number(seed))) return undefined
  return Number.isInteger(Number(seed)) ? `${seed} is a number beyond 2^53` : `${seed} is not a whole number`
}
