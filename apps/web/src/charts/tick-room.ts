import { linearTicks, niceStep, textWidth, type MapScale } from '@sdc/report/looks'

/** The part of a scale that draws an axis. */
export type TickScale = Pick<MapScale, 'ticks' | 'position' | 'text'>

/** Returns an axis from one number to another, without margins. */
export function plainScale(domain: readonly [number, number], range: readonly [number, number]): TickScale {
  const span = domain[1] - domain[0] || 1
  return {
    ticks: linearTicks(domain, niceStep(span)),
    position: (value) => range[0] + ((value - domain[0]) / span) * (range[1] - range[0]),
    text: (value) => value.toLocaleString('en', { maximumSignificantDigits: 6 }),
  }
}

/** A tick with its text. */
export interface Tick {
  readonly at: number
  readonly text: string
}

/** Pixels between two texts. */
const GAP = 10

/** Returns the ticks of an axis whose texts do not touch, always including the first. */
export function ticksAcross(scale: TickScale, size: number): readonly Tick[] {
  return thinned(scale, (text) => textWidth(text, size) + GAP)
}

/** Returns the ticks of an upright axis. */
export function ticksUp(scale: TickScale, size: number): readonly Tick[] {
  return thinned(scale, () => size + GAP)
}

/** Returns every tick, or every second, fifth, tenth, and so on: as many as fit, at equal steps. */
function thinned(scale: TickScale, room: (text: string) => number): readonly Tick[] {
  const all = scale.ticks.map((tick): Tick => ({ at: scale.position(tick), text: scale.text(tick) }))
  for (const every of [1, 2, 5, 10, 20, 50]) {
    const some = all.filter((_, i) => i % every === 0)
    const fits = some.every(({ at, text }, i) => {
      if (i === 0) return true
      return Math.abs(at - some[i - 1].at) >= (room(text) + room(some[i - 1].text)) / 2
    })
    if (fits) return some
  }
  return all.slice(0, 1)
}
