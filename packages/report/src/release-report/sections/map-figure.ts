import { lossScale, riskScale, type MapScale } from '../../chart/axes.js'
import { methodShape } from '../../colour/shape-path.js'
import { escaped } from '../../html-text.js'
import { isoBoxes, isoLines, type IsoLine } from '../../map/iso-score.js'
import { legendEntries, type LegendEntry } from '../../map/legend.js'
import { beyondLimits, type Beyond } from '../../map/limits.js'
import { mapLabels } from '../../map/map-labels.js'
import type { Axis, Measured, RiskUtilityMap } from '../../map/points/map-types.js'
import { joined, measuredOf, paretoSteps, upwards } from '../../map/points/measured.js'
import type { Box, PlacedLabel } from '../../map/points/place-labels.js'
import { sharedPlaces } from '../../map/points/places.js'
import { pointTexts } from '../../map/points/point-text.js'
import { isRange } from '../../map/points/ranges.js'
import { methodStyles, type SeriesStyle } from '../../map/points/series-style.js'
import { axisText, clean, textWidth } from '../../text.js'
import { place, unturned } from '../page/page-text.js'

const width = 800
const plot = 400
const left = 66
const right = 12
const foot = 52

/** Scales and frame of the map. */
interface Places {
  readonly x: MapScale
  readonly y: MapScale
  readonly frame: Box
}

/**
 * Returns the risk-utility map of a report. It uses the scales, labels and signs of `riskUtilityMap` with the colours
 * of the page, without Observable Plot, which is larger than the rest of a report.
 */
export function mapFigure(map: RiskUtilityMap): string {
  const points = measuredOf(map.points)
  const styles = methodStyles(map.points.map(({ series }) => series))
  const legend = legendEntries(points, styles, map, left - 10, 0, width - left)
  const top = legend.bottom + 12
  const frame = { left, right: width - right, top, bottom: top + plot }
  const x = lossScale(points, [frame.left, frame.right], map.loss.limit)
  const y = riskScale(points, [frame.bottom, frame.top], map.risk.limit)
  const places = sharedPlaces(points, x, y)
  const front = paretoSteps(points, map)
  const iso = isoLines(map, x, y)
  const beyond = beyondLimits(map, x, y, frame)
  const inside = { ...frame, left: frame.left + 2, right: frame.right - 2 }
  const labels = mapLabels(points, styles, front, places, [...isoBoxes(iso, x, y), ...limitBoxes(beyond)], x, y, inside)
  const texts = pointTexts(points, places, map)
  const at = { x, y, frame }
  const parts = [
    axes(map, at),
    beyond.map(limitHtml).join(''),
    iso.map((line) => isoHtml(line, at)).join(''),
    ranges(points, styles, at),
    seriesLines(points, styles, at),
    frontHtml(front, at),
    upwards(points, ({ reverseMapped }) => reverseMapped)
      .map((point) => pointHtml(point, styles, texts, at))
      .join(''),
    labels.map(labelHtml).join(''),
    legend.entries.map(legendHtml).join(''),
    points.length === 0 ? words('No point has both values.', (left + width) / 2, top + plot / 2, 'middle', 14) : '',
  ]
  const label = `Risk-utility map of ${points.length} of ${map.points.length} masked files, ${clean(map.loss.label)} across, ${clean(map.risk.label)} upwards; the table has the numbers`
  return `<svg class="chart" viewBox="0 0 ${width} ${frame.bottom + foot}" role="img" aria-label="${escaped(unturned(label))}">${parts.join('')}</svg>`
}

function words(text: string, x: number, y: number, anchor: string, size: number, look = ''): string {
  const bold = look.includes('strong') ? ' font-weight="700"' : ''
  return `<text x="${place(x)}" y="${place(y)}" font-size="${size}" text-anchor="${anchor}"${look === '' ? '' : ` class="${look}"`}${bold}>${escaped(unturned(text))}</text>`
}

function axes(map: RiskUtilityMap, { x, y, frame }: Places): string {
  const { bottom, top, right: end } = frame
  const grid = [
    ...x.ticks.map((tick) => `M${place(x.position(tick))} ${top}V${bottom}`),
    ...y.ticks.map((tick) => `M${left} ${place(y.position(tick))}H${end}`),
  ]
  const note = x.type === 'log' ? `, logarithmic${x.zeroAtEdge ? ', 0 at the edge' : ''}` : ''
  const middle = (top + bottom) / 2
  const upright = `<g transform="translate(15 ${middle})rotate(-90)">${words(`${axisText(map.risk, 50)}${way(map.risk, '←', '→')}`, 0, 0, 'middle', 12.5)}</g>`
  return [
    `<path class="grid" d="${grid.join('')}"/><path class="axis" d="M${left} ${top}H${end}V${bottom}H${left}z"/>`,
    ...x.ticks.map((tick) => words(x.text(tick), x.position(tick), bottom + 17, 'middle', 11.5)),
    ...y.ticks.map((tick) => words(y.text(tick), left - 8, y.position(tick) + 4, 'end', 11.5)),
    words(`${axisText(map.loss, 70)}${note}${way(map.loss, '←', '→')}`, (left + end) / 2, bottom + 40, 'middle', 12.5),
    upright,
  ].join('')
}

/** Returns the better end of an axis. */
function way({ better }: Axis, lower: string, higher: string): string {
  return better === 'lower' ? ` · ${lower} less is better` : ` · more is better ${higher}`
}

const limitSize = 11

