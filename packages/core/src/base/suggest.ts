import { closest, distance } from 'fastest-levenshtein'

/** The known name that was probably meant, or undefined where none is near; the part after a slash counts as well. */
export function closestTo(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name === '') return undefined
  const wanted = name.toLowerCase()
  const lower = known.map((one) => one.toLowerCase())
  const tail = lower.findIndex((one) => one.split('/').at(-1) === wanted)
  if (tail >= 0) return known[tail]
  const end = wanted.length > 2 ? lower.findIndex((one) => one.endsWith(wanted)) : -1
  if (end >= 0) return known[end]
  const guess = closest(wanted, lower)
  const apart = distance(wanted, guess)
  const near = apart <= Math.max(2, Math.floor(guess.length / 3)) && apart < Math.max(wanted.length, guess.length)
  return near ? known[lower.indexOf(guess)] : undefined
}
