import { listed, option, type Column, type Dataset } from '@sdc/core'
import { briefNumber, shortNumber } from '@sdc/engine'
import { left, right, textTable, type Screen } from '@sdc/report/tables'
import { lookAtColumn, nameHint } from '@sdc/inspect'
import type { Anonymized } from './anonymized.js'
import type { ColumnCheck } from './check-written.js'

/** Names in a sentence. */
const MOST_NAMES = 4

/**
 * Returns a table with the recoding of each column: number of classes before and after, and the records at each level.
 *
 * @param anonymized - Findings of the anonymisation.
 * @param screen - Screen that the table must fit; by default a file.
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
 * Verdict on the written file in four lines: protection, attribute disclosure, information loss, and what is not protected.
 *
 * @param anonymized - The result.
 * @param original - The original, for the names of the columns.
 * @returns The lines.
 */
export function verdictLines(anonymized: Anonymized, original: Dataset): string[] {
  return [
    identityLine(anonymized),
    attributeLine(anonymized, original),
    lossLine(anonymized),
    openLine(anonymized, original),
  ]
}

function identityLine({ k, quasiIdentifiers: keys, check }: Anonymized): string {
  const found = `${check.least} ${check.counted === 'persons' ? 'persons' : 'records'}`
  return `Identity disclosure: an intruder who knows ${listed(keys, MOST_NAMES)} finds at least ${found} (k = ${k}, ${check.classes} classes).`
}

function lossLine({ records: { read, removed, blanked }, cellLoss }: Anonymized): string {
  const gone = removed + blanked
  const share = briefNumber((100 * gone) / read)
  const what = removed > 0 ? 'removed' : 'blanked'
  const suppressed = gone === 0 ? 'no record removed' : `${gone} of ${read} records ${what} (${share} %)`
  return `Information loss: ${suppressed}; cell loss ${briefNumber(cellLoss)}.`
}

function attributeLine({ l, t, confidential: sensitive, check }: Anonymized, original: Dataset): string {
  const of = check.columns.filter(({ column }) => sensitive.includes(column))
  if (l !== undefined || t !== undefined) {
    const held = of.map(({ column, leastL, greatestT }) => {
      const figures = [
        ...(leastL === null ? [] : [`l >= ${shortNumber(leastL)}`]),
        ...(greatestT === null ? [] : [`t <= ${shortNumber(greatestT)}`]),
      ]
      return `${column} (${figures.join(', ')})`
    })
    return `Attribute disclosure: limited in every class: ${listed(held, MOST_NAMES)}.`
  }
  // Without confidential columns, the column that is disclosed most often represents all.
  const judged = of.length > 0 ? of : maybeSensitive(check.columns, original)
  const worst = [...judged].sort((a, b) => b.classesOfOneValue - a.classesOfOneValue).at(0)
  if (!worst) return 'Attribute disclosure: none, because the file has quasi-identifiers only.'
  const { column, classesOfOneValue: classes, recordsOfOneValue } = worst
  // A column that is confidential already needs no role.
  const role = of.length > 0 ? [] : [option('confidential', /\s/.test(column) ? `"${column}"` : column)]
  const ask = [option('l', '3'), ...role].join(' ')
  return classes === 0
    ? `Attribute disclosure: not limited (${ask}), but every class has several values.`
    : `Attribute disclosure: in ${classes} of ${check.classes} classes (${recordsOfOneValue} records) all values of ${column} are equal (${ask}).`
}

function openLine(
  { quasiIdentifiers: keys, confidential: sensitive, check, l, t }: Anonymized,
  original: Dataset,
): string {
  const open = original.names.filter(
    (name) => !keys.includes(name) && !sensitive.includes(name) && check.columns.some(({ column }) => column === name),
  )
  const known = l === undefined && t === undefined ? 'confidential values' : 'more than the quasi-identifiers'
  const columns = open.length === 0 ? [] : [`knows ${listed(open, MOST_NAMES)} (${option('quasiIdentifiers')})`]
  return `Not protected: against an intruder who ${[...columns, `knows ${known}`, 'has another release of these people'].join(', or ')}.`
}

/** Columns that may be confidential: among those that vary, the ones with repeated values and without an identifier's name, if any. */
function maybeSensitive(columns: readonly ColumnCheck[], original: Dataset): readonly ColumnCheck[] {
  const varying = columns.filter(({ column }) => varies(original.column(column)))
  const likely = varying.filter(({ column }) => {
    const { distinct, present } = lookAtColumn(column, original.column(column))
    return distinct < present && nameHint(column)?.role !== 'identifier'
  })
  return likely.length > 0 ? likely : varying
}

/** Returns true for a column with different values. */
function varies(column: Column): boolean {
  const of: ArrayLike<number> = column.kind === 'numeric' ? column.values : column.codes
  return Array.from(of).some((value) => !Object.is(value, of[0]))
}
