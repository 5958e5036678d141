import { counted, groupedNumber, resultTable, verdictLine } from '@sdc/inspect'
import { fileScreen, left, right, type Screen } from '@sdc/report/tables'
import type { CheckedRules } from './checked-rules.js'

/** Most records in the table for each rule. */
const NAMED = 5

/**
 * Formats checked rules: the most broken ones first, with the first records that break them, and the verdict in the
 * last line.
 *
 * @param result - The checked rules.
 * @param screen - Screen that the text must fit.
 * @returns The text.
 */
export function checkedRulesText(result: CheckedRules, screen: Screen = fileScreen): string {
  const hasLines = result.rules.some(({ lines }) => lines !== undefined)
  const rows = [...result.rules]
    .sort((a, b) => b.broken - a.broken)
    .map(({ rule, broken, notJudged, records, lines = records }) => {
      const more = broken > NAMED ? ', …' : ''
      const places = lines.slice(0, NAMED).join(', ') + more
      return [rule, groupedNumber(broken), groupedNumber(notJudged), broken === 0 ? '' : places]
    })
  const columns = [
    left('rule', { rank: 0, wraps: true, least: 24 }),
    right('broken', { rank: 0 }),
    right('not judged', { rank: 1 }),
    left(hasLines ? 'lines' : 'records', { rank: 2 }),
  ]
  const table = resultTable(columns, rows, {
    screen,
    paint: (row) => (rows[row][1] === '0' ? undefined : 'yellow'),
  })
  return `${table}\n\n${verdictLine(checkedRulesVerdict(result), screen)}`
}

/**
 * Returns the verdict on checked rules, one sentence.
 *
 * @param result - The checked rules.
 * @returns `Rules: broken in 12 of 1,080 records (2 of 5 rules).`
 */
export function checkedRulesVerdict({ rules, records, broken }: CheckedRules): string {
  const count = rules.filter((rule) => rule.broken > 0).length
  const which = count === 0 ? counted(rules.length, 'rule') : `${count} of ${counted(rules.length, 'rule')}`
  return `Rules: broken in ${groupedNumber(broken)} of ${counted(records, 'record')} (${which}).`
}

/** Returns checked rules as JSON in the form of `rulesCheckOutput`. */
export function checkedRulesJson({ rules, ...counts }: CheckedRules): unknown {
  return { ...counts, rules: rules.map(({ lines, ...rule }) => ({ ...rule, lines: lines ?? null })) }
}
