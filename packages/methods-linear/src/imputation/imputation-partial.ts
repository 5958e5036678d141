import { givenDesign } from '@sdc/toolkit'
import { numeric, numericValues, oneOrMore, type MaskedFile, type MaskInput, type MaskResult } from '@sdc/core'
import { drawColumns, eachSet, fitChain, fitWarnings } from './imputation-fit.js'
import { flaggedRecords, recordsAt, requireComplete } from './imputation-records.js'

function everyRow(rows: number): Int32Array {
  const all = new Int32Array(rows)
  for (let i = 0; i < rows; i++) all[i] = i
  return all
}

/** Partially synthetic files: the confidential values of all records, or of those that `only` flags, replaced. */
export function imputeRecords(input: MaskInput<unknown>, sets: number, only: string, method: string): MaskResult {
  const { columns: names, data } = input
  const rows = only === '' ? everyRow(data.rows) : flaggedRecords(input, only, method)
  const records = recordsAt(input, rows)
  requireComplete(records, [...names, ...input.given], method)
  const { columns: design, warnings } = givenDesign(records, method)
  const model = fitChain(records, design, method)
  const files = eachSet(input, sets, (rng): MaskedFile => {
    const drawn = drawColumns(names, model, model.fitted, rows.length, rng, input.bounds)
    if (rows.length === data.rows) return { columns: drawn }
    const placed = [...drawn].map(([name, { values }]) => {
      const column = numericValues(data, name).slice()
      for (let i = 0; i < rows.length; i++) column[rows[i]] = values[i]
      return [name, numeric(column)] as const
    })
    return { columns: new Map(placed) }
  })
  return { files: oneOrMore(files), warnings: [...warnings, ...fitWarnings(names, model)] }
}
