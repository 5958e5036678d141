import { listed, textsOf, type Message } from '@sdc/core'
import { briefText } from '@sdc/engine'
import { fileScreen, flowed, left, right, type Screen } from '@sdc/report/tables'
import type { MeasuredColumns } from '../measure/measured-columns.js'
import { isRefused, type Criterion, type Judgement } from '../policy/policy-types.js'
import { valueAgainstLimit } from '../policy/value-beside.js'
import { resultTable, verdictLines } from '@sdc/inspect'

/** A judgement, with the columns that were measured. */
export interface Gate {
  readonly judgement: Judgement
  readonly measured: MeasuredColumns
  readonly today: string
  /** True if a plan was run, false if an existing file was measured. */
  readonly isPlan: boolean
}

/**
 * Text of a judgement: a table of the criteria, those that are not met first, and the verdict. A screen that shows all has
 * their ids, all runs and a sentence for each criterion that is not met.
 *
 * @param gate - The judgement, and its measurement.
 * @param screen - Screen that the text must fit; by default a file.
 * @returns The text; the verdict is its last part.
 */
export function gateText({ judgement, measured, isPlan }: Gate, screen: Screen = fileScreen): string {
  const { release, policy, runs, criteria, verdict } = judgement
  const { all } = screen
  const which = isPlan ? (runs === 1 ? 'one run' : `the worst of ${runs} runs`) : 'the masked file'
  const head = `Judged: ${which} by ${release} of ${policy}; measured: ${listed(measured.columns, all ? NAMED : 3) || 'no column'}.`
  const shown = [...criteria.filter(({ state }) => state !== 'met'), ...criteria.filter(({ state }) => state === 'met')]
  const columns = [
    left('criterion', { rank: 0, least: 34 }),
    ...(all ? [left('id', { rank: 0 })] : []),
    left('asked', { rank: 0 }),
    ...(all && isPlan ? [right('first run')] : []),
    right(runs > 1 ? 'worst run' : 'value', { rank: 0 }),
    ...(all && runs > 1 ? [right('in run')] : []),
    right('independent data', { rank: 0 }),
    left('state', { rank: 0 }),
  ]
  const rows = shown.map((one) => [
    one.title,
    ...(all ? [one.key.slice(one.key.indexOf(' ') + 1)] : []),
    one.bound,
    ...(all && isPlan ? [valueText(one.released, one, all)] : []),
    valueText(one.worst, one, all),
    ...(all && runs > 1 ? [one.worstRun === null ? '' : String(one.worstRun)] : []),
    one.independent === null ? '' : briefText(one.independent, one),
    one.state,
  ])
  const state = columns.length - 1
  const paint = (row: number, column: number): 'red' | 'yellow' | undefined => {
    if (column !== state || shown[row].state === 'met') return undefined
    return isRefused(shown[row].state) ? 'red' : 'yellow'
  }
  // A row is enough for a criterion that is met, except for accepted columns.
  const details = criteria
    .filter((one) => all && (one.state !== 'met' || one.key === 'require openColumns'))
    .map(detailOf)
  return [
    `${flowed(head, screen, '  ')}\n${resultTable(columns, rows, { screen, paint })}`,
    ...(details.length > 0 ? [details.map((line) => flowed(line, screen, '  ')).join('\n')] : []),
    verdictLines(verdict.split('\n'), screen),
  ].join('\n\n')
}

/**
 * A judgement for programs; the form is described by `gateOutput`.
 *
 * @param gate - The judgement, and its measurement.
 * @param messages - Messages; their warnings are included.
 * @returns Plain data.
 */
export function gateJson({ judgement, measured, today }: Gate, messages: readonly Message[] = []): unknown {
  const { policy, release, state, runs, criteria, verdict } = judgement
  const { columns, given } = measured
  return {
    policy,
    release,
    state,
    runs,
    today,
    columns,
    given,
    criteria,
    verdict,
    warnings: textsOf(messages, 'warning'),
  }
}

function detailOf({ key, state, text, cause }: Criterion): string {
  return `${state}: ${key}: ${text}${cause === undefined ? '' : ` (${cause})`}`
}

function valueText(value: number | null, { limit, unit }: Criterion, all: boolean): string {
  if (limit === null) return ''
  return value === null ? 'no value' : `${valueAgainstLimit(value, limit, all ? 4 : 2)} ${unit}`
}

/** Largest number of columns that a line names. */
const NAMED = 8
