import { SdcError, type Dataset } from '@sdc/core'

/** Columns with a greater share of categories that one record has are free text, or names. */
const MOST_UNIQUE = 0.5

/** Fewer records than these say nothing about how often a category repeats. */
const FEW = 20

/**
 * Refuses columns whose categories are those of one record each: a draw would copy the text of a person.
 *
 * @param data - The records.
 * @param names - The columns.
 * @param method - Id of the method, for the message.
 * @throws BAD_PLAN naming the first such column.
 */
export function refuseFreeText(data: Dataset, names: readonly string[], method: string): void {
  for (const name of names) {
    const column = data.column(name)
    if (column.kind === 'numeric' || column.ordered) continue
    const counts = new Int32Array(column.levels.length)
    let present = 0
    for (const code of column.codes) {
      if (code < 0) continue
      counts[code]++
      present++
    }
    const unique = counts.reduce((total, count) => total + (count === 1 ? 1 : 0), 0)
    if (present < FEW || unique <= MOST_UNIQUE * present) continue
    const message = `column "${name}" cannot be synthesised: ${unique} of its ${present} values occur once, as in free text`
    const fix = 'Leave it out, make it an identifier in the schema, or recode it to categories that many records share.'
    throw new SdcError('BAD_PLAN', message, { method, column: name }, fix)
  }
}
