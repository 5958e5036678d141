import { closest, distance } from 'fastest-levenshtein'

/**
 * Finds the known name that was probably meant. Tries in turn: the name in other capitals, blanks or hyphens; the part
 * after a slash; the end of a name. Last, it takes the fewest changed letters, of the name or of the part after its
 * slash.
 *
 * @param name - The typed name.
 * @param known - The known names.
 * @returns One of the known names; undefined if none is near.
 */
export function closestTo(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name === '') return undefined
  const bare = bareName(name)
  const same = bare === '' ? -1 : known.findIndex((one) => bareName(one) === bare)
  if (same >= 0) return known.includes(name) ? name : known[same]
  const wanted = name.trim().toLowerCase()
  const lower = known.map((one) => one.toLowerCase())
  const tail = lower.findIndex((one) => one.split('/').at(-1) === wanted)
  if (tail >= 0) return known[tail]
  const end = wanted.length > 2 ? lower.findIndex((one) => one.endsWith(wanted)) : -1
  if (end >= 0) return known[end]
  const guess = closest(wanted, lower)
  if (isNear(wanted, guess)) return known[lower.indexOf(guess)]
  if (wanted.includes('/')) return undefined
  const tails = lower.map((one) => one.slice(one.lastIndexOf('/') + 1))
  const nearest = closest(wanted, tails)
  return isNear(wanted, nearest) ? known[tails.indexOf(nearest)] : undefined
}

/**
 * Words the known name that was probably meant, for the beginning of a fix.
 *
 * @param name - The typed name.
 * @param known - The known names.
 * @returns `Did you mean "income"? ` with a blank at its end; empty if no name is near.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const guess = closestTo(name, known)
  return guess === undefined || guess === name ? '' : `Did you mean "${guess}"? `
}

/** A name as it sounds: without capitals, blanks, hyphens and underscores. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}

/** About a third of the letters may be wrong; two that changed places are one mistake. */
function isNear(wanted: string, guess: string): boolean {
  const apart = distance(wanted, guess)
  const longer = Math.max(wanted.length, guess.length)
  if (apart >= longer) return false
  return apart <= Math.max(1, Math.floor((longer + 1) / 3)) || (apart === 2 && letters(wanted) === letters(guess))
}

function letters(name: string): string {
  return [...name].sort().join('')
}
