import { plural } from './table-words.js'
import type { ProtectedTables } from './protected-tables.js'
import { statusCounts, type TableView } from './table-view.js'

/**
 * What a protection comes to, in one sentence: the last thing that is said.
 *
 * @param made - What was done.
 * @returns The sentence.
 */
export function protectedVerdict(made: ProtectedTables): string {
  const { rounding } = made.result
  if (rounding === undefined) return patternVerdict(made)
  const { base } = rounding.params as { readonly base: number }
  return `${patternVerdict(made)}; what is shown is rounded to multiples of ${base} and does not add up any more`
}

function patternVerdict({ result, linked }: ProtectedTables): string {
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
      ? 'no cell is sensitive by what was asked: nothing is suppressed (what the table tells in other ways: sdc table attack)'
      : `${plural(found, 'sensitive cell')} shown`
  const must = primary + secondary > 0 && found === 0
  if (must) return `no cell is sensitive; ${plural(secondary, 'cell')} suppressed because the table says so`
  const which = linked.files.length > 1 ? 'in all tables together ' : ''
  const price =
    secondary === 0
      ? 'and no other cell had to be suppressed'
      : `at the price of ${plural(secondary, 'secondary cell')}`
  const none = found === 1 ? 'the sensitive cell cannot' : `none of ${plural(found, 'sensitive cell')} can`
  return `protected: ${which}${none} be computed more closely than allowed, ${price}`
}

/** What the public version says of itself. */
export function publicVerdict({ status, values }: TableView): string {
  const hidden = status.filter((one) => one > 0).length
  const changed = values === undefined ? '' : 'Values were changed to protect confidential ones.'
  if (hidden === 0) return changed || 'Every cell is published.'
  const before = changed && `${changed} `
  return `${before}${hidden} of ${plural(status.length, 'cell')} ${hidden === 1 ? 'is' : 'are'} not published, to protect confidential values.`
}
