import * as Plot from '@observablehq/plot'
import type { MapScale } from '../chart/axes.js'
import { ink, margins, width } from '../chart/looks.js'
import type { RiskUtilityMap } from './map-types.js'
import { pixels } from '../chart/pixels.js'
import type { Box } from './place-labels.js'
import { axisText, shortened, textWidth } from '../text.js'

interface Words {
  readonly text: string
  readonly x: number
  readonly y: number
}

/** Title, subtitle, and the names of the axes with their better ends. */
export function wordMarks(
  map: RiskUtilityMap,
  subtitle: string,
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
  const start = margins.left - 10
  const below = frame.bottom + margins.bottom - 18
  // Room for the word at its end.
  const upright = Math.floor((frame.bottom - frame.top - 140) / textWidth('x', 13))
  const marks = [
    Plot.text(one(shortened(map.title, 80), start, 26), {
      ...at,
      fontSize: 18,
      fontWeight: 'bold',
      textAnchor: 'start',
    }),
    Plot.text(one(axisText(map.loss, 60) + note, (frame.left + frame.right) / 2, below), { ...at, fontSize: 13 }),
    Plot.text(one(axisText(map.risk, upright), 20, middle), { ...at, fontSize: 13, rotate: -90 }),
    Plot.text(one(map.loss.better === 'lower' ? '← better' : 'better →', lossEnd, below), {
      ...at,
      fontSize: 12,
      fill: '#00695C',
      textAnchor: map.loss.better === 'lower' ? 'start' : 'end',
    }),
    // Turned by a quarter to the left, so that its arrow points down for lower and up for higher.
    Plot.text(one(map.risk.better === 'lower' ? '← better' : 'better →', 20, riskEnd), {
      ...at,
      fontSize: 12,
      fill: '#00695C',
      rotate: -90,
      textAnchor: map.risk.better === 'lower' ? 'start' : 'end',
    }),
  ]
  const grey = { fontSize: 13, fill: '#555555', textAnchor: 'start' } as const
  if (subtitle !== '') marks.push(Plot.text(one(shortened(subtitle, 105), start, 48), { ...at, ...grey }))
  if (drawn === 0) marks.push(Plot.text(one('No point has both values.', width / 2, middle), { ...at, fontSize: 14 }))
  return marks
}

/** What is left out comes first: it must not be cut off. */
export function subtitleOf(map: RiskUtilityMap, drawn: number): string {
  const left = map.points.length - drawn
  const count = `${left} of ${map.points.length} points left out, without a value`
  return [left > 0 ? count : '', map.subtitle ?? ''].filter((part) => part !== '').join(' · ')
}
