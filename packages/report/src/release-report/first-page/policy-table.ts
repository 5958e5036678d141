import { measures as m } from './first-page-style.js'
import { named, said } from '../page/page-text.js'
import { linesOf } from './paper-fit.js'
import { paper } from '../page/page-boxes.js'
import type { CriterionState, InternalReport, ReportCriterion } from '../page/report-types.js'
import { stateHtml } from '../page/signs.js'

/** Optional columns of a table of criteria; empty ones are left out. */
export interface PolicyColumns {
  /** True if the criteria are levels of metrics instead of limits of a policy. */
  readonly levels: boolean
  readonly worst: boolean
  readonly independent: boolean
  /** `worst of 20 runs`. */
  readonly worstName: string
}

export function policyColumns(criteria: readonly ReportCriterion[], runs: number): PolicyColumns {
  return {
    levels: criteria.some(({ state }) => state === 'high' || state === 'not high'),
    worst: criteria.some(({ worst }) => worst !== undefined),
    independent: criteria.some(({ independent }) => independent !== undefined),
    worstName: runs > 1 ? `worst of ${runs} runs` : 'worst run',
  }
}

/** States of criteria, the most urgent first. */
const order: readonly CriterionState[] = ['not met', 'too close', 'high', 'excepted', 'allowed', 'not high', 'met']

