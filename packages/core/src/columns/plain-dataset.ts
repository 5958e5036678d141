import { columnLength, dataset, type Column, type Dataset } from './dataset.js'

/**
 * A dataset without functions, which can be sent to another thread. Its arrays are in shared memory if there is any, so
 * that nothing is copied twice.
 */
export interface PlainDataset {
  readonly names: readonly string[]
  readonly columns: readonly Column[]
  readonly rows: number
}

/**
 * Returns a dataset in a plain form that can be sent to a worker.
 *
 * @param data - The dataset.
 * @param shared - True to copy the columns' arrays to shared memory, if the platform has it.
 * @returns Names, columns and number of records.
 */
export function plainDataset(data: Dataset, shared = false): PlainDataset {
  const columns = data.names.map((name) => {
    const column = data.column(name)
    return shared && typeof SharedArrayBuffer === 'function' ? sharedColumn(column) : column
  })
  return { names: [...data.names], columns, rows: data.rows }
}

/** Returns the dataset of a plain form. */
export function datasetFrom({ names, columns, rows }: PlainDataset): Dataset {
  const made = dataset(names.map((name, j) => [name, columns[j]] as const))
  return names.length > 0 ? made : { ...made, rows }
}

function sharedColumn(column: Column): Column {
  const length = columnLength(column)
  if (column.kind === 'numeric') {
    const values = new Float64Array(new SharedArrayBuffer(8 * length))
    values.set(column.values)
    return { ...column, values }
  }
  const codes = new Int32Array(new SharedArrayBuffer(4 * length))
  codes.set(column.codes)
  return { ...column, codes }
}
