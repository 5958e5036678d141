import { shortNumber } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report/tables'
import type { Inversion } from '@sdc/attacks'
import type { InversionAttack } from './inversion-attack.js'

function recoveredOf({ used, rate }: Inversion): number {
  return Math.round((rate ?? 0) * used)
}

/** The records of which every attacked column came back. */
function wholeRecords({ columns, records }: InversionAttack): number {
  let whole = 0
  for (let i = 0; i < records; i++) whole += Number(columns.every(({ inversion }) => inversion.candidates[i] === 1))
  return whole
}

/** The attack for people. */
export function inversionText({ columns }: InversionAttack): string {
  const known = columns.some(({ right }) => right !== undefined)
  const head = [
    left('column'),
    left('function'),
    right('records'),
    right('recovered'),
    right('share'),
    right('most candidates'),
    right('no candidate'),
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
  return textTable([...head, ...(known ? [right('right')] : [])], rows)
}

function mostCandidates({ candidates }: Inversion): number {
  return candidates.reduce((most, count) => Math.max(most, count), 0)
}

/** The attack for programs; the form is described by `attackInversionOutput`. */
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
