import * as Plot from '@observablehq/plot'
import type { MapScale } from '../chart/axes.js'
import { captionLine, margins, width } from '../chart/looks.js'
import { betterColour, ink, soft } from '../colour/theme.js'
import type { Axis, RiskUtilityMap } from './points/map-types.js'
import { pixels } from '../chart/pixels.js'
import type { Box } from './points/place-labels.js'
import { axisText, brokenLines, lettersIn } from '../text.js'

interface Words {
  readonly text: string
  readonly x: number
  readonly y: number
}

const titleSize = 18
const titleLine = 24
const subtitleSize = 13
export const noteSize = 11
export const noteLine = 15
const start = margins.left - 10
const room = width - start - margins.right

/** Title and subtitle in lines, with the vertical position below them. */
export interface Heading {
  readonly title: readonly string[]
  readonly subtitle: readonly string[]
  readonly bottom: number
}

export const noHeading: Heading = { title: [], subtitle: [], bottom: 8 }

/** Returns title and subtitle in full, in as many lines as they take. */
export function headingOf(map: RiskUtilityMap, drawn: number): Heading {
  const title = brokenLines(map.title, lettersIn(room, titleSize, true))
  const said = subtitleOf(map, drawn)
  const subtitle = said === '' ? [] : brokenLines(said, lettersOf(subtitleSize))
  return { title, subtitle, bottom: 20 + titleLine * title.length + captionLine * subtitle.length }
}

/** Returns the number of letters of a size in a line as wide as the map. */
export function lettersOf(size: number): number {
  return lettersIn(room, size)
}

/** Returns the title, the subtitle, the names of the axes with their better ends, and the notes at the bottom. */
export function wordMarks(
  map: RiskUtilityMap,
  heading: Heading,
  notes: readonly string[],
  drawn: number,
  x: MapScale,
  frame: Box,
): Plot.Markish[] {
  const at = { x: pixels<Words>('x'), y: pixels<Words>('y'), text: 'text', fill: ink }
  const note = x.type === 'log' ? `, logarithmic${x.zeroAtEdge ? ', 0 at the edge' : ''}` : ''
  const middle = (frame.top + frame.bottom) / 2
  const one = (text: string, left: number, top: number): Words[] => [{ text, x: left, y: top }]
  const lossEnd = map.loss.better === 'lower' ? frame.left : frame.right
  const riskEnd = map.risk.better === 'lower' ? frame.bottom : frame.top
  const below = frame.bottom + 44
  const upright = lettersIn(frame.bottom - frame.top + 40, 13)
  const across = lettersIn(frame.right - frame.left - 270, 13) - note.length
  const better = { ...at, fontSize: 12, fill: betterColour }
  const grey = { ...at, fill: soft, textAnchor: 'start' } as const
  return [
    Plot.text(
      heading.title.map((text, i) => ({ text, x: start, y: 26 + titleLine * i })),
      { ...at, fontSize: titleSize, fontWeight: 'bold', textAnchor: 'start' },
    ),
    Plot.text(
      heading.subtitle.map((text, i) => ({
        text,
        x: start,
        y: 24 + titleLine * heading.title.length + captionLine * i,
      })),
      { ...grey, fontSize: subtitleSize },
    ),
    Plot.text(one(axisText(map.loss, across) + note, (frame.left + frame.right) / 2, below), { ...at, fontSize: 13 }),
    Plot.text(one(axisText(map.risk, upright), 16, middle), { ...at, fontSize: 13, rotate: -90 }),
    Plot.text(one(directionText(map.loss), lossEnd, below), {
      ...better,
      textAnchor: map.loss.better === 'lower' ? 'start' : 'end',
    }),
    // Rotated by a quarter to the left, so that the arrow points down for lower and up for higher.
    Plot.text(one(directionText(map.risk), 34, riskEnd), {
      ...better,
      rotate: -90,
      textAnchor: map.risk.better === 'lower' ? 'start' : 'end',
    }),
    Plot.text(
      notes.map((text, i) => ({ text, x: start, y: frame.bottom + margins.bottom + 6 + noteLine * i })),
      { ...grey, fontSize: noteSize },
    ),
    ...(drawn === 0
      ? [Plot.text(one('No point has both values.', (frame.left + frame.right) / 2, middle), { ...at, fontSize: 14 })]
      : []),
  ]
}

/** Returns the text for the better end of an axis. */
function directionText({ better }: Axis): string {
  return better === 'lower' ? '← less is better' : 'more is better →'
}

/** Returns the subtitle; the count of points left out comes first. */
export function subtitleOf(map: RiskUtilityMap, drawn: number): string {
  const left = map.points.length - drawn
  const count = `${left} of ${map.points.length} points left out, without a value`
  return [left > 0 ? count : '', map.subtitle ?? ''].filter((part) => part !== '').join(' · ')
}