/** Returns the boxes of the texts at the limits. */
function limitBoxes(beyond: readonly Beyond[]): readonly Box[] {
  return beyond.map(({ text, line: [, , x, y] }) => ({
    left: x - 6 - textWidth(text, limitSize),
    right: x - 6,
    top: y + 3,
    bottom: y + 17,
  }))
}

function limitHtml({ left: l, top: t, right: r, bottom: b, line: [x1, y1, x2, y2], text }: Beyond): string {
  const area = `<path class="beyond" d="M${place(l)} ${place(t)}H${place(r)}V${place(b)}H${place(l)}z"/>`
  const edge = `<path class="edge" d="M${place(x1)} ${place(y1)}L${place(x2)} ${place(y2)}"/>`
  return `${area}${edge}${words(text, x2 - 6, y2 + 14, 'end', limitSize, 'halo limitword')}`
}

function isoHtml({ points, label, labelled }: IsoLine, { x, y }: Places): string {
  const [first, last] = [points[0], points[points.length - 1]]
  const along = x.type === 'linear' ? [first, last] : points
  const d = along.map(([loss, risk]) => `${place(x.position(loss))} ${place(y.position(risk))}`).join('L')
  const word = labelled
    ? words(label, x.position(first[0]) + 30, y.position(first[1]) + 10, 'start', 10, 'halo faint')
    : ''
  return `<path class="iso" d="M${d}"/>${word}`
}

function ranges(points: readonly Measured[], styles: ReadonlyMap<string, SeriesStyle>, { x, y }: Places): string {
  return points
    .map(({ series, loss, risk, lossRange, riskRange }) => {
      const across = isRange(lossRange)
        ? `M${place(x.position(lossRange[0]))} ${place(y.position(risk))}H${place(x.position(lossRange[1]))}`
        : ''
      const upright = isRange(riskRange)
        ? `M${place(x.position(loss))} ${place(y.position(riskRange[0]))}V${place(y.position(riskRange[1]))}`
        : ''
      if (across + upright === '') return ''
      return `<path class="range" stroke="${styles.get(series)?.colour ?? ''}" d="${across}${upright}"/>`
    })
    .join('')
}

function seriesLines(points: readonly Measured[], styles: ReadonlyMap<string, SeriesStyle>, at: Places): string {
  return joined(points, ({ reverseMapped }) => reverseMapped)
    .map((line) => {
      const dash = line[0].reverseMapped ? ' stroke-dasharray="4 3"' : ''
      return `<path class="series" stroke="${styles.get(line[0].series)?.colour ?? ''}"${dash} d="M${line.map((point) => spot(point, at).join(' ')).join('L')}"/>`
    })
    .join('')
}

function frontHtml(front: readonly Measured[], at: Places): string {
  const steps = front.map((point, i) => {
    const [x, y] = spot(point, at)
    return i === 0 ? `M${x} ${y}` : `H${x}V${y}`
  })
  return steps.length === 0 ? '' : `<path class="front" d="${steps.join('')}"/>`
}

function spot({ loss, risk }: Measured, { x, y }: Places): readonly [string, string] {
  return [place(x.position(loss)), place(y.position(risk))]
}

function pointHtml(
  point: Measured,
  styles: ReadonlyMap<string, SeriesStyle>,
  texts: ReadonlyMap<number, readonly string[]>,
  at: Places,
): string {
  const [x, y] = spot(point, at)
  const style = styles.get(point.series)
  const sign = style === undefined ? '' : signHtml(style, point.reverseMapped, point.barred ?? false)
  const ring = point.chosen ? '<circle class="ring" r="11"/>' : ''
  const tip = (texts.get(point.at) ?? []).map((line) => escaped(unturned(line))).join('\n')
  return `<g transform="translate(${x} ${y})">${sign}${ring}<title>${tip}</title></g>`
}

/** Returns the sign of a method: hollow if reverse-mapped, crossed if it cannot be chosen. */
function signHtml({ symbol, colour }: SeriesStyle, isHollow: boolean, isBarred: boolean): string {
  const shape = `<path class="point${isHollow ? ' hollow' : ''}" fill="${colour}" stroke="${colour}" d="${methodShape(symbol, 5)}"/>`
  if (!isBarred) return shape
  return `${shape}<path class="barred${isHollow ? ' dark' : ''}" d="M-2.2-2.2l4.4 4.4m0-4.4l-4.4 4.4"/>`
}

function labelHtml({ request, anchor, x, y }: PlacedLabel): string {
  const lines = request.text.split('\n')
  const first = request.size * 0.32 - ((lines.length - 1) / 2) * request.size * 1.15
  const look = request.bold ? 'halo strong' : 'halo'
  return lines
    .map((line, i) => words(line, x, y + first + i * request.size * 1.15, anchor, request.size, look))
    .join('')
}

function legendHtml({ kind, text, style, x, y }: LegendEntry): string {
  if (kind === 'family') return words(text, x - 10, y + 4, 'start', 12, 'strong')
  const line = (look: string): string => `<path class="${look}" d="M-10 0h20"/>`
  const signs: Readonly<Record<Exclude<LegendEntry['kind'], 'family'>, string>> = {
    series: signHtml(style, false, false),
    plain: signHtml(style, false, false),
    mapped: signHtml(style, true, false),
    chosen: `${signHtml(style, false, false)}<circle class="ring" r="9"/>`,
    barred: signHtml(style, false, true),
    front: line('front'),
    range: `<path class="range" stroke="${style.colour}" d="M-10 0h20"/>`,
    iso: line('iso'),
    limit: line('edge'),
  }
  return `<g transform="translate(${place(x)} ${place(y)})">${signs[kind]}</g>${words(text, x + 16, y + 4, 'start', 12)}`
}
