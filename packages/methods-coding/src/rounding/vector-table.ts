import { decimalNumber, SdcError, type ErrorPlace } from '@sdc/core'

/** Rows of a parameter of vectors: the names of the columns, then a row of numbers for each vector. */
export type VectorRows = readonly (readonly (string | number)[])[]

const form =
  'Give the vectors as a table: the names of the columns, then a row of numbers for each: ' +
  '[["age","income"],[30,20000], …].'

/**
 * Returns the vectors of a parameter, by column in the order of `columns`.
 *
 * @param rows - The header and the vectors.
 * @param columns - The columns that are rounded.
 * @param place - Method, for error messages.
 * @returns One column of numbers for each, with one number a vector.
 * @throws BAD_PARAMETER if the header does not name exactly these columns, each once, if a row has another length or
 *   a cell is not a number, and if there is no vector.
 */
export function vectorColumns(rows: VectorRows, columns: readonly string[], place: ErrorPlace): Float64Array[] {
  const at = { ...place, parameter: 'vectors' }
  if (rows.length < 2) throw new SdcError('BAD_PARAMETER', 'vectors have no vector below their header', at, form)
  const [header, ...vectors] = rows
  const names = header.map(String)
  const twice = names.find((name, j) => names.indexOf(name) < j)
  if (twice !== undefined) throw new SdcError('BAD_PARAMETER', `vectors have the column "${twice}" twice`, at, form)
  const stray = names.find((name) => !columns.includes(name))
  if (stray !== undefined) {
    const message = `vectors have a column "${stray}", which is not rounded here`
    throw new SdcError('BAD_PARAMETER', message, { ...at, column: stray }, `Rounded columns: ${columns.join(', ')}.`)
  }
  const lacking = columns.find((name) => !names.includes(name))
  if (lacking !== undefined) {
    const message = `vectors have no column "${lacking}", which is to be rounded`
    throw new SdcError('BAD_PARAMETER', message, { ...at, column: lacking }, form)
  }
  const wrong = vectors.findIndex((row) => row.length !== names.length)
  if (wrong >= 0) {
    const message = `row ${wrong + 2} of vectors has ${vectors[wrong].length} cells, the header has ${names.length}`
    throw new SdcError('BAD_PARAMETER', message, { ...at, row: wrong + 2 }, form)
  }
  return columns.map((name) => {
    const j = names.indexOf(name)
    return Float64Array.from(vectors, (row, i) => {
      const cell = row[j]
      const value = typeof cell === 'number' ? cell : decimalNumber(cell)
      if (value !== undefined && Number.isFinite(value)) return value + 0
      const message = `row ${i + 2} of vectors has ${JSON.stringify(cell)} for "${name}", which is not a number`
      throw new SdcError('BAD_PARAMETER', message, { ...at, column: name, row: i + 2 }, form)
    })
  })
}
