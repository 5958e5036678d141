import { firstLists } from './first-lists.js'
import { measures as m } from './first-page-style.js'
import { paper } from '../page/page-boxes.js'
import { named, said } from '../page/page-text.js'
import { fitted, isCut, linesOf, shared } from './paper-fit.js'
import {
  criteriaHeading,
  gravestFirst,
  headHeight,
  isRowCut,
  moreCriteria,
  policyColumns,
  policyTable,
  rowHeight,
} from './policy-table.js'
import type { InternalReport } from '../page/report-types.js'
import { lookOfState, stateHtml } from '../page/signs.js'

/** The signed page, and its cut parts, which the second page must repeat. */
export interface FirstPage {
  readonly html: string
  readonly cut: { readonly texts: boolean; readonly criteria: boolean; readonly exceptions: boolean }
}

/** Least shares of the page for criteria, for exceptions, and for the lists of columns and files. */
const SHARES = [0.42, 0.26, 0.32]

/**
 * Returns the signed page: exactly one sheet of paper. Items without room are counted, and listed on the second page.
 */
export function firstPage(report: InternalReport): FirstPage {
  const { title, subtitle, draft, done, verdict, criteria, runs, exceptions } = report
  const columns = policyColumns(criteria, runs)
  const lists = firstLists(report)
  const room = paper.height - 1 - m.spare - m.lines - fixedHeight(report)
  const rowsHeight = criteria.reduce((sum, one) => sum + rowHeight(one, columns), 0)
  const needs = [
    criteria.length === 0 ? m.more : headHeight(columns) + rowsHeight,
    lists.exceptionsNeed,
    lists.listsNeed,
  ]
  const [forRows, forExceptions, forLists] = shared(needs, SHARES, room)
  const height = (one: (typeof criteria)[number]): number => rowHeight(one, columns)
  const roomOfRows = forRows - headHeight(columns)
  const inOrder = fitted(criteria, height, roomOfRows, m.more)
  const rows = inOrder.left.length === 0 ? inOrder : fitted(gravestFirst(criteria), height, roomOfRows, m.more)
  const [exceptionsHtml, isExceptionsWhole] = lists.exceptions(forExceptions)
  const [listsHtml] = lists.lists(forLists)
  const { box, done: sentence } = m
  const isTextWhole =
    !isCut(done, paper.width, sentence.size, sentence.most) &&
    !isCut(verdict, paper.width - box.inset, box.size, box.most) &&
    !isCut(title, paper.width, m.title.size, m.title.most)
  const html = [
    `<section class="sheet first" aria-labelledby="title">\n`,
    draft === undefined ? '' : '<div class="ghost" aria-hidden="true">DRAFT</div>',
    `<h1 id="title"><span class="k2">${named(title)}</span></h1>`,
    `<p class="soft sub"><span class="k2">${said(subtitle, 1000)}</span></p>\n`,
    draft === undefined
      ? ''
      : `<div class="draft"><span class="k3">DRAFT, no release: ${said(draft, 1000)}</span></div>\n`,
    `<p class="done"><span class="k5">${said(done)}</span></p>\n`,
    verdictHtml(report),
    `<h2 id="policy">${criteriaHeading(report)}</h2>\n`,
    criteria.length === 0
      ? '<p class="more">No policy was named: nothing was judged.</p>\n'
      : policyTable(rows.shown, columns, 'The criteria of the policy, what the file has, and whether they are met'),
    rows.left.length === 0 ? '' : moreLine(moreCriteria(rows.left)),
    exceptions.length === 0 ? '' : exceptionsHtml,
    listsHtml,
    signatures(report),
    '</section>\n',
  ]
  const cut = {
    texts: !isTextWhole,
    criteria: rows.left.length > 0 || criteria.some((one) => isRowCut(one, columns)),
    exceptions: !isExceptionsWhole,
  }
  return { html: html.join(''), cut }
}

function moreLine(text: string): string {
  return `<p class="more"><a href="#criteria">${text}, on page 2</a></p>\n`
}

/** Returns the height of the texts above the table, which do not depend on the policy. */
function fixedHeight({ title, subtitle, draft, done, verdict }: InternalReport): number {
  const { box, title: head, subtitle: sub, done: sentence } = m
  const boxHeight = (text: string): number =>
    box.around + box.gap + box.line * linesOf(text, paper.width - box.inset, box.size, box.most)
  return (
    head.line * linesOf(title, paper.width, head.size * 1.1, head.most) +
    sub.line * linesOf(subtitle, paper.width, sub.size, sub.most) +
    sub.gap +
    sentence.line * linesOf(done, paper.width, sentence.size, sentence.most) +
    sentence.gap +
    (draft === undefined ? 0 : boxHeight(`DRAFT, no release: ${draft}`) + 3) +
    boxHeight(verdict) +
    m.heading.height
  )
}

function verdictHtml({ state, verdict }: InternalReport): string {
  if (state === undefined) return `<p class="verdict plain"><span class="k3">${said(verdict)}</span></p>\n`
  const mark = stateHtml(state).replace(/>[^<>]*<\/span>$/, '></span>')
  return `<p class="verdict ${lookOfState(state)}"><span class="k3">${mark}${said(verdict)}</span></p>\n`
}

/** Returns lines for two signatures; none for a draft. */
function signatures({ draft, state }: InternalReport): string {
  if (draft !== undefined) return '<div class="end"><p class="struck">A draft is not signed.</p></div>\n'
  const released =
    state === 'not met' || state === 'too close'
      ? 'Released by – not before the policy is met'
      : 'Released by (data steward): name, date'
  const lines = ['Prepared by: name, date', 'Signature', released, 'Signature']
  return `<div class="end"><div class="lines">${lines.map((line) => `<div>${line}</div>`).join('')}</div></div>\n`
}
