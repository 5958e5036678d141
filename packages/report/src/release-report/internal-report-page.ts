import { dataBlock } from './data-block.js'
import { firstPage, type FirstPage } from './first-page/first-page.js'
import { firstPageStyle } from './first-page/first-page-style.js'
import { reportPage } from './page/page-frame.js'
import { said } from './page/page-text.js'
import { columnsPage } from './sections/columns-page.js'
import { criteriaPage } from './pages/criteria-page.js'
import { leafHtml, type Leaf } from './pages/leaf.js'
import { leafStyle } from './pages/leaf-style.js'
import { recordsPage } from './pages/records-page.js'
import { pairsPage, synthesisPage } from './sections/synthesis-page.js'
import { contents } from './report-parts.js'
import { isStill, relationSection } from './sections/correlation-section.js'
import { mapSection } from './sections/map-section.js'
import { movesSection } from './sections/moves-section.js'
import type { InternalReport } from './page/report-types.js'

/**
 * Returns the internal report as one HTML file without a script. On paper it has at most six pages of A4: the page for the
 * signatures, criteria and open columns, map and candidates, columns before and after, relations, riskiest records. A
 * synthetic file has two more, with likeness and risks. All else is in the file, closed and not printed. Every printed page says INTERNAL. Its content security policy lets it load
 * nothing. The same report gives the same bytes. O(columns²) with correlations.
 *
 * @param report - Facts and finished sentences; every text is escaped, and very long ones are cut.
 * @returns The HTML.
 */
export function internalReportPage(report: InternalReport): string {
  const { title, draft, files, version } = report
  const first = firstPage(report)
  const leaves = leavesOf(report, first.cut).filter(({ html }) => html !== '')
  const data = dataBlock(report)
  const parts = [...leaves, { id: 'data', heading: 'Data and details', html: data }]
  return reportPage({
    classification: 'internal',
    title,
    about: aboutOf(files),
    isDraft: draft !== undefined,
    band: 'Facts about the original records. Do not pass on.',
    style: `${firstPageStyle}${leafStyle}`,
    body: `${first.html}${contents(parts)}${leaves.map(leafHtml).join('')}${data}`,
    footer: said(version),
  })
}

/** Returns the pages after the first, in their order. */
function leavesOf(report: InternalReport, cut: FirstPage['cut']): readonly Leaf[] {
  const { columns, map, candidates, correlations, associations, moves = [], synthesis } = report
  const both = correlations !== undefined && associations !== undefined
  const isHalf = both && !isStill(correlations) && !isStill(associations)
  const relations = [
    correlations === undefined ? '' : relationSection(correlations, { what: 'Correlations', isHalf }),
    both ? '<h3>Associations of categories</h3>' : '',
    associations === undefined ? '' : relationSection(associations, { what: 'Associations (Cramér’s V)', isHalf }),
    moves.length === 0 ? '' : `<h3>Moves of records</h3>${movesSection(moves, isHalf)}`,
  ].join('')
  return [
    { id: 'criteria', heading: 'Criteria and open columns', html: criteriaPage(report, cut) },
    { id: 'synthesis', heading: 'Likeness and risks', html: synthesis === undefined ? '' : synthesisPage(synthesis) },
    { id: 'pairs', heading: 'Pairs of columns', html: synthesis === undefined ? '' : pairsPage(synthesis) },
    { id: 'map', heading: 'Risk against loss', html: mapSection(map, candidates) },
    { id: 'columns', heading: 'Columns before and after', html: columnsPage(columns) },
    {
      id: 'relations',
      heading: 'Relations between columns',
      html: isHalf ? `<div class="half">${relations}</div>` : relations,
    },
    { id: 'records', heading: 'The riskiest records', html: recordsPage(report) },
  ]
}

/** Returns the name of the file and the beginning of its hash, for the foot of every page. */
export function aboutOf(files: InternalReport['files']): string {
  if (files.length === 0) return ''
  const [{ name, sha256 }] = files
  const others = files.length === 1 ? '' : ` and ${files.length - 1} more`
  const short = [...name].length > 48 ? `${[...name].slice(0, 47).join('')}…` : name
  return `${short}${others} · SHA-256 ${sha256.slice(0, 12)}…`
}
