import { dataset, numeric, type Column, type Dataset } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'
import type { Inversion } from '@sdc/attacks'
import { say } from './progress.js'

/** One column that was attacked by itself. */
export interface ColumnAttack {
  readonly name: string
  readonly functions: readonly string[]
  readonly inversion: Inversion
  /** Recovered values that are the original ones; undefined where the original is not given. */
  readonly right: number | undefined
}

function recoveredOf({ used, rate }: Inversion): number {
  return Math.round((rate ?? 0) * used)
}

/** The records of which every attacked column came back. */
function wholeRecords(attacks: readonly ColumnAttack[], rows: number): number {
  let whole = 0
  for (let i = 0; i < rows; i++) whole += Number(attacks.every(({ inversion }) => inversion.candidates[i] === 1))
  return whole
}

/** What `-o` writes: beside every recovered value the number of candidates. */
export function perRecord(attacks: readonly ColumnAttack[]): Dataset {
  return dataset(
    attacks.flatMap(({ name, inversion }): [string, Column][] => [
      [name, numeric(inversion.recovered)],
      [`${name} candidates`, numeric(Float64Array.from(inversion.candidates))],
    ]),
  )
}

/** The attack for people. */
export function attackTable(attacks: readonly ColumnAttack[]): string {
  const known = attacks.some(({ right }) => right !== undefined)
  const head = [
    left('column'),
    left('function'),
    right('records'),
    right('recovered'),
    right('share'),
    right('most candidates'),
    right('no candidate'),
  ]
  const rows = attacks.map(({ name, functions, inversion, right: correct }) => [
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
export function attackJson(attacks: readonly ColumnAttack[], rows: number): unknown {
  const columns = attacks.map(({ name, functions, inversion, right: correct }) => [
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
  return { n: rows, wholeRecords: wholeRecords(attacks, rows), columns: Object.fromEntries(columns) }
}

/** Masked values that no released value explains are not what the function made. */
export function sayWhatItMeans(attacks: readonly ColumnAttack[], tolerance: number): void {
  for (const { name, inversion } of attacks) {
    if (inversion.unmatched === 0) continue
    const all = inversion.unmatched === inversion.used
    const why = tolerance === 0 ? 'the masked file was written with fewer digits (--tolerance), or ' : ''
    say(
      `note: ${name}: ${all ? 'no masked value is' : `${inversion.unmatched} of ${inversion.used} masked values are not`} the image of a released one: ${why}this is not the function it was masked by`,
    )
  }
}
