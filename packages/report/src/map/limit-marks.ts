import * as Plot from '@observablehq/plot'
import type { MapScale } from '../chart/axes.js'
import { labelSize } from '../chart/looks.js'
import { ground, limitColour } from '../colour/theme.js'
import { pixels } from '../chart/pixels.js'
import type { Box } from './points/place-labels.js'
import { beyondLimits, type Beyond } from './limits.js'
import type { RiskUtilityMap } from './points/map-types.js'

/** Returns the limits of both axes; the area beyond a limit is shaded, up to the end of the frame. */
export function limitMarks(map: RiskUtilityMap, x: MapScale, y: MapScale, frame: Box): Plot.Markish[] {
  const beyond = beyondLimits(map, x, y, frame)
  if (beyond.length === 0) return []
  return [
    Plot.rect(beyond, {
      x1: pixels('left'),
      x2: pixels('right'),
      y1: pixels('top'),
      y2: pixels('bottom'),
      fill: limitColour,
      fillOpacity: 0.06,
    }),
    Plot.link(beyond, {
      x1: pixels(({ line }: Beyond) => line[0]),
      y1: pixels(({ line }: Beyond) => line[1]),
      x2: pixels(({ line }: Beyond) => line[2]),
      y2: pixels(({ line }: Beyond) => line[3]),
      stroke: limitColour,
      strokeWidth: 1.4,
      strokeDasharray: '7,4',
    }),
    Plot.text(beyond, {
      x: pixels(({ line }: Beyond) => line[2] - 6),
      y: pixels(({ line }: Beyond) => line[3] + 9),
      text: 'text',
      textAnchor: 'end',
      fontSize: labelSize,
      fill: limitColour,
      stroke: ground,
      strokeWidth: 3,
    }),
  ]
}
