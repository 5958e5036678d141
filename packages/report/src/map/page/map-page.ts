import { SvgDocument } from '../../chart/svg-document.js'
import { escaped } from '../../html-text.js'
import { shortNumber } from '../../chart/axes.js'
import { mapPageScript } from './map-page-script.js'
import { mapPageStyle } from './map-page-style.js'
import type { Axis, MapPoint, Measured, RiskUtilityMap } from '../points/map-types.js'
import { rangeText } from '../points/point-text.js'
import { drawnMap } from '../risk-utility-map.js'
import { familyOf, methodStyle, type SeriesStyle } from '../points/series-style.js'
import { signSvg } from './sign-svg.js'
import { subtitleOf } from '../word-marks.js'
import { policyHash } from '../../policy-hash.js'

/** A self-contained page of a risk-utility map. */
export interface MapPage {
  readonly map: RiskUtilityMap
  /** Verdict of the page, in a sentence or two. */
  readonly verdict?: string | undefined
}

/** Data of a point for the script. */
interface PagePoint {
  readonly family: string
  readonly front: boolean
  readonly chosen: boolean
  /** Position in the order of the arrow keys: by loss, then by risk. */
  readonly order: number
  readonly text: readonly string[]
}

/**
 * Returns the map as one HTML file: the picture of `riskUtilityMap`, and the listed plans or the Pareto front as a table.
 * Points can be filtered by family and reached by mouse and keyboard. The page loads nothing: its content security policy
 * allows only its own style and script, by their hashes. The same map gives the same text.
 *
 * @param page - The map, and its verdict; every text is escaped.
 * @param document - Document for drawing; by default a new one.
 * @returns The HTML.
 */
export function mapPage({ map, verdict = '' }: MapPage, document: SvgDocument = new SvgDocument()): string {
  const { svg, listed, points, styles, texts } = drawnMap(map, document, true)
  const ownStyles = svg.querySelectorAll('style')
  const style = [mapPageStyle, ...ownStyles.map(({ textContent }) => textContent)].join('\n')
  for (const one of ownStyles) one.remove()
  const policy = `default-src 'none'; style-src '${policyHash(style)}'; script-src '${policyHash(mapPageScript)}'; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>${escaped(map.title)}</title><style>${style}</style></head><body><main>\n`,
    `<h1>${escaped(map.title)}</h1><p class="soft">${escaped(subtitleOf(map, points.length))}</p>\n`,
    verdict === '' ? '' : `<p class="verdict">${verdict.split('\n').map(escaped).join('\n')}</p>\n`,
    `<div class="columns"><section class="card" aria-label="The map">${filters(map, styles)}<figure>${svg.outerHTML}</figure>`,
    '<p class="soft small keys">Point at a sign to see what it is. By keys: Tab to the points, arrows from one to the next, Enter to its row.</p></section>\n',
    `<section class="card"><h2>${escaped(map.listed ?? 'The front')}</h2>${listTable(map, listed, styles)}</section></div>\n`,
    '<div id="tip" role="status" hidden></div>\n',
    `<script type="application/json" id="data">${asData(pagePoints(map, points, texts))}</script>\n`,
    `<script>${mapPageScript}</script>\n</main></body></html>\n`,
  ].join('')
}

/** Returns all points, including those that could not be drawn: the picture refers to them by index. */
function pagePoints(
  map: RiskUtilityMap,
  measured: readonly Measured[],
  said: ReadonlyMap<number, readonly string[]>,
): readonly PagePoint[] {
  const order = new Map(
    [...measured].sort((a, b) => a.loss - b.loss || a.risk - b.risk).map(({ at }, i) => [at, i] as const),
  )
  return map.points.map((point, at) => ({
    family: familyOf(point.series),
    front: point.pareto,
    chosen: point.chosen,
    order: order.get(at) ?? -1,
    text: said.get(at) ?? [],
  }))
}

/** Returns a checkbox for every family on the map, with its colour. Without a script the filter is hidden. */
function filters({ points }: RiskUtilityMap, styles: ReadonlyMap<string, SeriesStyle>): string {
  const counts = new Map<string, number>()
  for (const { series } of points) counts.set(familyOf(series), (counts.get(familyOf(series)) ?? 0) + 1)
  const boxes = [...counts].sort(byName).map(([family, count]) => {
    const series = [...styles.keys()].find((name) => familyOf(name) === family) ?? `${family}/`
    const sign = signSvg({ ...methodStyle(series), symbol: 'circle' }, false)
    return `<label><input type="checkbox" name="family" value="${escaped(family)}" checked>${sign}${escaped(family)} <small class="soft">${count}</small></label>`
  })
  return `<form class="filters" hidden><fieldset><legend>Families</legend>${boxes.join('')}</fieldset><fieldset><label><input type="checkbox" id="front-only">the front only</label><output id="shown" class="soft small"></output></fieldset></form>`
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function listTable(map: RiskUtilityMap, rows: readonly Measured[], styles: ReadonlyMap<string, SeriesStyle>): string {
  if (rows.length === 0) return '<p class="soft">No candidate was measured.</p>'
  const lines = rows.map((point) => {
    const number = point.place === undefined ? '' : `<b>${point.place}</b> `
    const style = styles.get(point.series)
    const sign = style ? signSvg(style, point.reverseMapped) : ''
    const notes = [...(point.chosen ? ['chosen'] : []), ...(point.reasons ?? [])].map(escaped).join('<br>')
    const name = `<button type="button">${escaped(point.label)}</button>${notes === '' ? '' : `<br><small class="soft">${notes}</small>`}`
    return `<tr data-row="${point.at}"${point.chosen ? ' class="chosen"' : ''}><td>${number}${sign}</td><td>${name}</td>${valueCell(point.loss, point.lossRange)}${valueCell(point.risk, point.riskRange)}</tr>`
  })
  const head = (axis: Axis): string =>
    `<th scope="col" class="n">${escaped(axis.label)}${axis.unit === '' ? '' : ` (${escaped(axis.unit)})`}</th>`
  return `<div class="scroll"><table>${map.listed === undefined ? '<caption>Candidates that no other one beats on both axes, by information loss</caption>' : ''}<thead><tr><th></th><th scope="col">candidate</th>${head(map.loss)}${head(map.risk)}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>`
}

function valueCell(value: number, range: MapPoint['lossRange']): string {
  const ends = rangeText(range).trim()
  return `<td class="n">${shortNumber(value)}${ends === '' ? '' : `<small>${escaped(ends)}</small>`}</td>`
}

/** Returns JSON without a closing script tag. */
function asData(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}
