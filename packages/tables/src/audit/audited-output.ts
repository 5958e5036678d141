import { asNote, asVerdict, messageText, option } from '@sdc/core'
import { fileScreen, flowed, left, right, type Screen, textTable } from '@sdc/report/tables'
import { breachRows, cellName } from '@sdc/tabular'
import { RESULT_ROWS, verdictLine } from '@sdc/inspect'
import { breachSentences } from '../protect/breach-sentences.js'
import { auditedCells, type AuditedTable } from './audited.js'
import { patternStatuses } from '../cells/read-pattern.js'
import { coveredText } from '../protect/covered-text.js'
import { finite, plural, valueText } from '../view/table-words.js'

type Judged = 'not protected' | 'computed exactly' | 'protected'

/** Tests that every sensitive cell keeps its level. */
export function isProtected({ audit }: AuditedTable): boolean {
  return audit.unprotected.length === 0
}

/** Verdict of an audit, and the intruders that it covers: one line each. */
export function auditVerdict(audited: AuditedTable): string[] {
  const { statuses, audit, withoutTotal } = audited
  return [firstLine(audited), ...(statuses.some((one) => one > 0) ? [coveredText(audit.covered, withoutTotal)] : [])]
}

function firstLine(audited: AuditedTable): string {
  const { table, statuses, sensitive, sensitiveBy, audit } = audited
  const suppressed = statuses.filter((one) => one > 0).length
  const found = sensitive.status.filter((one) => one === 1).length
  const { unprotected } = audit
  if (unprotected.length > 0) {
    const [first] = unprotected
    const which = `${cellName(table, first)}${unprotected.length > 1 ? ' and others' : ''}`
    const what =
      sensitiveBy === 'nobody'
        ? `of ${plural(suppressed, 'suppressed cell')}, ${unprotected.length} can be computed exactly`
        : found === 1
          ? 'the sensitive cell can be computed more closely than allowed'
          : `of ${plural(found, 'sensitive cell')}, ${unprotected.length} can be computed more closely than allowed`
    return `not protected: ${what}: ${which}`
  }
  if (suppressed === 0) return found === 0 ? 'nothing is suppressed, and no cell is sensitive' : 'nothing is suppressed'
  if (sensitiveBy === 'nobody')
    return `none of ${plural(suppressed, 'suppressed cell')} can be computed exactly; nobody says which are sensitive, so how closely was not judged`
  return found === 1
    ? 'protected: the sensitive cell cannot be computed more closely than allowed'
    : `protected: none of ${plural(found, 'sensitive cell')} can be computed more closely than allowed`
}

/**
 * Findings of an audit for people; the verdict is the last line.
 *
 * @param audited - Result of the audit.
 * @param screen - Screen that the text must fit; by default a file.
 * @returns The text.
 */
export function auditedText(audited: AuditedTable, screen: Screen = fileScreen): string {
  const { table, rules, statuses, sensitive, sensitiveBy, percent, audit } = audited
  const cells = auditedCells(audited)
  const judged = judge(audited)
  // Unprotected cells come first, then the sensitive ones.
  const rank = (c: number): number => (judged(c) === 'not protected' ? 0 : sensitive.status[c] === 1 ? 1 : 2)
  const listed = [...cells].sort((a, b) => rank(a) - rank(b) || a - b).slice(0, screen.all ? undefined : RESULT_ROWS)
  const level = (one: number, c: number): string => (sensitive.status[c] === 1 && one > 0 ? valueText(one) : '')
  const insiders = narrowestInsiders(audited)
  const rows = listed.map((c) => {
    const inside = insiders.get(c)
    return [
      cellName(table, c),
      patternStatuses[statuses[c]],
      valueText(table.values[c]),
      level(sensitive.lower[c], c),
      level(sensitive.upper[c], c),
      valueText(audit.low[c]),
      valueText(audit.high[c]),
      inside === undefined ? '' : `${valueText(inside.low)} to ${valueText(inside.high)}`,
      judged(c),
    ]
  })
  const by = {
    'rules and table': [
      ...rules.map(
        ({ method, result }) =>
          `rule ${method.id}: ${plural(result.status.filter((one) => one > 0).length, 'sensitive cell')}`,
      ),
      ...(table.given?.includes(1)
        ? [`the table itself calls cells primary: ${percent} % of the value must remain unknown`]
        : []),
    ],
    pattern: [`sensitive are the cells that the pattern calls primary: ${percent} % of the value must remain unknown`],
    nobody: ['nobody says which cells are sensitive: each suppressed one must not be computed exactly'],
  }[sensitiveBy]
  // The table above shows enough about published cells.
  const hiddenBreaches = audit.breaches.filter(({ cells: [cell] }) => statuses[cell] > 0)
  const wasteful = audit.disclosed.filter((c) => sensitive.status[c] !== 1).length
  const columns = [
    left('cell', { rank: 0, least: 22, wraps: screen.all }),
    left('pattern', { rank: 3, least: 9 }),
    right('value'),
    right('down', { rank: 2 }),
    right('up', { rank: 2 }),
    right('from'),
    right('to'),
    right('lone respondent', { rank: 2 }),
    left('verdict', { rank: 0, wraps: true }),
  ]
  // Empty columns are left out.
  const used = columns.map((_, j) => rows.some((row) => row[j] !== ''))
  const last = used.filter(Boolean).length - 1
  return [
    ...by.map((line) => flowed(line, screen, '  ')),
    `${plural(statuses.filter((one) => one > 0).length, 'suppressed cell')} of ${plural(table.values.length, 'cell')}`,
    ...(rows.length > 0
      ? [
          '',
          textTable(
            columns.filter((_, j) => used[j]),
            rows.map((row) => row.filter((_, j) => used[j])),
            { screen, paint: (i, j) => (j === last && rows[i].at(-1) === 'not protected' ? 'red' : undefined) },
          ),
          '',
        ]
      : []),
    ...(cells.length > listed.length
      ? [`… and ${cells.length - listed.length} more (${option('all')}; ${option('json')} has all)`]
      : []),
    ...(rows.length > 0 ? [flowed(legend(used), screen)] : []),
    ...breachSentences(breachRows(table, statuses, hiddenBreaches))
      .slice(0, screen.all ? undefined : RESULT_ROWS)
      .map(({ text }) => flowed(text, screen, '  ')),
    ...(wasteful > 0
      ? [
          messageText(
            asNote(`${plural(wasteful, 'other suppressed cell')} can be computed exactly, and protects nothing`),
          ),
        ]
      : []),
    ...auditVerdict(audited).map((line) => verdictLine(messageText(asVerdict(line)), screen)),
  ].join('\n')
}

