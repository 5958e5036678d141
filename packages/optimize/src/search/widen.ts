import { exp, log } from '@sdc/stats'
import { boxWinners } from './boxes.js'
import { kneeOf } from './front.js'
import type { Family, SearchParameter } from './search-space.js'
import { byMerit, type Objective, type Standing } from './trials.js'

/** By how much of its width a range grows at an end. */
const SHARE = 0.25
/** How many of the best widen the ranges that they are at the end of. */
const WINNERS = 3

/** An end of a range. */
export type End = 'least' | 'most'

/** Which end of its parameter's range a value is at; undefined where it is within. */
export function endOf({ least, most }: SearchParameter, value: number): End | undefined {
  return value <= least ? 'least' : value >= most ? 'most' : undefined
}

/**
 * The families with ranges widened where a winner is at their end: one of the three best, or the knee. The ends of the
 * front are at the ends of ranges by nature (no noise, no loss) and widen nothing.
 *
 * @param families - With their ranges so far.
 * @param standings - In the order of their ids.
 * @param objective - What is searched for.
 * @returns All families; those that no winner is of as they were.
 */
export function widened(families: readonly Family[], standings: readonly Standing[], objective: Objective): Family[] {
  const best = [...standings].sort(byMerit(objective)).slice(0, WINNERS)
  const knee = kneeOf(boxWinners(standings, objective))
  const points = [...best, ...(knee ? [knee] : [])].map(({ trial }) => trial.point)
  return families.map((family) => {
    const own = points.filter((point) => point.family === family.id)
    if (own.length === 0) return family
    const parameters = family.parameters.map((parameter, p) => {
      const ends = own.map(({ values }) => endOf(parameter, values[p] ?? parameter.start))
      return {
        ...parameter,
        least: ends.includes('least') ? movedEnd(parameter, 'least') : parameter.least,
        most: ends.includes('most') ? movedEnd(parameter, 'most') : parameter.most,
      }
    })
    return { ...family, parameters }
  })
}

/**
 * An end of a range moved outwards by a quarter of the width, as far as the parameter may go: to a closed end of what it
 * may be, half of the way to an open one.
 *
 * @param parameter - With its present range.
 * @param end - Which end.
 * @returns Where it is then; where it was, if it may go no further.
 */
export function movedEnd(parameter: SearchParameter, end: End): number {
  const { least, most, scale, whole, floor, ceiling } = parameter
  const down = end === 'least'
  const [from, bound] = down ? [least, floor] : [most, ceiling]
  const factor = scale === 'log' ? exp(SHARE * (log(most) - log(least))) : 1
  const moved =
    scale === 'log' ? (down ? from / factor : from * factor) : from + (down ? -1 : 1) * SHARE * (most - least)
  const beyond = (value: number): boolean => (down ? value < from : value > from)
  const within = (value: number): boolean => (down ? value > bound.value : value < bound.value)
  const readable = whole ? (down ? Math.floor(moved) : Math.ceil(moved)) : Number(moved.toPrecision(2))
  if (within(readable)) return beyond(readable) ? readable : from
  if (!bound.open) return beyond(bound.value) && (scale === 'linear' || bound.value > 0) ? bound.value : from
  const half = whole ? from : Number(((from + bound.value) / 2).toPrecision(3))
  return beyond(half) && within(half) ? half : from
}
