import { columnFigure } from './histogram-figure.js'
import { named } from '../page/page-text.js'
import type { ReportColumn, ReportHistogram } from '../page/report-types.js'
import { moreHtml } from '../pages/leaf.js'

/** Most columns on the page: five rows of three. */
const MOST = 15
/** Most names in a sentence. */
const NAMED = 12

const legend =
  '<p class="note"><svg class="key" viewBox="0 0 18 10" aria-hidden="true"><path class="b" d="M0 2h5v8H0zM6 0h5v10H6zM12 4h5v6h-5z"/></svg>original <svg class="key" viewBox="0 0 18 10" aria-hidden="true"><path class="a" d="M0 9V4h9V2h8v7"/></svg>released; the same classes for both.</p>'

/** Returns the page with the columns that changed; if there are many, those whose distributions changed most. */
export function columnsPage(columns: readonly ReportColumn[]): string {
  const kept = columns.filter(({ treatment }) => treatment === 'unchanged')
  const dropped = columns.filter(({ treatment }) => treatment === 'left out')
  const changed = columns.filter((one) => !kept.includes(one) && !dropped.includes(one))
  const most = [...changed].sort((a, b) => changeOf(b) - changeOf(a)).slice(0, MOST)
  const shown = changed.filter((one) => most.includes(one))
  const figures = shown.length === 0 ? '' : `${legend}<div class="multi">\n${shown.map(columnFigure).join('')}</div>\n`
  const more = moreHtml(changed.length - shown.length, 'column', ' whose distributions changed no more')
  return [figures, more, sentence('Unchanged', kept), sentence('Left out', dropped)].join('')
}

function sentence(what: string, columns: readonly ReportColumn[]): string {
  if (columns.length === 0) return ''
  const more = columns.length > NAMED ? ` and ${columns.length - NAMED} more` : ''
  const names = columns.slice(0, NAMED).map(({ name }) => named(name, 40))
  return `<p class="note"><span class="k2"><strong>${what}:</strong> ${names.join(', ')}${more}</span></p>\n`
}

/** Returns half the sum of the differences of the classes' shares, 0 to 1; 1 if the classes differ. */
function changeOf({ histogram }: ReportColumn): number {
  if (histogram === undefined) return 1
  const [before, after] = [sharesOf(histogram.before), sharesOf(histogram.after)]
  const length = Math.max(before.length, after.length)
  return Array.from({ length }, (_, i) => Math.abs((before[i] ?? 0) - (after[i] ?? 0))).reduce((a, b) => a + b, 0) / 2
}

function sharesOf(counts: ReportHistogram['before']): readonly number[] {
  const finite = counts.map((count) => (Number.isFinite(count) && count > 0 ? count : 0))
  const sum = finite.reduce((a, b) => a + b, 0)
  return finite.map((count) => (sum === 0 ? 0 : count / sum))
}
