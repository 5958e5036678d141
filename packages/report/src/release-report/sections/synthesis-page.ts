import { fitted } from '../first-page/paper-fit.js'
import { behind, htmlTable, widePicture } from '../page/html-table.js'
import { paper } from '../page/page-boxes.js'
import { named, said } from '../page/page-text.js'
import { stateHtml } from '../page/signs.js'
import type { ReportCriterion, ReportSynthesis } from '../page/report-types.js'
import { fullOf, matrixPicture, MOST_NUMBERED, pairOf } from './matrix-figure.js'
import { leaf, moreHtml, textHeight, type Line } from '../pages/leaf.js'

/** Width of each half of the page, in millimetres. */
const HALF = (paper.width - 8) / 2
/** Most lines of a sentence, and of a risk. */
const LINES = 5
/** Greatest share of the page for sentences and risks. */
const SENTENCES = 0.62
/** Height of the head of a table with its heading. */
const HEAD = leaf.heading + 10
/** Height of a row of a table. */
const ROW = leaf.line + leaf.row

/**
 * Returns the page with likeness on the left, risks on the right, and below them the least similar columns and pairs.
 */
export function synthesisPage({ like, columns, worst, safe, unknown }: ReportSynthesis): string {
  const most = SENTENCES * leaf.room
  const left = sentenceList('How like', like.map(lineOf), most)
  const right = sentenceList('How safe', [...safe.map(riskLine), ...unknown.map(lineOf)], most)
  const rows = Math.floor((leaf.room - Math.max(left.height, right.height) - HEAD - leaf.more) / ROW)
  const tables = [
    table('Columns', columns, rows, ['column', 'distance', 'by chance', 'propensity'], 'column', (one) => [
      named(one.name, 30),
      said(one.distance),
      said(one.chance),
      said(one.ratio),
    ]),
    table('Pairs of columns', worst, rows, ['pair', 'distance', 'by chance'], 'pair', (one) => [
      `${named(one.first, 18)} × ${named(one.second, 18)}`,
      said(one.distance),
      said(one.chance),
    ]),
  ]
  return `<div class="halves">${left.html}${right.html}${tables.join('')}</div>\n`
}

/** Returns the page with the distances of all pairs; empty if there are too many columns to print their numbers. */
export function pairsPage({ pairs }: ReportSynthesis): string {
  if (pairs === undefined) return ''
  const { distance, chance } = pairs
  const count = distance.names.length
  if (count < 3 || count > MOST_NUMBERED) return ''
  const [lower, upper] = [distance, chance].map(pairOf)
  const full = fullOf(lower, count, 1)
  const label = `Distances of the tables of ${count} columns in percent, below the diagonal; the same by chance above it; the table has the numbers`
  const picture = matrixPicture(distance.names, { value: lower, full }, { value: upper, full }, label)
  const rows = distance.names.flatMap((second, i) =>
    distance.names
      .slice(0, i)
      .map((first, j): readonly string[] => [
        `${named(first, 40)} × ${named(second, 40)}`,
        ...[lower(i, j), upper(i, j)].map((value) => (value === null ? '–' : value.toFixed(2))),
      ]),
  )
  const heads = [{ html: 'pair' }, ...['percent', 'percent by chance'].map((html) => ({ html, isNumber: true }))]
  return [
    '<p class="note">Below the diagonal: percent of the records that would have to change for the table of both columns to be that of the original, numbers in classes. Above it: the same between two samples of one population. A pair is as like as it can be where both are about equal.</p>',
    widePicture('matrix-figure', 'Distances of pairs', picture),
    behind(
      'The distances as a table',
      htmlTable({ caption: 'Distances of pairs of columns, in percent', heads, rows }),
    ),
  ].join('')
}

function lineOf(text: string): Line {
  return { text, html: said(text) }
}

/** Returns a risk with its value, its reference value and its state. */
function riskLine({ name, released, independent, limit, state, note }: ReportCriterion): Line {
  const beside = [...(independent === undefined ? [] : [`independent data ${independent}`]), limit].join('; ')
  const more = note === undefined ? '.' : `; ${note}.`
  const hasValue = released !== 'no value'
  return {
    text: `${name}: ${released} (${beside}), ${state}${more}`,
    html: hasValue
      ? `${named(name)}: <strong>${said(released)}</strong> (${said(beside)}), ${stateHtml(state)}${said(more)}`
      : `${named(name)}: <strong>${said(released)}</strong>${said(more)}`,
  }
}

/** Returns sentences on half of the page; those without room are counted. */
function sentenceList(
  heading: string,
  lines: readonly Line[],
  most: number,
): { readonly html: string; readonly height: number } {
  const height = ({ text }: Line): number => leaf.row + textHeight(text, LINES, HALF)
  const { shown, left } = fitted(lines, height, most - leaf.heading, leaf.more)
  const items = shown.map(({ html }) => `<li><span class="k${LINES}">${html}</span></li>`)
  return {
    html: `<div><h3>${heading}</h3><ul>${items.join('\n')}</ul>${moreHtml(left.length, 'sentence')}</div>\n`,
    height: leaf.heading + shown.reduce((sum, line) => sum + height(line), left.length > 0 ? leaf.more : 0),
  }
}

function table<One>(
  heading: string,
  all: readonly One[],
  most: number,
  heads: readonly string[],
  noun: string,
  cells: (one: One) => readonly string[],
): string {
  if (all.length === 0) return ''
  const shown = all.slice(0, Math.max(0, most))
  const html = htmlTable({
    caption: `${heading}, the least like first`,
    hasHiddenCaption: true,
    heads: heads.map((text, j) => ({ html: text, isNumber: j > 0 })),
    rows: shown.map((one) => cells(one).map((cell) => `<span class="k1">${cell}</span>`)),
  })
  return `<div><h3>${heading}: the least like first</h3>${html}${moreHtml(all.length - shown.length, noun)}</div>\n`
}
