import { plural } from './table-words.js'
import type { ProtectedTables } from './protected-tables.js'
import { statusCounts, type TableView } from './table-view.js'

/**
 * What a protection comes to, in one sentence: the last thing that is said.
 *
 * @param made - What was done.
 * @returns The sentence.
 */
export function protectedVerdict({ result, linked }: ProtectedTables): string {
  const { sensitive, protection } = result
  const found = sensitive.status.filter((one) => one === 1).length
  const [, primary, secondary] = statusCounts(protection.result.status)
  const { additive } = protection.method
  if (protection.result.table !== undefined)
    return `slices are merged into ${plural(protection.result.table.values.length, 'cell')}; ask the rules again of what was written`
  if (protection.result.values !== undefined) {
    const sums = additive === true ? 'which still add up' : 'which do not add up any more'
    return `the table shows changed values, ${sums}; nothing is audited, since an audit is of suppressed cells`
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
  if (values !== undefined) return 'Values were changed to protect confidential ones.'
  if (hidden === 0) return 'Every cell is published.'
  return `${hidden} of ${plural(status.length, 'cell')} ${hidden === 1 ? 'is' : 'are'} not published, to protect confidential values.`
}
