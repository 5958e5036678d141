import { shortNumber } from '../../chart/axes.js'
import { brokenLines } from '../../text.js'
import type { Place } from './places.js'

/** Number of places named below the map; the others are counted. */
const NAMED = 6
/** Lines for each place; the last one counts the points left out. */
const LINES = 2

/**
 * Returns lines below the map that name the points hidden by others.
 *
 * @param places - The places that hold more than one point.
 * @param letters - Most letters in a line.
 * @returns The lines.
 */
export function placeNotes(places: readonly Place[], letters: number): readonly string[] {
  const named = places.slice(0, NAMED).flatMap((place) => placeLines(place, letters))
  const more = places.length - NAMED
  if (more <= 0) return named
  return [...named, `and ${more} more ${more === 1 ? 'place' : 'places'} with ×: the tips of the points name them all`]
}

/** Returns `3 candidates here (loss 5, risk 4): a; b; c`, in lines. */
function placeLines({ points }: Place, letters: number): string[] {
  const [{ loss, risk }] = points
  const heading = `${points.length} candidates here (loss ${shortNumber(loss)}, risk ${shortNumber(risk)}): `
  const ordered = [...points].sort((a, b) => Number(b.chosen) - Number(a.chosen))
  const whole = (count: number): string => {
    const left = ordered.length - count
    const labels = ordered.slice(0, count).map(({ label }) => label)
    return heading + labels.join('; ') + (left > 0 ? `; and ${left} more` : '')
  }
  for (let count = ordered.length; count > 1; count--) {
    const lines = brokenLines(whole(count), letters)
    if (lines.length <= LINES) return lines
  }
  return brokenLines(whole(1), letters)
}
