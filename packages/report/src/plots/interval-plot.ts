import * as Plot from '@observablehq/plot'
import { log10 } from '@sdc/stats'
import { shortNumber } from '../chart/axes.js'
import { chartSvg } from './chart.js'
import { grey, ink } from '../colour/theme.js'
import { shortenedWithin, textWidth } from '../text.js'
import { seriesStyles } from '../map/points/series-style.js'

/** A suppressed cell with its protection levels and the interval that a reader of the table can compute. */
export interface PlottedInterval {
  readonly name: string
  /** Name of the series in the legend, such as `sensitive` or `secondary`. */
  readonly series: string
  readonly value: number
  /** Interval that an intruder can compute; ±∞ if there is no bound. */
  readonly low: number
  readonly high: number
  /** Protection levels: required distances of the interval's ends below and above the value; 0 for none. */
  readonly lower: number
  readonly upper: number
}

export interface IntervalPlot {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly cells: readonly PlottedInterval[]
}

/** Distance from the true value, in percent, at which bars are cut off. */
const MOST_PERCENT = 10_000
/** Ticks on both sides of the true value, in percent. */
const TICKS = [1, 10, 100, 1000, 10_000]
/** Most cells that are named next to their bars. */
const MOST_NAMES = 120
/** Most bars that are drawn; more would not be distinguishable. */
const MOST_CELLS = 600

/** A cell in percent of its value, at its row. */
interface Bar {
  readonly cell: PlottedInterval
  readonly row: number
  readonly low: number
  readonly high: number
  readonly lower: number
  readonly upper: number
}

/**
 * Draws the audit of a suppressed table as a self-contained SVG of 900 pixels width. Every suppressed cell has a bar from the
 * least to the greatest value that a reader can compute, in percent of the true value (the line at 0). The distance from it
 * is on a logarithmic scale, log₁₀(1 + percent), so that narrow intervals are seen next to wide ones. Marks show the
 * protection levels. The picture shows true values: never publish it.
 *
 * @param plot - Title and cells; those of the first series are at the top, in each series the narrowest interval.
 * @returns The text of the SVG; the same input gives the same text.
 * Cost: O(cells).
 */
