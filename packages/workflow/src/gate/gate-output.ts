import { shortNumber } from '@sdc/engine'
import { fileScreen, flowed, left, right, textTable, type Screen } from '@sdc/report/tables'
import type { MeasuredColumns } from '../measure/measured-columns.js'
import { isRefused, type Criterion, type Judgement } from '../policy/policy-types.js'
import { valueAgainstLimit } from '../policy/value-beside.js'
import { verdictLine } from '../text/verdict-line.js'

/** What was judged, besides the judgement. */
export interface Gate {
  readonly judgement: Judgement
  readonly measured: MeasuredColumns
  readonly today: string
  /** Whether a plan was run, and not a file measured that is there. */
  readonly isPlan: boolean
}

/**
 * A judgement for people: what was measured, a row for every criterion, what is to be said of those that are not plainly
 * met, and the verdict.
 *
 * @param gate - What was judged.
 * @param screen - What it is printed on; by default a file.
 * @returns The text, whose last line is the verdict.
 */
export function gateText({ judgement, measured, isPlan }: Gate, screen: Screen = fileScreen): string {
  const { release, policy, runs, criteria, verdict } = judgement
  const which = isPlan ? (runs === 1 ? 'one run' : `the worst of ${runs} runs`) : 'the masked file'
  const head = `${release} of ${policy}: ${which}, measured by ${listed(measured.columns)}`
  const columns = [
    left('criterion', { rank: 0, wraps: true }),
    left('asked', { rank: 0, wraps: true }),
    right(isPlan ? 'first run' : 'released', { rank: 2 }),
    ...(runs > 1 ? [right('worst', { rank: 0 }), right('in run', { rank: 2 })] : []),
    right('independent', { rank: 1 }),
    left('state', { rank: 0 }),
  ]
  const rows = criteria.map((one) => [
    one.key.slice(one.key.indexOf(' ') + 1),
    one.bound,
    shown(one.released, one),
    ...(runs > 1 ? [shown(one.worst, one), one.worstRun === null ? '' : String(one.worstRun)] : []),
    one.independent === null ? '' : `${shortNumber(one.independent)} ${one.unit}`,
    one.state,
  ])
  const state = columns.length - 1
  const paint = (row: number, column: number): 'red' | 'yellow' | undefined => {
    if (column !== state || criteria[row].state === 'met') return undefined
    return isRefused(criteria[row].state) ? 'red' : 'yellow'
  }
  // Of what is met the row says it all, but for the columns that somebody accepted.
  const said = criteria.filter(({ state, key }) => state !== 'met' || key === 'require openColumns').map(saidOf)
  return [
    flowed(head, screen, '  '),
    textTable(columns, rows, { screen, paint }),
    ...(said.length > 0 ? [said.map((line) => flowed(line, screen, '  ')).join('\n')] : []),
    verdictLine(verdict, screen),
  ].join('\n\n')
}

/**
 * A judgement for programs; the form is described by `gateOutput`.
 *
 * @param gate - What was judged.
 * @returns Plain data.
 */
export function gateJson({ judgement, measured, today }: Gate): unknown {
  const { policy, release, state, runs, criteria, verdict } = judgement
  const { columns, given } = measured
  return { policy, release, state, runs, today, columns, given, criteria, verdict }
}

function saidOf({ key, state, text, cause }: Criterion): string {
  return `${state}: ${key}: ${text}${cause === undefined ? '' : ` (${cause})`}`
}

function shown(value: number | null, { limit, unit }: Criterion): string {
  if (limit === null) return ''
  return value === null ? 'no value' : `${valueAgainstLimit(value, limit)} ${unit}`
}

/** So many columns are named in a line. */
const NAMED = 8

function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  if (names.length === 0) return 'no column'
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
