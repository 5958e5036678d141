import { shortNumber } from '@sdc/engine'
import { fileScreen, flowed, left, right, type Screen, textTable } from '@sdc/report/tables'
import { verdictLine } from '@sdc/inspect'
import type { RepeatedAttack } from './repeated-attack.js'

/** Formats the attack as text: the share of each column that one release and all releases disclose. */
export function repeatedText({ columns, files, singled }: RepeatedAttack, screen: Screen = fileScreen): string {
  const percent = (share: number): string => `${shortNumber(100 * share)} %`
  const error = (estimate: string, value: number): string => (estimate === 'mode' ? percent(value) : shortNumber(value))
  const head = [
    left('column', { rank: 0, wraps: true }),
    left('best by', { rank: 3, least: 8 }),
    right('error of 1', { rank: 0 }),
    right(`of ${files}`, { rank: 0 }),
    right('ratio', { rank: 0 }),
    right('ranks by 1'),
    right(`by ${files}`),
    right('near by 1', { rank: 2 }),
    right(`by ${files}`, { rank: 2 }),
  ]
  const rows = columns.map((one) => [
    one.column,
    one.estimate,
    error(one.estimate, one.errorOfOne),
    error(one.estimate, one.error),
    ratioText(one),
    one.window ? one.window.ofOne.toFixed(0) : '–',
    one.window ? one.window.left.toFixed(0) : '–',
    percent(one.nearByOne),
    percent(one.near),
  ])
  const legend =
    'error: root mean square; for categories, the share of wrong ones. ranks: interval of the original for an intruder who knows how ' +
    'far a rank can move. near: cells within 1 % of the standard deviation; of categories the right ones.'
  const better = columns.filter((one) => (ratioOf(one) ?? 1) < 1)
  const worst = better.reduce<(typeof columns)[number] | undefined>(
    (a, b) => (a === undefined || (ratioOf(b) ?? 1) < (ratioOf(a) ?? 1) ? b : a),
    undefined,
  )
  const verdict = worst
    ? `Verdict: ${files} releases tell more than one of ${better.length} of ${columns.length} columns; of ${worst.column} the most: its error is ${ratioText(worst)} times that of one.`
    : `Verdict: ${files} releases tell no more than one of any of ${columns.length} columns.`
  const table = [textTable(head, rows, { screen }), flowed(legend, screen)]
  return [...table, ...singledText(singled, files, screen), verdictLine(verdict, screen)].join('\n\n')
}

/** Returns a sentence on the persons made unique by quasi-identifiers. */
function singledText(singled: RepeatedAttack['singled'], files: number, screen: Screen): string[] {
  if (singled === null || singled.persons === 0) return []
  const { persons, each, together } = singled
  const one = each.reduce((sum, count) => sum + count, 0) / each.length
  const percent = (count: number): string => `${shortNumber((100 * count) / persons)} %`
  const text = `The quasi-identifiers single out ${percent(one)} of ${persons} persons by one release, ${percent(together)} by ${files} together.`
  return [flowed(text, screen)]
}

function ratioOf({
  error,
  errorOfOne,
}: Pick<RepeatedAttack['columns'][number], 'error' | 'errorOfOne'>): number | null {
  return errorOfOne > 0 ? error / errorOfOne : null
}

function ratioText(one: RepeatedAttack['columns'][number]): string {
  const ratio = ratioOf(one)
  return ratio === null ? '–' : ratio.toFixed(2)
}

/** Returns the attack as JSON in the form of `attackRepeatedOutput`. */
export function repeatedJson({ records, releases, files, singled, columns }: RepeatedAttack): unknown {
  return { records, releases, files, singled, columns: columns.map((one) => ({ ...one, ratio: ratioOf(one) })) }
}
