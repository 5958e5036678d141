import { groupedNumber } from '../../table/cell-numbers.js'
import { paper } from '../page/page-boxes.js'
import { htmlTable } from '../page/html-table.js'
import { named, said } from '../page/page-text.js'
import type { InternalReport, ReportRecord, ReportRecordKind } from '../page/report-types.js'
import { leaf, listBlock, moreOf, noteHeight, textHeight } from './leaf.js'

/** Most records listed of each kind. */
const MOST = 6
/** Greatest share of the page for the risk before masking. */
const BEFORE = 0.35
const NOTE_LINES = 5
/** Height of the head of a table, in millimetres. */
const HEAD = 6
/** Width of the reason on paper, in millimetres. */
const WHY = paper.width - 18

/** Returns the page with the riskiest records by kind, each kind with its remedy, and the risk before masking. */
export function recordsPage({ riskiest, recordsNote = '', before }: InternalReport): string {
  const beforeBlock = listBlock(
    'Before masking',
    before.map((text) => ({ text, html: said(text) })),
    3,
    'sentence',
  )
  const note = recordsNote === '' ? 0 : noteHeight(recordsNote, NOTE_LINES)
  const beforeRoom = Math.min(beforeBlock.need, BEFORE * leaf.room)
  const room = leaf.room - note - beforeRoom
  const shown = shownRecords(riskiest, room)
  return [
    ...riskiest.map((kind, k) => kindHtml(kind, shown[k])),
    recordsNote === '' ? '' : `<p class="note"><span class="k${NOTE_LINES}">${said(recordsNote)}</span></p>\n`,
    before.length === 0 ? '' : beforeBlock.html(beforeRoom),
  ].join('')
}

/** Returns the number of listed records of each kind, increased for each in turn while they fit. */
function shownRecords(kinds: readonly ReportRecordKind[], room: number): readonly number[] {
  const shown = kinds.map(() => 0)
  let used = kinds.reduce(
    (sum, { remedy }) => sum + leaf.heading + 1 + textHeight(`Remedy: ${remedy}`, 2) + leaf.more,
    0,
  )
  for (let round = 0; round < MOST; round++)
    kinds.forEach(({ records }, k) => {
      if (shown[k] !== round || round >= records.length) return
      const height = leaf.row + textHeight(records[round].why, 2, WHY) + (round === 0 ? HEAD : 0)
      if (used + height > room) return
      used += height
      shown[k]++
    })
  return shown
}

function kindHtml({ kind, count, remedy, records }: ReportRecordKind, most: number): string {
  const shown = records.slice(0, most)
  const size = Number.isFinite(count) ? `: ${groupedNumber(count, 0)} ${count === 1 ? 'record' : 'records'}` : ''
  return [
    `<h3>${named(kind)}${size}</h3><p><span class="k2"><strong>Remedy:</strong> ${said(remedy)}</span></p>`,
    shown.length === 0 ? '' : recordTable(shown),
    count > shown.length ? `<p class="more">and ${moreOf(count - shown.length, 'record')}</p>\n` : '',
  ].join('')
}

function recordTable(records: readonly ReportRecord[]): string {
  return htmlTable({
    caption: 'Numbers of records are those of the original file, from 1',
    hasHiddenCaption: true,
    heads: [{ html: 'record', isNumber: true, isWhole: true }, { html: 'why' }],
    rows: records.map(({ record, why }) => [
      Number.isFinite(record) ? String(record) : '–',
      `<span class="k2">${said(why)}</span>`,
    ]),
  })
}
