import { fitted } from '../first-page/paper-fit.js'
import { rangeText, valueText } from '../../map/points/point-text.js'
import type { Axis, MapPoint, RiskUtilityMap } from '../../map/points/map-types.js'
import { behind, htmlTable, widePicture } from '../page/html-table.js'
import { leaf, moreHtml, noteHeight, textHeight } from '../pages/leaf.js'
import { mapFigure } from './map-figure.js'
import { named, said } from '../page/page-text.js'
import type { ReportCandidate } from '../page/report-types.js'

/** Most candidates in the table. */
const MOST_CANDIDATES = 15
/** Heights on paper of the map, and of everything above the first row of the table, in millimetres. */
const MAP = 100
const HEAD = 22

/** Returns the page with the map and the best candidates of a comparison; empty without a comparison. */
export function mapSection(
  map: RiskUtilityMap | undefined,
  candidates: readonly ReportCandidate[] | undefined,
): string {
  const taken = map === undefined ? 0 : MAP + noteHeight(map.subtitle ?? '', 3)
  return `${map === undefined ? '' : pictured(map)}${candidates === undefined ? '' : candidateTable(candidates, leaf.room - taken)}`
}

function pictured(map: RiskUtilityMap): string {
  const subtitle = map.subtitle === undefined ? '' : `<p class="note"><span class="k3">${said(map.subtitle)}</span></p>`
  const points = map.points.map((point) => ({ ...point, label: point.name ?? point.label }))
  const figure = widePicture('wide', 'The map', mapFigure({ ...map, points }))
  return `${subtitle}${figure}${behind('The map as a table', pointTable({ ...map, points }))}`
}

function shown(value: number | null): string {
  return value !== null && Number.isFinite(value) ? said(valueText(value, '')) : '–'
}

function pointTable({ points, loss, risk }: RiskUtilityMap): string {
  return htmlTable({
    caption: 'The points of the map',
    heads: [{ html: 'candidate' }, head(loss), head(risk), { html: 'remarks' }],
    rows: points.map((point) => [
      named(point.label),
      `${shown(point.loss)}${said(rangeText(point.lossRange))}`,
      `${shown(point.risk)}${said(rangeText(point.riskRange))}`,
      pointNotes(point),
    ]),
  })
}

function head({ label, unit }: Axis): { readonly html: string; readonly isNumber: boolean } {
  return { html: `${said(label, 100)}${unit === '' ? '' : ` (${said(unit, 30)})`}`, isNumber: true }
}

function pointNotes({ chosen, pareto, barred, reasons = [] }: MapPoint): string {
  const notes = [
    ...(chosen ? ['chosen'] : []),
    ...(pareto ? ['on the front'] : []),
    ...(barred ? ['cannot be chosen'] : []),
    ...reasons.map((reason) => said(reason)),
  ]
  return notes.join('; ')
}

/** Width of the name of a candidate on paper, in millimetres, and of its note. */
const NAME = 84
const NOTE = 36

/** Returns the best candidates, as many as fit; the others are counted. */
function candidateTable(candidates: readonly ReportCandidate[], room: number): string {
  const number = { isNumber: true, isWhole: true }
  const height = ({ name, note = '' }: ReportCandidate): number =>
    leaf.row + Math.max(textHeight(name, 2, NAME), textHeight(note, 2, NOTE))
  const { shown } = fitted(candidates.slice(0, MOST_CANDIDATES), height, room - HEAD, 0)
  if (shown.length === 0) return ''
  const table = htmlTable({
    caption: 'Candidates: what they lose and what they risk',
    hasHiddenCaption: true,
    heads: [
      { html: 'candidate' },
      { html: 'loss', ...number },
      { html: 'risk', ...number },
      { html: 'worst run', ...number },
      { html: 'note' },
    ],
    rows: shown.map(({ name, loss, risk, worst, chosen, note = '' }) => [
      `<span class="k2">${chosen ? `<strong>${named(name)}</strong>` : named(name)}</span>`,
      said(loss, 100),
      said(risk, 100),
      said(worst, 100),
      `<span class="k2">${[...(chosen ? ['<strong class="one">chosen</strong>'] : []), ...(note === '' ? [] : [said(note)])].join('; ')}</span>`,
    ]),
  })
  return `<div class="candidates"><h3>The best candidates</h3>${table}${moreHtml(candidates.length - shown.length, 'candidate')}</div>`
}
