import { hasIsoLines } from './iso-score.js'
import type { MapPoint, RiskUtilityMap } from './map-types.js'
import type { SeriesStyle } from './series-style.js'
import { shortened, textWidth } from '../text.js'

export interface LegendEntry {
  readonly kind: 'series' | 'before' | 'after' | 'front' | 'range' | 'chosen' | 'iso' | 'barred' | 'limit' | 'cloud'
  readonly text: string
  readonly style: SeriesStyle
  /** The middle of its sign, in pixels. */
  readonly x: number
  readonly y: number
}

export const legendSize = 12
const neutral: SeriesStyle = { colour: '#444444', ink: '#222222', symbol: 'circle' }
const signWidth = 26
const gap = 18
export const lineHeight = 19

/** The signs that occur on the map, in lines of a width; the lines begin at (left, top). */
export function legendEntries(
  points: readonly MapPoint[],
  styles: ReadonlyMap<string, SeriesStyle>,
  map: RiskUtilityMap | undefined,
  left: number,
  top: number,
  width: number,
): { readonly entries: readonly LegendEntry[]; readonly bottom: number } {
  const signs: [LegendEntry['kind'], string, SeriesStyle][] = [...styles].map(([name, style]) => [
    'series',
    shortened(name, 60),
    style,
  ])
  const firstSign = signs.length
  if (points.some(({ reverseMapped }) => reverseMapped)) {
    if (points.some(({ reverseMapped }) => !reverseMapped)) signs.push(['before', 'before reverse mapping', neutral])
    signs.push(['after', 'after reverse mapping', neutral])
  }
  if (points.some(({ pareto }) => pareto)) signs.push(['front', 'Pareto front', neutral])
  if (points.some(({ riskRange, lossRange }) => riskRange ?? lossRange))
    signs.push(['range', 'range over replicates', neutral])
  if (points.some(({ chosen }) => chosen)) signs.push(['chosen', 'chosen', neutral])
  if (map?.cloud && map.cloud.length > 0) signs.push(['cloud', 'tried, and not in the table', neutral])
  if (points.some(({ barred }) => barred))
    signs.push(['barred', shortened(map?.barred ?? 'cannot be chosen', 80), neutral])
  if (map && [map.risk, map.loss].some(({ limit }) => limit !== undefined))
    signs.push(['limit', 'limit, and what is beyond it', neutral])
  if (map && hasIsoLines(map)) signs.push(['iso', 'equal score, the mean of both', neutral])

  const entries: LegendEntry[] = []
  let x = left
  let y = top
  for (const [i, [kind, text, style]] of signs.entries()) {
    const wide = signWidth + textWidth(text, legendSize)
    // Methods and signs begin lines of their own.
    if (x > left && (x + wide > left + width || i === firstSign)) {
      x = left
      y += lineHeight
    }
    entries.push({ kind, text, style, x: x + 10, y: y + lineHeight / 2 })
    x += wide + gap
  }
  return { entries, bottom: signs.length > 0 ? y + lineHeight : top }
}
