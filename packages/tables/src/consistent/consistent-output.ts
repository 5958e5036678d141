import { asVerdict, messageText, option } from '@sdc/core'
import { fileScreen, flowed, left, right, type Screen, textTable } from '@sdc/report/tables'
import { RESULT_ROWS, verdictLine } from '@sdc/inspect'
import type { ConsistentTables } from './consistent-table-files.js'
import { finite, knownEnd, plural, valueText } from '../view/table-words.js'

const meanings = {
  published: 'another table publishes it',
  exact: 'computed exactly',
  near: 'computed nearly',
  difference: 'too few by difference',
} as const

/** Verdict on several releases in one sentence. */
export function consistentVerdict({ names, consistency }: ConsistentTables): string {
  const { findings, joined } = consistency
  const suppressed = joined.suppressedBy.filter((by) => by.length > 0).length
  const looked = [
    ...(suppressed > 0 ? [plural(suppressed, 'suppressed cell')] : []),
    ...(joined.differences.length > 0 ? [plural(joined.differences.length, 'difference')] : []),
  ].join(' and ')
  if (findings.length === 0)
    return suppressed + joined.differences.length === 0
      ? `no table suppresses a cell, and none is a part of another: nothing was to be found (${option('pattern')}, ${option('status')}, ${option('part')})`
      : `consistent: ${names.join(', ')} together disclose none of ${looked}`
  return `not consistent: ${names.join(', ')} together disclose ${findings.length} of ${looked}`
}

/**
 * Disclosures by several releases for people; the verdict is the last line.
 *
 * @param tables - Releases and their disclosures.
 * @param screen - Screen that the text must fit; by default a file.
 * @returns The text.
 */
export function consistentText(tables: ConsistentTables, screen: Screen = fileScreen): string {
  const { findings, joined } = tables.consistency
  const rows = findings
    .slice(0, screen.all ? undefined : RESULT_ROWS)
    .map(({ name, kind, low, high, sentence }) => [name, meanings[kind], knownEnd(low), knownEnd(high), sentence])
  const columns = [
    left('cell', { rank: 0, wraps: true }),
    left('how', { least: 10, wraps: true }),
    right('from'),
    right('to'),
    left('by what', { rank: 0, least: 24, sentence: true }),
  ]
  return [
    flowed(
      `${plural(tables.names.length, 'table')} with ${plural(joined.suppressedBy.length, 'cell')} together, joined by ${plural(joined.table.equations.length, 'relation')}; near is within ${valueText(tables.near)} %, few are fewer than ${tables.least}`,
      screen,
    ),
    ...(rows.length > 0 ? ['', textTable(columns, rows, { screen }), ''] : []),
    ...(findings.length > rows.length
      ? [`… and ${findings.length - rows.length} more (${option('all')}; ${option('json')} has all)`]
      : []),
    verdictLine(messageText(asVerdict(consistentVerdict(tables))), screen),
  ].join('\n')
}

/** Disclosures by several releases for programs; the form is described by `tableConsistentOutput`. */
export function consistentJson(tables: ConsistentTables): object {
  const { findings, joined } = tables.consistency
  return {
    tables: tables.names,
    cells: joined.suppressedBy.length,
    relations: joined.table.equations.length,
    suppressed: joined.suppressedBy.filter((by) => by.length > 0).length,
    differences: joined.differences.length,
    near: tables.near,
    least: tables.least,
    findings: findings.map(({ name, kind, suppressedBy, low, high, aloneLow, aloneHigh, sentence }) => ({
      cell: name,
      kind,
      suppressedBy,
      together: { low: finite(low), high: finite(high) },
      alone: Number.isNaN(aloneLow) ? null : { low: finite(aloneLow), high: finite(aloneHigh) },
      sentence,
    })),
    consistent: findings.length === 0,
    verdict: consistentVerdict(tables),
  }
}
