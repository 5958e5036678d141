import { measures as m } from './first-page-style.js'
import { groupedNumber } from '../../table/cell-numbers.js'
import { named, said } from '../page/page-text.js'
import { paper } from '../page/page-boxes.js'
import { fitted, isCut, linesOf } from './paper-fit.js'
import type { InternalReport, OpenColumn, ReportException } from '../page/report-types.js'
import { sign } from '../page/signs.js'

/** Returns the HTML of a part of the signed page within a height in millimetres, and true if it is complete. */
type Part = (room: number) => readonly [html: string, isWhole: boolean]

/** The lists below the policy's table, and the height that they need to be complete, in millimetres. */
export interface FirstLists {
  readonly exceptionsNeed: number
  readonly exceptions: Part
  readonly listsNeed: number
  readonly lists: Part
}

type ReportFile = InternalReport['files'][number]

const half = (paper.width - m.lists.gap) / 2

export function firstLists({ exceptions, open, files, version }: InternalReport): FirstLists {
  const openFirst = [...open].sort((a, b) => Number(a.accepted) - Number(b.accepted))
  const versionHeight = m.item.line * linesOf(version, half, m.item.size, 2)
  const sum = <Item>(items: readonly Item[], height: (item: Item) => number): number =>
    items.reduce((all, item) => all + height(item), 0)
  return {
    exceptionsNeed: exceptions.length === 0 ? 0 : m.heading.height + sum(exceptions, exceptionHeight),
    exceptions: (room) => {
      const { shown, left } = fitted(exceptions, exceptionHeight, room - m.heading.height, m.more)
      const items = shown.map((one) => `<li><span class="k2">${exceptionHtml(one)}</span></li>`)
      const whole =
        left.length === 0 &&
        !exceptions.some((one) => isCut(exceptionText(one), paper.width, m.item.size, m.exception.most))
      return [`<h2>Exceptions</h2><ul>${items.join('\n')}</ul>${more(left, 'exception')}\n`, whole]
    },
    listsNeed: m.lists.heading + Math.max(sum(open, openHeight) || m.more, sum(files, fileHeight) + versionHeight),
    lists: (room) => {
      const columns = fitted(openFirst, openHeight, room - m.lists.heading, m.more)
      const shownFiles = fitted(files, fileHeight, room - m.lists.heading - versionHeight, m.more)
      const html = [
        '<div class="lists"><section aria-labelledby="open"><h3 id="open">Open questions</h3>',
        open.length === 0 ? '<p class="more">No unmasked column discloses a masked one.</p>' : '',
        open.length === 0
          ? ''
          : `<ul>${columns.shown.map((one) => `<li><span class="k2">${openHtml(one)}</span></li>`).join('\n')}</ul>`,
        more(columns.left, 'column', openLeft(columns.left)),
        `</section><section aria-labelledby="files"><h3 id="files">${files.length === 1 ? 'File' : 'Files'} of this report</h3>`,
        `<ul>${shownFiles.shown.map((one) => `<li>${fileHtml(one)}</li>`).join('\n')}</ul>`,
        more(shownFiles.left, 'file'),
        `<p class="version"><span class="k2">${said(version, 400)}</span></p></section></div>\n`,
      ]
      const isWhole =
        columns.left.length === 0 &&
        shownFiles.left.length === 0 &&
        !open.some((one) => isCut(openText(one), half, m.item.size, m.item.most)) &&
        !files.some(({ name }) => isCut(`${name}, 1,000,000 records`, half, m.item.size, m.item.most))
      return [html.join(''), isWhole]
    },
  }
}

/** Returns the number of entries that are left out, followed by a given text, with a link to the second page. */
function more(left: readonly unknown[], noun: string, also = ''): string {
  if (left.length === 0) return ''
  return `<p class="more"><a href="#criteria">and ${left.length} more ${noun}${left.length === 1 ? '' : 's'}${also}, on page 2</a></p>`
}

function openLeft(left: readonly OpenColumn[]): string {
  const count = left.filter(({ accepted }) => !accepted).length
  return count === 0 ? ', all accepted' : `, ${count} of them not accepted`
}

/** Returns an exception as text, of the same length as its HTML. */
export function exceptionText({ metric, upTo, by, reason, until }: ReportException): string {
  return `${metric} ${upTo}, by ${by} until ${until}: ${reason}`
}

/** Returns an exception as HTML: metric, name of the person, date of expiry, reason. */
export function exceptionHtml({ metric, upTo, by, reason, until }: ReportException): string {
  return `<strong>${named(metric)} ${said(upTo, 200)}</strong>, by <strong>${named(by)}</strong> until ${said(until, 100)}: ${said(reason)}`
}

function exceptionHeight(one: ReportException): number {
  return m.item.around + m.item.line * linesOf(exceptionText(one), paper.width, m.item.size, m.exception.most)
}

/** Returns an unmasked column that discloses another as text. */
export function openText({ name, why, accepted }: OpenColumn): string {
  return `** ${accepted ? 'accepted' : 'not accepted'} ${name}: ${why}`
}

/** Returns such a column as HTML: acceptance, which is never cut; name; reason. */
export function openHtml({ name, why, accepted }: OpenColumn, most?: number): string {
  const look = accepted
    ? `<span class="care">${sign('diamond')}accepted</span>`
    : `<span class="bad">${sign('cross')}not accepted</span>`
  return `${look} <strong>${named(name, most)}</strong>: ${said(why)}`
}

function openHeight(one: OpenColumn): number {
  return m.item.around + m.item.line * linesOf(openText(one), half, m.item.size, m.item.most)
}

/** Returns a file as HTML: name, records, hash. */
export function fileHtml({ name, sha256, records }: ReportFile): string {
  return `<span class="k2"><strong>${named(name)}</strong>, ${groupedNumber(records, 0)} ${records === 1 ? 'record' : 'records'}</span><code class="hash">SHA-256 ${said(sha256, 64)}</code>`
}

function fileHeight({ name }: ReportFile): number {
  const lines = linesOf(`${name}, 1,000,000 records`, half, m.item.size, m.item.most)
  return m.item.around + m.item.line * lines + m.hash.line * m.hash.lines
}
