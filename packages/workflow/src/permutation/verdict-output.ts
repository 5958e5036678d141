import { shortNumber } from '@sdc/engine'
import { fileScreen, flowed, type Screen } from '@sdc/report/tables'
import { verdictLine } from '@sdc/inspect'
import type { Verdict } from './verify-own-record.js'

/** Formats the verdict as text: a line per column, both conditions, and the conclusion. */
export function verdictText(verdict: Verdict, screen: Screen = fileScreen): string {
  const { names, records, ranks, distance, localVariance, d, dPercent, vPercent } = verdict
  const lines = names.map(
    (name, k) =>
      `${name}: rank ${shortNumber(ranks[k])} of ${records}; the released values within ${shortNumber(d)} ranks have ${shortNumber(100 * localVariance[k])} % of the column's variance`,
  )
  const low = names.filter((_, k) => 100 * localVariance[k] < vPercent)
  const found = [
    ...lines,
    `The nearest released record is ${shortNumber(distance)} ranks away in the column where it is furthest (${shortNumber((100 * distance) / Math.max(1, records - 1))} % of the longest way).`,
    verdict.distanceHolds
      ? `Distance: holds; no released record is nearer than the ${shortNumber(dPercent)} % asked for.`
      : `Distance: fails; a released record is nearer than the ${shortNumber(dPercent)} % asked for. The file does not show whether it is your own.`,
    verdict.varianceHolds
      ? `Variance: holds; in every column the released values near your rank have at least the ${shortNumber(vPercent)} % asked for.`
      : `Variance: fails; the released values near your rank have less than the ${shortNumber(vPercent)} % asked for in ${low.join(', ')}.`,
  ]
  const held = verdict.distanceHolds && verdict.varianceHolds
  const last = held ? 'Your record is protected as asked for.' : 'Your record is not protected as asked for.'
  return [...found.map((line) => flowed(line, screen, '  ')), verdictLine(last, screen)].join('\n')
}

/** Returns the verdict as JSON in the form of `permutationVerifyOutput`. */
export function verdictJson(verdict: Verdict): unknown {
  return {
    records: verdict.records,
    columns: Object.fromEntries(
      verdict.names.map((name, k) => [
        name,
        { rank: verdict.ranks[k], localVariancePercent: 100 * verdict.localVariance[k] },
      ]),
    ),
    distance: { ranks: verdict.distance, atLeast: verdict.d, holds: verdict.distanceHolds },
    variance: {
      percent: 100 * Math.min(...verdict.localVariance),
      atLeast: verdict.vPercent,
      holds: verdict.varianceHolds,
    },
    protected: verdict.distanceHolds && verdict.varianceHolds,
  }
}
