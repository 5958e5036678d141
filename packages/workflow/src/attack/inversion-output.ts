import { shortNumber } from '@sdc/engine'
import { fileScreen, left, right, type Screen, textTable } from '@sdc/report/tables'
import type { Inversion } from '@sdc/attacks'
import { verdictLine } from '@sdc/inspect'
import type { InversionAttack } from './inversion-attack.js'

function recoveredOf({ used, rate }: Inversion): number {
  return Math.round((rate ?? 0) * used)
}

/** Returns the number of records with recovered values in every attacked column. */
function wholeRecords({ columns, records }: InversionAttack): number {
  let whole = 0
  for (let i = 0; i < records; i++) whole += Number(columns.every(({ inversion }) => inversion.candidates[i] === 1))
  return whole
}

/** Formats the attack as text. */
export function inversionText(attack: InversionAttack, screen: Screen = fileScreen): string {
  const { columns, records } = attack
  const known = columns.some(({ right }) => right !== undefined)
  const head = [
    left('column', { rank: 0, wraps: true }),
    left('function', { wraps: true }),
    right('records'),
    right('recovered', { rank: 0 }),
    right('share', { rank: 0 }),
    right('most candidates', { rank: 2 }),
    right('no candidate', { rank: 2 }),
  ]
  const rows = columns.map(({ name, functions, inversion, right: correct }) => [
    name,
    functions.join(' then '),
    String(inversion.used),
    String(recoveredOf(inversion)),
    inversion.rate === null ? '–' : `${shortNumber(100 * inversion.rate)} %`,
    String(mostCandidates(inversion)),
    String(inversion.unmatched),
    ...(known ? [String(correct ?? '–')] : []),
  ])
  const whole = wholeRecords(attack)
  const verdict = `Verdict: every attacked column came back in ${whole} of ${records} records (${shortNumber((100 * whole) / Math.max(1, records))} %).`
  return `${textTable([...head, ...(known ? [right('right')] : [])], rows, { screen })}\n\n${verdictLine(verdict, screen)}`
}

function mostCandidates({ candidates }: Inversion): number {
  return candidates.reduce((most, count) => Math.max(most, count), 0)
}

/** Returns the attack as JSON in the form of `attackInversionOutput`. */
export function inversionJson(attack: InversionAttack): unknown {
  const columns = attack.columns.map(({ name, functions, inversion, right: correct }) => [
    name,
    {
      functions,
      used: inversion.used,
      recovered: recoveredOf(inversion),
      rate: inversion.rate,
      mostCandidates: mostCandidates(inversion),
      unmatched: inversion.unmatched,
      ...(correct === undefined ? {} : { right: correct }),
    },
  ])
  return { n: attack.records, wholeRecords: wholeRecords(attack), columns: Object.fromEntries(columns) }
}
