import { rangeText } from '../../map/points/point-text.js'
import type { Axis, MapPoint, RiskUtilityMap } from '../../map/points/map-types.js'
import { behind, htmlTable, widePicture } from '../page/html-table.js'
import { mapFigure } from './map-figure.js'
import { named, said, shownNumber } from '../page/page-text.js'
import type { ReportCandidate } from '../page/report-types.js'

/** Longer tables of candidates would be leafed through, not read. */
const MOST_CANDIDATES = 40

/** The map with its table, and the candidates of the comparison. */
export function mapSection(
  map: RiskUtilityMap | undefined,
  candidates: readonly ReportCandidate[] | undefined,
): string {
  return `${map === undefined ? '' : pictured(map)}${candidates === undefined ? '' : candidateTable(candidates)}`
}

function pictured(map: RiskUtilityMap): string {
  const subtitle = map.subtitle === undefined ? '' : `<p class="note">${said(map.subtitle)}</p>`
  const figure = widePicture('wide', 'The map', mapFigure(map))
  return `${subtitle}${figure}${behind('The map as a table', pointTable(map))}`
}

function pointTable({ points, loss, risk }: RiskUtilityMap): string {
  return htmlTable({
    caption: 'The points of the map',
    heads: [{ html: 'candidate' }, head(loss), head(risk), { html: 'remarks' }],
    rows: points.map((point) => [
      named(point.label),
      `${shownNumber(point.loss)}${said(rangeText(point.lossRange))}`,
      `${shownNumber(point.risk)}${said(rangeText(point.riskRange))}`,
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

function candidateTable(candidates: readonly ReportCandidate[]): string {
  if (candidates.length === 0) return ''
  const number = { isNumber: true }
  const shown = (some: readonly ReportCandidate[]): string =>
    htmlTable({
      caption: 'Candidates: what they lose and what they risk',
      heads: [
        { html: 'candidate' },
        { html: 'loss', ...number },
        { html: 'risk', ...number },
        { html: 'worst run', ...number },
        { html: 'note' },
      ],
      rows: some.map(({ label, loss, risk, worst, chosen, note = '' }) => [
        chosen ? `<strong>${named(label)}</strong>` : named(label),
        said(loss, 100),
        said(risk, 100),
        said(worst, 100),
        [...(chosen ? ['<strong>chosen</strong>'] : []), ...(note === '' ? [] : [said(note)])].join('; '),
      ]),
    })
  const first = candidates.filter(({ chosen }, i) => chosen || i < MOST_CANDIDATES)
  const rest = candidates.filter(({ chosen }, i) => !chosen && i >= MOST_CANDIDATES)
  return `<h3>The candidates</h3>${shown(first)}${rest.length === 0 ? '' : behind(`${rest.length} more candidates`, shown(rest))}`
}