export function intervalPlot({ title, subtitle = '', cells }: IntervalPlot): string {
  const drawn = byTightness(cells.length > MOST_CELLS ? narrowest(cells) : cells)
  const bars = drawn.map(bar)
  // The last series has the first colour: for sensitive and other cells, the sensitive ones are red.
  const sorts = [...new Set(cells.map(({ series }) => series))]
  const styles = new Map([...seriesStyles([...sorts].reverse())].reverse())
  const colour = ({ cell }: Bar): string => styles.get(cell.series)?.colour ?? ink
  const drawnPercent = bars
    .flatMap(({ low, high, lower, upper }) => [low, high, lower, upper])
    .map((percent) => Math.max(-MOST_PERCENT, Math.min(MOST_PERCENT, percent)))
  const open = bars.some(({ low, high }) => low < -MOST_PERCENT || high > MOST_PERCENT)
  const [least, most] = [Math.min(-20, ...drawnPercent), Math.max(20, ...drawnPercent)]
  const margin = 0.03 * (place(most) - place(least))
  const domain = [place(least) - margin, place(most) + margin] as const
  const inside = (percent: number): number => place(Math.max(least, Math.min(most, percent)))
  const ticks = [...TICKS.map((tick) => -tick), 0, ...TICKS].filter((tick) => tick >= least && tick <= most)
  const named = bars.length <= MOST_NAMES
  const label = ({ cell: { name } }: Bar): string => shortenedWithin(name, 42)
  const height = named ? (bars.length > 60 ? 13 : 18) : Math.max(2, 1000 / bars.length)
  const thick = Math.max(1, Math.min(9, height * 0.6))
  const row = ({ row: place }: Bar): number => place
  const beyond = (end: 'low' | 'high'): Bar[] => bars.filter((one) => Math.abs(one[end]) > MOST_PERCENT)
  const marks = bars.filter(({ cell }) => cell.lower > 0 || cell.upper > 0)
  const tick = (x: (one: Bar) => number): Plot.Markish =>
    Plot.ruleX(marks, {
      x,
      y1: (one: Bar) => one.row - 0.42,
      y2: (one: Bar) => one.row + 0.42,
      stroke: ink,
      strokeWidth: 1.6,
    })
  return chartSvg({
    className: 'sdc-intervals',
    title,
    caption: [
      subtitle,
      'Each bar is what a reader of the table can compute of a suppressed cell, the narrowest first; 0 is its true value, the upright marks are the levels that the bar must reach. The scale is logarithmic on both sides.',
      open ? `A bar that ends in an arrow goes beyond ${MOST_PERCENT} %.` : '',
      drawn.length < cells.length
        ? `The plot shows the ${drawn.length} narrowest bars of ${cells.length} suppressed cells.`
        : '',
    ],
    styles,
    x: {
      label: 'from the true value (%)',
      domain,
      ticks: ticks.map(place),
      text: (tick) => shortNumber(ticks.find((percent) => place(percent) === tick) ?? 0),
    },
    y: { label: named ? '' : 'suppressed cells', domain: [bars.length - 0.4, -0.6], ticks: [] },
    rowNames: named
      ? {
          width: 20 + Math.max(60, ...bars.map((one) => textWidth(label(one), 11))),
          at: bars.map((one) => [one.row, label(one)] as const),
        }
      : { width: 60, at: [] },
    plotHeight: Math.max(120, Math.ceil(bars.length * height)),
    description: `${cells.length} suppressed cells: ${[...styles.keys()].map((name) => `${cells.filter(({ series }) => series === name).length} ${name}`).join(', ')}`,
    marks: [
      Plot.ruleX([0], { stroke: grey, strokeDasharray: '3,3' }),
      Plot.link(bars, {
        x1: ({ low }: Bar) => inside(low),
        x2: ({ high }: Bar) => inside(high),
        y1: row,
        y2: row,
        stroke: colour,
        strokeWidth: thick,
      }),
      // A bar without width is a value that anybody can compute.
      Plot.dot(
        bars.filter(({ low, high }) => low === high),
        { x: ({ low }: Bar) => inside(low), y: row, r: Math.max(2, thick / 2), fill: colour },
      ),
      Plot.text(beyond('low'), {
        x: domain[0],
        y: row,
        text: () => '◀',
        fill: colour,
        fontSize: 11,
        textAnchor: 'start',
      }),
      Plot.text(beyond('high'), {
        x: domain[1],
        y: row,
        text: () => '▶',
        fill: colour,
        fontSize: 11,
        textAnchor: 'end',
      }),
      tick(({ lower }) => inside(lower)),
      tick(({ upper }) => inside(upper)),
    ],
  })
}

/** Returns the position of a distance in percent on the scale. */
function place(percent: number): number {
  return Math.sign(percent) * log10(1 + Math.abs(percent))
}

/** Sorts cells by series, in the order of their first cells, and by width of interval within each. */
function byTightness(cells: readonly PlottedInterval[]): PlottedInterval[] {
  const series = [...new Set(cells.map((cell) => cell.series))]
  const rank = new Map(series.map((name, i) => [name, i]))
  return [...cells].sort(
    (a, b) => (rank.get(a.series) ?? 0) - (rank.get(b.series) ?? 0) || compared(widthOf(a), widthOf(b)),
  )
}

function widthOf({ low, high, value }: PlottedInterval): number {
  return (high - low) / (Math.abs(value) || 1)
}

/** Returns the bar of a cell; the interval of a cell of 0 is in its own unit, since percentages of 0 are undefined. */
function bar(cell: PlottedInterval, row: number): Bar {
  const { value, low, high, lower, upper } = cell
  const percent = (difference: number): number => (difference === 0 ? 0 : (100 * difference) / (Math.abs(value) || 1))
  return {
    cell,
    row,
    low: percent(low - value),
    high: percent(high - value),
    lower: percent(-lower),
    upper: percent(upper),
  }
}

/** Returns the cells with the narrowest intervals in their order, those with protection levels first. */
function narrowest(cells: readonly PlottedInterval[]): PlottedInterval[] {
  const asked = ({ lower, upper }: PlottedInterval): number => (lower > 0 || upper > 0 ? 0 : 1)
  const kept = new Set(
    [...cells].sort((a, b) => asked(a) - asked(b) || compared(widthOf(a), widthOf(b))).slice(0, MOST_CELLS),
  )
  return cells.filter((cell) => kept.has(cell))
}

/** Compares two widths that may both be infinite. */
function compared(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