function legend(used: readonly boolean[]): string {
  const parts = [
    ...(used[3] || used[4] ? ['down and up: how far below and above the value must remain possible'] : []),
    'from and to: what a reader can compute',
    ...(used[7] ? ['lone respondent: what a respondent who is alone in another suppressed cell can compute'] : []),
  ]
  return parts.join('; ')
}

/** Findings of an audit for programs; the form is described by `tableAuditOutput`. */
export function auditedJson(audited: AuditedTable): object {
  const { table, rules, sensitiveBy, sensitive, statuses, audit } = audited
  const insiders = narrowestInsiders(audited)
  const judged = judge(audited)
  return {
    rules: rules.map(({ method, params, result }) => ({
      method: method.id,
      params,
      report: Object.fromEntries([...(result.report ?? [])].filter(([, value]) => typeof value === 'number')),
      warnings: result.warnings ?? [],
      sensitive: result.status.filter((one) => one > 0).length,
    })),
    sensitiveBy,
    cells: statuses.length,
    suppressed: statuses.filter((one) => one > 0).length,
    sensitive: sensitive.status.filter((one) => one === 1).length,
    unprotected: audit.unprotected.length,
    disclosed: audit.disclosed.length,
    wasteful: audit.disclosed.filter((c) => sensitive.status[c] !== 1).length,
    protected: isProtected(audited),
    exceptions: breachRows(table, statuses, audit.breaches),
    verdict: auditVerdict(audited).join('\n'),
    suppressedCells: auditedCells(audited).map((c) => {
      const inside = insiders.get(c)
      const isSensitive = sensitive.status[c] === 1
      return {
        cell: cellName(table, c),
        levels: table.dimensions.map(({ codes, levels }) => levels[codes[c]]),
        status: patternStatuses[statuses[c]],
        sensitive: isSensitive,
        value: table.values[c],
        level: isSensitive ? { lower: sensitive.lower[c], upper: sensitive.upper[c], width: sensitive.width[c] } : null,
        interval: { low: finite(audit.low[c]), high: finite(audit.high[c]) },
        insider:
          inside === undefined
            ? null
            : { knows: cellName(table, inside.by), low: finite(inside.low), high: finite(inside.high) },
        verdict: judged(c),
      }
    }),
  }
}

function judge({ audit, statuses }: AuditedTable): (cell: number) => Judged {
  const missed = new Set(audit.unprotected)
  return (cell) => {
    if (missed.has(cell)) return 'not protected'
    return statuses[cell] > 0 && audit.low[cell] === audit.high[cell] ? 'computed exactly' : 'protected'
  }
}

function narrowestInsiders({ audit }: AuditedTable): ReadonlyMap<number, AuditedTable['audit']['insiders'][number]> {
  const found = new Map<number, AuditedTable['audit']['insiders'][number]>()
  for (const one of audit.insiders) {
    const known = found.get(one.cell)
    if (!known || one.high - one.low < known.high - known.low) found.set(one.cell, one)
  }
  return found
}
