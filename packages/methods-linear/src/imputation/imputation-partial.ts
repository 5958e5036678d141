import { givenDesign } from '@sdc/toolkit'
import {
  numeric,
  numericValues,
  oneOrMore,
  type MaskedFile,
  type MaskInput,
  type MaskResult,
  type NumericColumn,
  type Rng,
} from '@sdc/core'
import { drawColumns, eachSet, fitChain, fitWarnings } from './imputation-fit.js'
import { flaggedRecords, recordsAt, requireComplete } from './imputation-records.js'

function everyRow(rows: number): Int32Array {
  const all = new Int32Array(rows)
  for (let i = 0; i < rows; i++) all[i] = i
  return all
}

/** Records to replace. */
export interface Replaced {
  /** Column that flags records; empty for all. */
  readonly only: string
  /** True if the other records are also replaced, by a model of their own. */
  readonly others: boolean
}

/**
 * Makes partially synthetic files: the confidential values of all records, or of those that `only` flags, are replaced.
 */
export function imputeRecords(
  input: MaskInput<unknown>,
  sets: number,
  { only, others }: Replaced,
  method: string,
): MaskResult {
  const { columns: names, data } = input
  const flagged = only === '' ? everyRow(data.rows) : flaggedRecords(input, only, method)
  const rest = restOf(flagged, data.rows)
  const drawn = [drawing(input, flagged, method), ...(others && rest.length > 0 ? [drawing(input, rest, method)] : [])]
  const files = eachSet(input, sets, (rng): MaskedFile => {
    const made = new Map(names.map((name) => [name, numericValues(data, name).slice()]))
    drawn.forEach(({ rows, draw }, g) => {
      for (const [name, { values }] of draw(g === 0 ? rng : rng.child('others')))
        for (let i = 0; i < rows.length; i++) (made.get(name) ?? [])[rows[i]] = values[i]
    })
    return { columns: new Map([...made].map(([name, values]) => [name, numeric(values)])) }
  })
  const kept = others ? 0 : rest.length
  return { files: oneOrMore(files), warnings: [...drawn.flatMap(({ warnings }) => warnings), ...keptWarning(kept)] }
}

interface Drawing {
  readonly rows: Int32Array
  readonly draw: (rng: Rng) => ReadonlyMap<string, NumericColumn>
  readonly warnings: readonly string[]
}

/** Draws values of some records, by a model of them. */
function drawing(input: MaskInput<unknown>, rows: Int32Array, method: string): Drawing {
  const { columns: names, given, bounds } = input
  const records = recordsAt(input, rows)
  requireComplete(records, [...names, ...given], method)
  const { columns: design, warnings } = givenDesign(records, method)
  const model = fitChain(records, design, method)
  return {
    rows,
    draw: (rng) => drawColumns(names, model, model.fitted, rows.length, rng, bounds),
    warnings: [...warnings, ...fitWarnings(names, model)],
  }
}

function restOf(rows: Int32Array, all: number): Int32Array {
  const there = new Set(rows)
  return everyRow(all).filter((row) => !there.has(row))
}

function keptWarning(kept: number): string[] {
  if (kept === 0) return []
  const hold = kept === 1 ? '1 record keeps its' : `${kept} records keep their`
  return [
    `${hold} original values in every set. Two sets show which these are, and which records were imputed: ` +
      'release one set, or draw the others as well with perturb = all',
  ]
}
