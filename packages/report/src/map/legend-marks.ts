import * as Plot from '@observablehq/plot'
import { legendSize, type LegendEntry } from './legend.js'
import { dotRadius, ringRadius } from '../chart/looks.js'
import { shapeOf } from '../colour/shapes.js'
import { grey, ground, ink, limitColour } from '../colour/theme.js'
import { crossLook } from './map-marks.js'
import { pixels } from '../chart/pixels.js'

/** Returns the legend as marks of the plot, so that it is drawn like the map. */
export function legendMarks(entries: readonly LegendEntry[]): Plot.Markish[] {
  const of = (...kinds: LegendEntry['kind'][]): LegendEntry[] => entries.filter(({ kind }) => kinds.includes(kind))
  const named = entries.filter(({ kind }) => kind !== 'family')
  const line = (kind: LegendEntry['kind'], look: Plot.LinkOptions): Plot.Markish =>
    Plot.link(of(kind), {
      x1: pixels(({ x }) => x - 10),
      x2: pixels(({ x }) => x + 10),
      y1: pixels('y'),
      y2: pixels('y'),
      ...look,
    })
  const at = {
    x: pixels('x'),
    y: pixels('y'),
    symbol: (entry: LegendEntry) => shapeOf(entry.style.symbol),
    r: dotRadius,
  }
  const colour = (entry: LegendEntry): string => entry.style.colour
  return [
    line('front', { stroke: ink, strokeWidth: 1.6 }),
    line('range', { stroke: grey, strokeWidth: 1.2 }),
    line('iso', { stroke: grey, strokeDasharray: '2,4' }),
    line('limit', { stroke: limitColour, strokeWidth: 1.4, strokeDasharray: '7,4' }),
    Plot.dot(of('barred'), { ...at, fill: grey, stroke: grey }),
    Plot.dot(of('barred'), { ...at, ...crossLook, stroke: ground }),
    Plot.dot(of('series', 'plain', 'chosen'), { ...at, fill: colour, stroke: colour }),
    Plot.dot(of('mapped'), { ...at, fill: ground, stroke: colour, strokeWidth: 1.6 }),
    Plot.dot(of('chosen'), {
      x: pixels('x'),
      y: pixels('y'),
      r: ringRadius - 2,
      stroke: ink,
      strokeWidth: 1.8,
      fill: 'none',
    }),
    Plot.text(of('family'), {
      x: pixels(({ x }) => x - 10),
      y: pixels('y'),
      text: 'text',
      textAnchor: 'start',
      fontSize: legendSize,
      fontWeight: 'bold',
      fill: (entry: LegendEntry) => entry.style.ink,
    }),
    Plot.text(named, {
      x: pixels(({ x }) => x + 16),
      y: pixels('y'),
      text: 'text',
      textAnchor: 'start',
      fontSize: legendSize,
      fill: ink,
    }),
  ]
}
