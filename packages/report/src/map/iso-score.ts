import { niceStep, shortNumber, type MapScale } from '../chart/axes.js'
import { textWidth } from '../text.js'
import type { RiskUtilityMap } from './points/map-types.js'
import type { Box } from './points/place-labels.js'

export interface IsoLine {
  readonly score: number
  readonly label: string
  /** True if there is room for a label at the upper end. */
  readonly labelled: boolean
  /** Losses and risks along the line. */
  readonly points: readonly (readonly [number, number])[]
}

const steps = 60
/** Offset of a label from the upper end of its line, in pixels, and the size of its letters. */
export const ISO_SHIFT = [30, 6] as const
export const ISO_SIZE = 10

/** Returns true if score lines are requested and meaningful: both axes need the same unit and direction. */
export function hasIsoLines({ isoScore, loss, risk }: RiskUtilityMap): boolean {
  return isoScore === true && loss.unit === risk.unit && loss.better === 'lower' && risk.better === 'lower'
}

/** Returns the boxes of the labels, to the right of the upper ends of the lines. */
export function isoBoxes(lines: readonly IsoLine[], x: MapScale, y: MapScale): readonly Box[] {
  return lines
    .filter(({ labelled }) => labelled)
    .map(({ label, points }) => {
      const left = x.position(points[0][0]) + ISO_SHIFT[0]
      const middle = y.position(points[0][1]) + ISO_SHIFT[1]
      return {
        left,
        right: left + textWidth(label, ISO_SIZE),
        top: middle - ISO_SIZE / 2,
        bottom: middle + ISO_SIZE / 2,
      }
    })
}

/** Returns the lines of equal (loss + risk) / 2. */
export function isoLines(map: RiskUtilityMap, x: MapScale, y: MapScale): readonly IsoLine[] {
  if (!hasIsoLines(map)) return []
  const low = (x.domain[0] + y.domain[0]) / 2
  const high = (x.domain[1] + y.domain[1]) / 2
  const step = niceStep(high - low)
  const lines: IsoLine[] = []
  const first = Math.ceil(low / step)
  if (!Number.isSafeInteger(first)) return []
  for (let i = first; i * step < high; i++) {
    const score = i * step
    const points: [number, number][] = []
    for (let k = 0; k <= steps; k++) {
      const from = Math.max(x.domain[0], 2 * score - y.domain[1])
      const to = Math.min(x.domain[1], 2 * score - y.domain[0])
      const loss = from + ((to - from) * k) / steps
      if (from < to) points.push([loss, 2 * score - loss])
    }
    if (points.length === 0) continue
    const labelled = x.position(points[0][0]) < x.range[1] - 90
    lines.push({ score, label: `score ${shortNumber(Number(score.toPrecision(6)))}`, labelled, points })
  }
  return lines
}
