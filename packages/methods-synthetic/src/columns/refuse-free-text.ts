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
 * @throws BAD_PLAN with the names of all such columns.
 */
export function refuseFreeText(data: Dataset, names: readonly string[], method: string): void {
  const found = names.flatMap((name) => {
    const counts = uniqueValues(data, name)
    return counts === undefined ? [] : [{ name, ...counts }]
  })
  if (found.length === 0) return
  const [{ name: column }] = found
  const message =
    found.length === 1
      ? `column "${column}" cannot be synthesised: ${found[0].unique} of its ${found[0].present} values occur once, as in free text`
      : `${found.length} columns cannot be synthesised, since most of their values occur once, as in free text: ` +
        found.map(({ name, unique, present }) => `${name} (${unique} of ${present})`).join(', ')
  const [it, one, identifier] = found.length === 1 ? ['it', 'it', 'an identifier'] : ['them', 'each', 'identifiers']
  const fix = `Leave ${it} out, make ${it} ${identifier} in the schema, or recode ${one} to categories that many records share.`
  throw new SdcError('BAD_PLAN', message, { method, column }, fix)
}

/** Number of values that occur once, if they are most values. */
function uniqueValues(data: Dataset, name: string): { readonly unique: number; readonly present: number } | undefined {
  const column = data.column(name)
  if (column.kind === 'numeric' || column.ordered) return undefined
  const counts = new Int32Array(column.levels.length)
  let present = 0
  for (const code of column.codes) {
    if (code < 0) continue
    counts[code]++
    present++
  }
  const unique = counts.reduce((total, count) => total + (count === 1 ? 1 : 0), 0)
  return present < FEW || unique <= MOST_UNIQUE * present ? undefined : { unique, present }
}
