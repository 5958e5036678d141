import { SdcError } from '@sdc/core'

const fix =
  'A seed is a whole number up to 2^53, or a text that is not a number. Leave it out for fresh random numbers.'

/**
 * Refuses a seed that would be read differently than written:
 *
 * - an empty one, or a number that is not an integer;
 * - a number beyond 2^53: a plan would read 9007199254740993 as 9007199254740992;
 * - another notation: a plan would read 0x10 as 16, a different seed than the text.
 *
 * @param seed - The seed, of an option or a plan.
 * @throws BAD_OPTION with the reason.
 */
export function checkSeed(seed: string | number): void {
  const problem = problemOf(seed)
  if (problem !== undefined) throw new SdcError('BAD_OPTION', `the seed ${problem}`, { parameter: 'seed' }, fix)
}

function problemOf(seed: string | number): string | undefined {
  if (typeof seed === 'string' && seed.trim() === '') return 'is empty'
  const value = Number(seed)
  if (typeof seed === 'string' && Number.isNaN(value)) return undefined
  if (!Number.isInteger(value)) return `${seed} is not a whole number`
  if (!Number.isSafeInteger(value)) return `${seed} is a number beyond 2^53`
  return String(value) === String(seed) ? undefined : `"${seed}" is another way to write the number ${value}`
}
