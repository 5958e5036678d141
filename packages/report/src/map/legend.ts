import { hasIsoLines } from './iso-score.js'
import type { MapPoint, RiskUtilityMap } from './points/map-types.js'
import { familyOf, type SeriesStyle } from './points/series-style.js'
import { grey, ink } from '../colour/theme.js'
import { shortened, textWidth } from '../text.js'

export interface LegendEntry {
  /** `family` is the heading of a family, before the signs of its methods. */
  readonly kind: 'family' | 'series' | 'plain' | 'mapped' | 'front' | 'range' | 'chosen' | 'iso' | 'barred' | 'limit'
  readonly text: string
  readonly style: SeriesStyle
  /** Centre of the sign, in pixels. */
  readonly x: number
  readonly y: number
}

export const legendSize = 12
const neutral: SeriesStyle = { colour: grey, ink, symbol: 'circle' }
const signWidth = 26
const gap = 14
/** Gap between the name of a family and its signs; it is repeated before the next family. */
const FAMILY_GAP = 8
export const lineHeight = 19

/** Returns the entries for the signs on the map, in lines of a width that begin at (left, top). */
export function legendEntries(
  points: readonly MapPoint[],
  styles: ReadonlyMap<string, SeriesStyle>,
  map: RiskUtilityMap | undefined,
  left: number,
  top: number,
  width: number,
): { readonly entries: readonly LegendEntry[]; readonly bottom: number } {
  const signs: [LegendEntry['kind'], string, SeriesStyle][] = map ? familySigns(styles) : seriesSigns(styles)
  const firstSign = signs.length
  if (points.some(({ reverseMapped }) => reverseMapped)) {
    if (points.some(({ reverseMapped }) => !reverseMapped)) signs.push(['plain', 'as masked', neutral])
    signs.push(['mapped', 'after reverse mapping', neutral])
  }
  if (points.some(({ pareto }) => pareto)) signs.push(['front', 'Pareto front', neutral])
  if (points.some(({ riskRange, lossRange }) => riskRange ?? lossRange))
    signs.push(['range', 'range over replicates', neutral])
  if (points.some(({ chosen }) => chosen)) signs.push(['chosen', 'chosen', neutral])
  if (points.some(({ barred }) => barred))
    signs.push(['barred', shortened(map?.barred ?? 'cannot be chosen', 80), neutral])
  if (map && [map.risk, map.loss].some(({ limit }) => limit !== undefined))
    signs.push(['limit', 'limit, and what is beyond it', neutral])
  if (map && hasIsoLines(map)) signs.push(['iso', 'equal score, the mean of both', neutral])

  const entries: LegendEntry[] = []
  let x = left
  let y = top
  for (const [i, [kind, text, style]] of signs.entries()) {
    const wide = widthOf(kind, text)
    // The name of a family stays on the line of its first sign.
    const next = signs.at(i + 1)
    const held = kind === 'family' && next ? wide + FAMILY_GAP + widthOf(next[0], next[1]) : wide
    // Methods and other signs begin on separate lines.
    if (x > left && (x + held > left + width || i === firstSign)) {
      x = left
      y += lineHeight
    }
    entries.push({ kind, text, style, x: x + 10, y: y + lineHeight / 2 })
    const isLast = next?.[0] === 'family'
    x += wide + (kind === 'family' ? FAMILY_GAP : isLast ? gap + FAMILY_GAP : gap)
  }
  return { entries, bottom: signs.length > 0 ? y + lineHeight : top }
}

function widthOf(kind: LegendEntry['kind'], text: string): number {
  return kind === 'family' ? textWidth(text, legendSize, true) : signWidth + textWidth(text, legendSize)
}

function seriesSigns(styles: ReadonlyMap<string, SeriesStyle>): [LegendEntry['kind'], string, SeriesStyle][] {
  return [...styles].map(([name, style]) => ['series', shortened(name, 60), style])
}

/** Returns the name of every family, in its colour, followed by the signs of its methods with their names alone. */
function familySigns(styles: ReadonlyMap<string, SeriesStyle>): [LegendEntry['kind'], string, SeriesStyle][] {
  let last: string | undefined
  return [...styles].flatMap(([method, style]) => {
    const family = familyOf(method)
    const name = method.slice(family.length + 1)
    const isNew = family !== last
    last = family
    const word: [LegendEntry['kind'], string, SeriesStyle] = ['family', shortened(family, 40), style]
    return [...(isNew ? [word] : []), ['series', shortened(name === '' ? method : name, 60), style]]
  })
}
