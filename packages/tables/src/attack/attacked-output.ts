import { asVerdict, messageText, numericValues, option, type Dataset } from '@sdc/core'
import { fileScreen, flowed, left, right, type Screen, textTable } from '@sdc/report/tables'
import { RESULT_ROWS, verdictLine } from '@sdc/inspect'
import type { AttackedTable } from './attack-table-file.js'
import { finite, knownEnd, plural, valueText } from '../view/table-words.js'

export const attackKinds = ['external', 'internal', 'dominance', 'singleton', 'coalition', 'group'] as const

const meanings: Readonly<Record<string, string>> = {
  external: 'a cell of one contributor',
  internal: 'few contributors, who subtract their own',
  dominance: 'one contributor is most of the cell',
  singleton: 'who is alone in a suppressed cell computes another',
  coalition: 'two who are alone in suppressed cells compute a third together',
  group: 'everybody is in one cell',
}

interface Finding {
  readonly cell: string
  readonly kind: string
  readonly who: string
  readonly low: number
  readonly high: number
  readonly exact: boolean
  readonly sentence: string
}

/** Verdict of the attacks in one sentence. */
export function attackVerdict(attacked: AttackedTable): string {
  const found = findingsOf(attacked.findings)
  if (found.length === 0)
    return `nobody was found who learns anything from ${plural(attacked.table.values.length, 'cell')}`
  const cells = new Set(found.map(({ cell }) => cell)).size
  const exact = found.filter((one) => one.exact).length
  const kinds = attackKinds.flatMap((kind) => {
    const own = found.filter((one) => one.kind === kind).length
    return own > 0 ? [`${own} ${kind}`] : []
  })
  return `${plural(cells, 'cell')} of ${attacked.table.values.length} tell somebody more than they should: ${plural(found.length, 'finding')} (${kinds.join(', ')}), ${exact} of them exact`
}

/**
 * Findings of the attacks for people: exact ones first, the verdict last.
 *
 * @param attacked - Result of the attacks.
 * @param screen - Screen that the text must fit; by default a file.
 * @returns The text.
 */
export function attackedText(attacked: AttackedTable, screen: Screen = fileScreen): string {
  const found = findingsOf(attacked.findings)
  const ordered = [...found.filter(({ exact }) => exact), ...found.filter(({ exact }) => !exact)]
  const rows = ordered
    .slice(0, screen.all ? undefined : RESULT_ROWS)
    .map(({ cell, kind, low, high, exact, sentence }) => [
      cell,
      kind,
      knownEnd(low),
      knownEnd(high),
      exact ? 'exactly' : 'nearly',
      sentence,
    ])
  const columns = [
    left('cell', { rank: 0, wraps: true }),
    left('attack', { least: 9 }),
    right('from', { rank: 2 }),
    right('to', { rank: 2 }),
    left('known', { least: 7 }),
    left('who learns what', { rank: 0, least: 24, sentence: true }),
  ]
  const kinds = attackKinds.filter((kind) => found.some((one) => one.kind === kind))
  return [
    `${plural(attacked.table.values.length, 'cell')}, ${attacked.suppressed} of them suppressed; near is within ${valueText(attacked.near)} %`,
    ...(rows.length > 0 ? ['', textTable(columns, rows, { screen }), ''] : []),
    ...(found.length > rows.length
      ? [`… and ${found.length - rows.length} more (${option('all')}; ${option('json')} has all)`]
      : []),
    ...(kinds.length > 0 ? [flowed(kinds.map((kind) => `${kind}: ${meanings[kind]}`).join('; '), screen)] : []),
    verdictLine(messageText(asVerdict(attackVerdict(attacked))), screen),
  ].join('\n')
}

/** Findings of the attacks for programs; the form is described by `tableAttackOutput`. */
export function attackedJson(attacked: AttackedTable): object {
  const found = findingsOf(attacked.findings)
  return {
    cells: attacked.table.values.length,
    suppressed: attacked.suppressed,
    near: attacked.near,
    coalition: attacked.coalition,
    kinds: Object.fromEntries(attackKinds.map((kind) => [kind, found.filter((one) => one.kind === kind).length])),
    exact: found.filter(({ exact }) => exact).length,
    findings: found.map((one) => ({ ...one, low: finite(one.low), high: finite(one.high) })),
    verdict: attackVerdict(attacked),
  }
}

function findingsOf(findings: Dataset): Finding[] {
  const text = (name: string): ((row: number) => string) => {
    const column = findings.column(name)
    if (column.kind === 'numeric') throw new TypeError(`${name} is not a text`)
    return (row) => column.levels[column.codes[row]] ?? ''
  }
  const [cell, kind, who, exact, sentence] = ['cell', 'kind', 'who', 'exact', 'sentence'].map(text)
  const [low, high] = ['low', 'high'].map((name) => numericValues(findings, name))
  return Array.from({ length: findings.rows }, (_, row) => ({
    cell: cell(row),
    kind: kind(row),
    who: who(row),
    low: low[row],
    high: high[row],
    exact: exact(row) === 'yes',
    sentence: sentence(row),
  }))
}
