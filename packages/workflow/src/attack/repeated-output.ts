import { shortNumber } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report/tables'
import type { RepeatedAttack } from './repeated-attack.js'

/** The attack for people: what one release and what all tell of each column. */
export function repeatedText({ columns, files }: RepeatedAttack): string {
  const percent = (share: number): string => `${shortNumber(100 * share)} %`
  const error = (estimate: string, value: number): string => (estimate === 'mode' ? percent(value) : shortNumber(value))
  const head = [
    left('column'),
    left('best by'),
    right('error of 1'),
    right(`of ${files}`),
    right('ratio'),
    right('ranks by 1'),
    right(`by ${files}`),
    right('near by 1'),
    right(`by ${files}`),
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
    'error: root mean square; of categories the share that is wrong. ranks: in which the original lies for who knows how ' +
    'far a rank can move. near: cells within 1 % of the standard deviation; of categories the right ones.'
  return `${textTable(head, rows)}\n\n${legend}`
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

/** The attack for programs; the form is described by `attackRepeatedOutput`. */
export function repeatedJson({ records, releases, files, columns }: RepeatedAttack): unknown {
  return { records, releases, files, columns: columns.map((one) => ({ ...one, ratio: ratioOf(one) })) }
}
