import { isMissing, SdcError, unknownColumn, type Column, type Dataset } from '@sdc/core'

/** How the records of two files are matched: said wherever a number depends on it. */
export type Matching = 'key' | 'origin' | 'position' | 'none'

/** The original's record of every masked record by equal values of a key column; −1 where there is none. */
export function matchByKey(original: Dataset, masked: Dataset, key: string): Int32Array {
  for (const [data, which] of [
    [original, 'original'],
    [masked, 'masked'],
  ] as const) {
    if (!data.names.includes(key)) {
      throw new SdcError(
        'UNKNOWN_COLUMN',
        `the ${which} file has no key column "${key}"`,
        { column: key },
        unknownColumn(key, data.names).advice,
      )
    }
  }
  const recordOf = new Map<string, number>()
  const column = original.column(key)
  for (let i = 0; i < original.rows; i++) {
    const text = keyText(column, i)
    if (text === null) continue
    const other = recordOf.get(text)
    if (other !== undefined) {
      const message = `key column "${key}" has the value ${text} in records ${other + 1} and ${i + 1} of the original`
      throw new SdcError(
        'WRONG_INPUT',
        message,
        { column: key, row: i + 1 },
        'A key names one record: choose another column, or --origin FILE.',
      )
    }
    recordOf.set(text, i)
  }
  const maskedColumn = masked.column(key)
  const origin = Int32Array.from({ length: masked.rows }, (_, i) => recordOf.get(keyText(maskedColumn, i) ?? '') ?? -1)
  if (origin.every((row) => row < 0)) {
    throw new SdcError(
      'WRONG_INPUT',
      `no value of key column "${key}" is in both files`,
      { column: key },
      'Was the key itself masked?',
    )
  }
  return origin
}

/** Record i of one file is record i of the other; throws LENGTH_MISMATCH. */
export function matchByPosition(original: Dataset, masked: Dataset): Int32Array {
  if (original.rows !== masked.rows) {
    const message = `the original has ${original.rows} records, the masked file ${masked.rows}: they cannot be matched by position`
    throw new SdcError(
      'LENGTH_MISMATCH',
      message,
      {},
      'Say which records belong together: --key COLUMN or --origin FILE. Without a link, reverse-map has --quantile.',
    )
  }
  return Int32Array.from({ length: masked.rows }, (_, i) => i)
}

/** Origins given as record numbers counting from 1, 0 for none; throws LENGTH_MISMATCH and WRONG_INPUT. */
export function matchByOrigin(original: Dataset, masked: Dataset, records: ArrayLike<number>): Int32Array {
  if (records.length !== masked.rows) {
    const message = `there are ${records.length} origins for ${masked.rows} masked records`
    throw new SdcError('LENGTH_MISMATCH', message, {}, 'The origins belong to another file.')
  }
  return Int32Array.from({ length: masked.rows }, (_, i) => {
    const record = records[i]
    if (!Number.isInteger(record) || record < 0 || record > original.rows) {
      const message = `origin ${record} of masked record ${i + 1} is not a record number from 1 to ${original.rows}, or 0 for none`
      throw new SdcError('WRONG_INPUT', message, { row: i + 1 }, 'The origins belong to another file.')
    }
    return record - 1
  })
}

function keyText(column: Column, i: number): string | null {
  if (isMissing(column, i)) return null
  return column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]]
}
