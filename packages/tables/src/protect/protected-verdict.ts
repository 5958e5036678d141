import { groupedNumber } from '@sdc/report/tables'
import { coveredIn, coveredText } from './covered-text.js'
import { percentText, plural } from '../view/table-words.js'
import type { ProtectedTables } from './protected-tables.js'
import { statusCounts, type TableView } from '../view/table-view.js'

/** Returns the number of sensitive cells that do not keep their levels in the audit. */
export function exceptionCount({ result }: Pick<ProtectedTables, 'result'>): number {
  const count = result.audit?.result.report?.get('unprotected')
  return typeof count === 'number' ? count : 0
}

/**
 * Returns the verdict of a protection, printed last: protected cells, the intruders considered, and the price.
 *
 * @param made - The protected tables.
 * @returns One line each.
 */
export function protectedVerdict(made: ProtectedTables): string[] {
  const { result, linked } = made
  const { audit, protection, rounding } = result
  const first = firstLine(made)
  const [, primary, secondary] = statusCounts(protection.result.status)
  if (audit === undefined || !result.sensitive.status.includes(1)) return [first]
  const { values } = linked.table
  const sizes = (keep: (c: number) => boolean): number =>
    values.reduce((sum, value, c) => sum + (keep(c) ? Math.abs(value) : 0), 0)
  const all = sizes(() => true)
  const share = (size: number): string => percentText(all > 0 ? (100 * size) / all : 0)
  const { status } = protection.result
  const price =
    secondary === 0
      ? `${plural(primary, 'primary cell')} of ${groupedNumber(values.length, 0)}, and no secondary cell`
      : `${plural(primary, 'primary cell')} and ${plural(secondary, 'secondary cell')} of ${groupedNumber(values.length, 0)}; the secondary ones are ${share(sizes((c) => status[c] === 2))} of the value`
  return [
    first,
    coveredText(coveredIn(audit.result.report), [...new Set(linked.files.flatMap(({ withoutTotal }) => withoutTotal))]),
    `price: ${price}${roundedText(rounding)}`,
  ]
}

function roundedText(rounding: ProtectedTables['result']['rounding']): string {
  if (rounding === undefined) return ''
  const { base } = rounding.params as { readonly base: number }
  return `; published values are rounded to multiples of ${base} and no longer add up`
}

function firstLine(made: ProtectedTables): string {
  const { result, linked } = made
  const { sensitive, protection } = result
  const found = sensitive.status.filter((one) => one === 1).length
  const [, primary, secondary] = statusCounts(protection.result.status)
  const { additive } = protection.method
  if (protection.result.table !== undefined)
    return `slices are merged into ${plural(protection.result.table.values.length, 'cell')}; ask the rules again of what was written`
  if (protection.result.values !== undefined) {
    const sums = additive === true ? 'which still add up' : 'which do not add up any more'
    const exact = protection.result.report?.get('computed exactly')
    const known =
      typeof exact !== 'number'
        ? 'it has too many cells to find out what readers can compute from the sums'
        : `readers can compute ${exact === 0 ? 'no cell' : plural(exact, 'cell')} exactly`
    const close = Number(protection.result.report?.get('sensitive cells shown too closely') ?? 0)
    const closely = close > 0 ? `; ${plural(close, 'sensitive cell')} shown more closely than asked` : ''
    return `the table shows changed values, ${sums}; ${known}${closely}`
  }
  if (primary + secondary === 0)
    return found === 0
      ? 'no cell is sensitive, and nothing is suppressed (sdc table attack looks for other disclosures)'
      : `${plural(found, 'sensitive cell')} shown`
  if (found === 0) return `no cell is sensitive; ${plural(secondary, 'cell')} suppressed because the table says so`
  const which = linked.files.length > 1 ? ' in all tables together' : ''
  const missed = exceptionCount(made)
  if (missed > 0)
    return `not protected: ${found === 1 ? 'the sensitive cell' : `${missed} of ${plural(found, 'sensitive cell')}${which}`} can be computed more closely than allowed, whatever is suppressed`
  return found === 1
    ? 'protected: the sensitive cell cannot be computed more closely than allowed'
    : `protected: none of ${plural(found, 'sensitive cell')}${which} can be computed more closely than allowed`
}

/** Returns the verdict in the public version. */
export function publicVerdict({ status, values }: TableView): string {
  const hidden = status.filter((one) => one > 0).length
  const changed = values === undefined ? '' : 'Values were changed to protect confidential ones.'
  if (hidden === 0) return changed || 'Every cell is published.'
  const before = changed && `${changed} `
  return `${before}${hidden} of ${plural(status.length, 'cell')} ${hidden === 1 ? 'is' : 'are'} not published, to protect confidential values.`
}
