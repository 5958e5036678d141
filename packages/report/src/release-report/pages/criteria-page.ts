import { exceptionHtml, exceptionText, openHtml, openText } from '../first-page/first-lists.js'
import type { FirstPage } from '../first-page/first-page.js'
import { fitted, shared } from '../first-page/paper-fit.js'
import {
  criteriaHeading,
  gravestFirst,
  headHeight,
  moreCriteria,
  policyColumns,
  policyTable,
  rowHeight,
} from '../first-page/policy-table.js'
import { htmlTable } from '../page/html-table.js'
import { named, said, shownName } from '../page/page-text.js'
import type { InternalReport, OpenColumn, ReportCriterion } from '../page/report-types.js'
import { leaf, listBlock, moreHtml, textHeight, type Block, type Line } from './leaf.js'

/** Lines of a text on this page: most are shown whole. */
const LINES = 5
/** Least share of the page that criteria, exceptions, open columns, warnings and other measures get. */
const SHARES = [0.36, 0.14, 0.2, 0.15, 0.15]

/**
 * The second page: criteria and exceptions that page 1 cuts, open columns, warnings by kind, and other measures.
 * Measures that do not fit are counted.
 *
 * @param report - The report.
 * @param cut - Parts of page 1 that are not whole.
 */
export function criteriaPage(report: InternalReport, cut: FirstPage['cut']): string {
  const { done, verdict, open, exceptions, warningKinds } = report
  const texts = cut.texts ? [done, verdict].filter((text) => text !== '') : []
  const openLines = sameReason([...open].sort((a, b) => Number(a.accepted) - Number(b.accepted)))
  const exceptionLines = exceptions.map((one): Line => ({ text: exceptionText(one), html: exceptionHtml(one) }))
  const blocks = [
    cut.criteria ? criteriaBlock(report) : nothing,
    cut.exceptions ? listBlock('Exceptions', exceptionLines, LINES, 'exception') : nothing,
    listBlock('Open columns', openLines, LINES, 'column'),
    listBlock('Warnings', warningKinds.map(lineOf), LINES, 'warning'),
    measureBlock(report),
  ]
  const room = leaf.room - texts.reduce((sum, text) => sum + 1 + textHeight(text, LINES), 0)
  const needs = blocks.map(({ need }) => need)
  const given = shared(needs, SHARES, room)
  return [
    ...texts.map((text) => `<p><span class="k${LINES}">${said(text)}</span></p>\n`),
    ...blocks.map(({ html }, b) => html(given[b])),
  ].join('')
}

/** Names in a line of open columns. */
const NAMES = 12

/** Returns the unmasked columns that disclose others; those with the same reason and state share a line. */
function sameReason(open: readonly OpenColumn[]): Line[] {
  const kinds = new Map<string, OpenColumn[]>()
  for (const one of open) {
    const key = `${one.accepted} ${one.why}`
    kinds.set(key, [...(kinds.get(key) ?? []), one])
  }
  return [...kinds.values()].map((same): Line => {
    const [first] = same
    if (same.length === 1) return { text: openText(first), html: openHtml(first) }
    const more = same.length > NAMES ? ` and ${same.length - NAMES} more` : ''
    const name = same.slice(0, NAMES).map((one) => shownName(one.name, 40))
    const all = { ...first, name: `${name.join(', ')}${more}` }
    return { text: openText(all), html: openHtml(all, 1000), count: same.length }
  })
}

const nothing: Block = { need: 0, html: () => '' }

function lineOf(text: string): Line {
  return { text, html: said(text) }
}

/** Returns all criteria; if not all fit, the most urgent come first. */
function criteriaBlock({ state, criteria, runs }: InternalReport): Block {
  if (criteria.length === 0) return nothing
  const columns = policyColumns(criteria, runs)
  const height = (one: ReportCriterion): number => rowHeight(one, columns, LINES)
  const above = leaf.heading + headHeight(columns)
  return {
    need: above + criteria.reduce((sum, one) => sum + height(one), 0),
    html: (room) => {
      const { shown, left } = fitted(gravestFirst(criteria), height, room - above, leaf.more)
      const rest =
        left.length === 0
          ? ''
          : `<p class="more"><a href="#data">${moreCriteria(left)}, in the data of this file</a></p>\n`
      const table = policyTable(shown, columns, 'All criteria', LINES)
      return `<h3>${criteriaHeading({ state, criteria })}</h3>${table}${rest}`
    },
  }
}

/** Width of the name of a measure on paper, in millimetres. */
const NAME = 84

/** Returns the measures that are not a criterion of page 1. */
function measureBlock({ measures, criteria, runs }: InternalReport): Block {
  const judged = new Set(criteria.map(({ id }) => id))
  const others = measures.filter(({ id }) => !judged.has(id))
  if (others.length === 0) return nothing
  const { worst, independent, worstName } = policyColumns(others, runs)
  const height = ({ name, released }: ReportCriterion): number =>
    leaf.row + Math.max(textHeight(name, 2, NAME), textHeight(released, 2, 28))
  const above = leaf.heading + 10
  const number = { isNumber: true }
  return {
    need: above + others.reduce((sum, one) => sum + height(one), 0),
    html: (room) => {
      const { shown, left } = fitted(others, height, room - above, leaf.more)
      const cell = (text = '–'): string => `<span class="k2">${said(text, 200)}</span>`
      const table = htmlTable({
        caption: 'Measures without a limit',
        hasHiddenCaption: true,
        heads: [
          { html: 'measure' },
          { html: 'released file', ...number },
          ...(worst ? [{ html: worstName, ...number }] : []),
          ...(independent ? [{ html: 'independent data', ...number }] : []),
        ],
        rows: shown.map((one) => [
          `<span class="k2">${named(one.name)}</span>`,
          cell(one.released),
          ...(worst ? [cell(one.worst)] : []),
          ...(independent ? [cell(one.independent)] : []),
        ]),
      })
      return `<h3>Measured without a limit</h3>${shown.length === 0 ? '' : table}${moreHtml(left.length, 'measure')}`
    },
  }
}
