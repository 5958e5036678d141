import { textWidth } from '@sdc/report/looks'
import type { Bars } from '../worker/protocol/bars-view.js'
import type { TickScale } from './tick-room.js'

/** A bar in pixels. */
export interface Bar {
  readonly left: number
  readonly right: number
  readonly top: number
}

/** Scales for the bars of classes or levels. */
export interface BarPlace {
  /** Returns the position of a class's bound, or of a level's edge. */
  readonly across: (bound: number) => number
  /** Returns the position of a number of records. */
  readonly up: (count: number) => number
}

/** Returns the bounds of bars: those of classes, or the indexes of levels. */
export function boundsOf({ breaks, counts }: Bars): readonly number[] {
  return breaks ?? Array.from({ length: counts.length + 1 }, (_, i) => i)
}

/** Returns the axis of classes whose bounds have texts, such as dates: its ticks are those bounds whose text fits. */
export function edgeScale({ breaks = [], edges = [] }: Bars, { position }: TickScale, size: number): TickScale {
  const text = (value: number): string => edges[breaks.indexOf(value)]
  const [left, right] = [breaks[0], breaks[breaks.length - 1]].map((end) => position(end))
  const hasRoom = (value: number): boolean => {
    const half = textWidth(text(value), size) / 2
    return position(value) - half >= left && position(value) + half <= right
  }
  return { ticks: breaks.filter(hasRoom), position, text }
}

/** Returns a bar for every class or level. */
export function barsOf(bars: Bars, { across, up }: BarPlace): readonly Bar[] {
  const bounds = boundsOf(bars)
  return bars.counts.map((count, i) => ({ left: across(bounds[i]), right: across(bounds[i + 1]), top: up(count) }))
}

/** Returns the outline of bars, which can be drawn over grey bars without hiding them. */
export function outlineOf(bars: readonly Bar[], ground: number): string {
  if (bars.length === 0) return ''
  const steps = bars.map(({ left, right, top }) => `L${tenth(left)} ${tenth(top)}H${tenth(right)}`).join('')
  return `M${tenth(bars[0].left)} ${tenth(ground)}${steps}V${tenth(ground)}`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
