import { listed, type Column, type Dataset } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { left, right, textTable, type Screen } from '@sdc/report/tables'
import { lookAtColumn } from '../inspect/look-at-column.js'
import { nameHint } from '../inspect/name-hints.js'
import type { Anonymized } from './anonymized.js'
import type { ColumnCheck } from './check-written.js'

/** Names in a sentence. */
const MOST_NAMES = 8

/**
 * What became of the columns, a line each: how many values are how many classes now, and how many records are at which level.
 *
 * @param anonymized - What was found out.
 * @param screen - What it is printed on; by default a file.
 * @returns A table as text.
 */
export function mappingText({ quasiIdentifiers: keys, mapping }: Anonymized, screen?: Screen): string {
  const rows = keys.map((name): string[] => {
    const own = mapping.filter(({ column }) => column === name)
    const distinct = (of: 'value' | 'class'): number => new Set(own.map((row) => row[of])).size
    const perLevel = new Map<number, number>()
    for (const { level, records } of own) perLevel.set(level, (perLevel.get(level) ?? 0) + records)
    const levels = [...perLevel].sort(([a], [b]) => a - b).map(([level, records]) => `${level}: ${records}`)
    return [name, String(distinct('value')), String(distinct('class')), levels.join(', ')]
  })
  const columns = [
    left('recoded column', { rank: 0, wraps: true }),
    right('values'),
    right('classes'),
    left('records at level', { rank: 0, wraps: true }),
  ]
  return textTable(columns, rows, { screen })
}

/**
 * What the written file protects against and what not, in four lines.
 *
 * @param anonymized - What was found out.
 * @param original - The original, for the names of the columns.
 * @returns Four sentences.
 */
export function verdictLines(anonymized: Anonymized, original: Dataset): string[] {
  return [
    sizeLine(anonymized),
    sensitiveLine(anonymized, original),
    openLine(anonymized, original),
    limitLine(anonymized),
  ]
}

function sizeLine({ k, quasiIdentifiers: keys, check, records, cellLoss }: Anonymized): string {
  const { read, removed, blanked } = records
  const gone = removed + blanked
  const share = shortNumber((100 * gone) / read)
  const what = removed > 0 ? 'left out' : 'blanked'
  const suppressed = gone === 0 ? 'no record was suppressed' : `${gone} of ${read} records (${share} %) were ${what}`
  const found =
    check.counted === 'persons'
      ? `records of no fewer than ${check.least} persons`
      : `no fewer than ${check.least} records`
  return (
    `Protects: whoever knows ${listed(keys, MOST_NAMES)} of somebody finds ${found} with these ` +
    `(k = ${k}; ${check.classes} classes in the written file, sorted anew); ${suppressed}, cell loss ${shortNumber(cellLoss)}.`
  )
}

function sensitiveLine({ l, t, confidential: sensitive, check }: Anonymized, original: Dataset): string {
  const of = check.columns.filter(({ column }) => sensitive.includes(column))
  if (l !== undefined || t !== undefined) {
    const held = of.map(({ column, leastL, greatestT }) => {
      const figures = [
        ...(leastL === null ? [] : [`l >= ${shortNumber(leastL)}`]),
        ...(greatestT === null ? [] : [`t <= ${shortNumber(greatestT)}`]),
      ]
      return `${column} (${figures.join(', ')})`
    })
    return `Protects: within every class the sensitive values stay diverse, or close to those of the file: ${listed(held, MOST_NAMES)}.`
  }
  // Where nobody says what is sensitive, the column that is told most often says what may happen to any.
  const told = of.length > 0 ? of : maybeSensitive(check.columns, original)
  const worst = [...told].sort((a, b) => b.classesOfOneValue - a.classesOfOneValue).at(0)
  if (!worst) return 'Protects: there is no column beside the keys that finding a class would tell.'
  const { column, classesOfOneValue: classes, recordsOfOneValue } = worst
  const ask = `--l 3 --confidential ${/\s/.test(column) ? `"${column}"` : column}`
  if (classes === 0)
    return `Does not protect by itself: nothing is asked of the sensitive values (${ask}); as it happens no class has one value only.`
  return (
    `Does not protect: in ${classes} of ${check.classes} classes (${recordsOfOneValue} records) all values of ${column} are equal, ` +
    `so that whoever finds the class knows it (${ask}).`
  )
}

function openLine({ quasiIdentifiers: keys, confidential: sensitive, check }: Anonymized, original: Dataset): string {
  const open = original.names.filter(
    (name) => !keys.includes(name) && !sensitive.includes(name) && check.columns.some(({ column }) => column === name),
  )
  if (open.length === 0) return 'No other column goes out: all are keys or sensitive.'
  return `Does not protect: ${listed(open, MOST_NAMES)} go out as they are; one that somebody can know is a key as well (--quasi-identifiers).`
}

function limitLine({ quasiIdentifiers: keys, l, t }: Anonymized): string {
  const known =
    l === undefined && t === undefined
      ? 'against whoever knows a sensitive value'
      : 'against whoever knows more of somebody than the keys'
  return `Does not protect: ${known}, or has another release of these people: two k-anonymous files can be intersected by ${keys.length === 1 ? keys[0] : 'their keys'}.`
}

/** Columns that may be sensitive: of those that vary, the ones whose values repeat and whose name is not an identifier's, where there are some. */
function maybeSensitive(columns: readonly ColumnCheck[], original: Dataset): readonly ColumnCheck[] {
  const varying = columns.filter(({ column }) => varies(original.column(column)))
  const likely = varying.filter(({ column }) => {
    const { distinct, present } = lookAtColumn(column, original.column(column))
    return distinct < present && nameHint(column)?.role !== 'identifier'
  })
  return likely.length > 0 ? likely : varying
}

/** Whether a column has two values. */
function varies(column: Column): boolean {
  const of: ArrayLike<number> = column.kind === 'numeric' ? column.values : column.codes
  return Array.from(of).some((value) => !Object.is(value, of[0]))
}