/** Sorts criteria: those that are not met first, those that are met last, each state in the policy's order. */
export function gravestFirst(criteria: readonly ReportCriterion[]): readonly ReportCriterion[] {
  return [...criteria].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** Returns `and 12 more that are met`; for several states, the number of each. */
export function moreCriteria(left: readonly ReportCriterion[]): string {
  const counts = order.flatMap((state) => {
    const count = left.filter((one) => one.state === state).length
    return count === 0 ? [] : [[state, count] as const]
  })
  const [[state]] = counts
  if (counts.length === 1) return `and ${left.length} more that ${left.length === 1 ? 'is' : 'are'} ${state}`
  return `and ${left.length} more: ${counts.map(([name, count]) => `${count} ${name}`).join(', ')}`
}

/** Returns the width of the column of limits, which is wider for a single run. */
function limitWidth({ worst }: Pick<PolicyColumns, 'worst'>): number {
  return worst ? m.columns.limit : m.columns.limitAlone
}

/** Returns the remaining width for the names, in millimetres. */
function nameWidth({ worst, independent }: PolicyColumns): number {
  const { columns: c } = m
  const others =
    limitWidth({ worst }) + c.released + c.state + (worst ? c.worst : 0) + (independent ? c.independent : 0)
  return paper.width - others - c.gap
}

/** Returns the numbers of lines of a row on the signed page, and of its note. */
function rowLines(
  criterion: ReportCriterion,
  columns: PolicyColumns,
  mostOfNote: number,
): readonly [row: number, note: number] {
  const { name, limit, released, worst = '', independent = '', note = '' } = criterion
  const { columns: c, row } = m
  const of = (text: string, width: number): number => linesOf(text, width, row.size, row.most)
  const cells = [of(limit, limitWidth(columns) - c.gap), of(released, c.released - c.gap)]
  if (columns.worst) cells.push(of(worst, c.worst - c.gap))
  if (columns.independent) cells.push(of(independent, c.independent - c.gap))
  const lines = Math.max(of(name, nameWidth(columns)), ...cells)
  return [lines, note === '' ? 0 : linesOf(note, paper.width, m.note.size, mostOfNote)]
}

/** Returns the height of a row on paper, in millimetres, with at most this number of lines of its note. */
export function rowHeight(
  criterion: ReportCriterion,
  columns: PolicyColumns,
  mostOfNote: number = m.note.most,
): number {
  const [lines, note] = rowLines(criterion, columns, mostOfNote)
  return m.row.around + lines * m.row.line + (note === 0 ? 0 : m.note.around + note * m.note.line)
}

/** Returns the height of the head of the table. */
export function headHeight({ worst, worstName }: PolicyColumns): number {
  const { head, columns: c } = m
  return head.around + head.line * (worst ? linesOf(worstName, c.worst - c.gap, head.size, head.most) : 1)
}

/** Returns true if paper shows a row only in part. */
export function isRowCut(criterion: ReportCriterion, columns: PolicyColumns): boolean {
  const { name, limit, released, worst = '', independent = '', note = '' } = criterion
  const { columns: c, row } = m
  const over = (text: string, width: number): boolean => linesOf(text, width, row.size, row.most + 1) > row.most
  return (
    over(name, nameWidth(columns)) ||
    over(limit, limitWidth(columns) - c.gap) ||
    over(released, c.released - c.gap) ||
    over(worst, c.worst - c.gap) ||
    over(independent, c.independent - c.gap) ||
    linesOf(note, paper.width, m.note.size, m.note.most + 1) > m.note.most
  )
}

/** Returns the signed table; on a narrow screen each criterion is a block with the name of each value next to it. */
export function policyTable(
  criteria: readonly ReportCriterion[],
  columns: PolicyColumns,
  caption: string,
  noteLines: number = m.note.most,
): string {
  const heads = [
    '<th scope="col" role="columnheader">criterion</th>',
    head('limit', columns.levels ? 'level' : 'limit'),
    head('released', 'released file'),
    columns.worst ? head('worst', columns.worstName) : '',
    columns.independent ? head('independent', 'independent data') : '',
    '<th scope="col" role="columnheader" class="state">state</th>',
  ]
  const width = heads.filter((one) => one !== '').length
  const rows = criteria.map((one) => row(one, columns, width, noteLines))
  return `<table class="stack${columns.worst ? '' : ' roomy'}" role="table"><caption class="unseen">${caption}</caption><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">\n${rows.join('\n')}\n</tbody></table>\n`
}

function head(look: string, text: string): string {
  return `<th scope="col" role="columnheader" class="n ${look}"><span class="k2">${said(text)}</span></th>`
}

function row(criterion: ReportCriterion, columns: PolicyColumns, width: number, noteLines: number): string {
  const { name, limit, released, worst, independent, state, note = '' } = criterion
  const cell = (is: string, html: string): string =>
    `<td role="cell" class="n" data-is="${said(is)}"><span class="k2">${html}</span></td>`
  const cells = [
    `<th scope="row" role="rowheader"><span class="k2">${named(name)}</span></th>`,
    cell(columns.levels ? 'level' : 'limit', valued(limit)),
    cell('released file', `<strong>${valued(released)}</strong>`),
    columns.worst ? cell(columns.worstName, valued(worst ?? '–')) : '',
    columns.independent ? cell('independent data', valued(independent ?? '–')) : '',
    `<td role="cell" class="state" data-is="state">${stateHtml(state)}</td>`,
  ]
  if (note === '') return `<tr role="row">${cells.join('')}</tr>`
  return `<tr role="row" class="with">${cells.join('')}</tr><tr role="row" class="why"><td role="cell" colspan="${width}"><span class="note k${noteLines}">${said(note)}</span></td></tr>`
}

/** Returns a value with its percent sign kept on the line of the number. */
function valued(text: string): string {
  return said(text, 200).replaceAll(' %', '&nbsp;%')
}

/**
 * Returns the heading of the criteria of a report: those of a policy, the limits of the comparison that chose the file, or
 * each risk by its own level.
 */
export function criteriaHeading({ state, criteria }: Pick<InternalReport, 'state' | 'criteria'>): string {
  if (state !== undefined || criteria.length === 0) return 'Requirements of the policy'
  const isOwn = criteria.some((one) => one.state === 'high' || one.state === 'not high')
  return isOwn ? 'Risks, each by its own level: no policy was named' : 'The limits of the comparison'
}
