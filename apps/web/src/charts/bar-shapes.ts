import { textWidth } from '@sdc/report/looks'
import type { Bars } from '../worker/protocol/protocol.js'
import type { TickScale } from './tick-room.js'

/** A bar in pixels. */
export interface Bar {
  readonly left: number
  readonly right: number
  readonly top: number
}

/** Where the bars of classes or levels stand. */
export interface BarPlace {
  /** The position of a class's bound, or of a level's edge. */
  readonly across: (bound: number) => number
  /** The position of a number of records. */
  readonly up: (count: number) => number
}

/** The bounds of bars: of classes their own, of levels their numbers. */
export function boundsOf({ breaks, counts }: Bars): readonly number[] {
  return breaks ?? Array.from({ length: counts.length + 1 }, (_, i) => i)
}

/** The axis of classes whose bounds have texts of their own, such as dates: its ticks are the bounds below which a text has room. */
export function edgeScale({ breaks = [], edges = [] }: Bars, { position }: TickScale, size: number): TickScale {
  const text = (value: number): string => edges[breaks.indexOf(value)]
  const [left, right] = [breaks[0], breaks[breaks.length - 1]].map((end) => position(end))
  const hasRoom = (value: number): boolean => {
    const half = textWidth(text(value), size) / 2
    return position(value) - half >= left && position(value) + half <= right
  }
  return { ticks: breaks.filter(hasRoom), position, text }
}

/** A bar for every class or level. */
export function barsOf(bars: Bars, { across, up }: BarPlace): readonly Bar[] {
  const bounds = boundsOf(bars)
  return bars.counts.map((count, i) => ({ left: across(bounds[i]), right: across(bounds[i + 1]), top: up(count) }))
}

/** The outline of bars from the ground up and back to it: what stands before grey bars without hiding them. */
export function outlineOf(bars: readonly Bar[], ground: number): string {
  if (bars.length === 0) return ''
  const steps = bars.map(({ left, right, top }) => `L${tenth(left)} ${tenth(top)}H${tenth(right)}`).join('')
  return `M${tenth(bars[0].left)} ${tenth(ground)}${steps}V${tenth(ground)}`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
