import { isRange, type MapScale } from '@sdc/report/looks'
import type { DrawnPoint } from './drawn-map.js'

/** The ranges of all points of one colour, as one path: this keeps the number of paths small. */
export interface Whiskers {
  readonly colour: string
  readonly path: string
}

/** Returns the ranges from the least to the greatest value of the runs, across and upwards. */
export function whiskersOf(points: readonly DrawnPoint[], x: MapScale, y: MapScale): readonly Whiskers[] {
  const paths = new Map<string, string>()
  for (const { point, x: px, y: py, colour } of points) {
    let path = ''
    if (isRange(point.lossRange)) path += `M${at(x, point.lossRange[0])} ${py}H${at(x, point.lossRange[1])}`
    if (isRange(point.riskRange)) path += `M${px} ${at(y, point.riskRange[0])}V${at(y, point.riskRange[1])}`
    if (path !== '') paths.set(colour, (paths.get(colour) ?? '') + path)
  }
  return [...paths].map(([colour, path]) => ({ colour, path }))
}

function at(scale: MapScale, value: number): number {
  return Math.round(scale.position(value) * 10) / 10
}
