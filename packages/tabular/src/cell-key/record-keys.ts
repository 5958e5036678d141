import { namedUniforms, SdcError } from '@sdc/core'

/** Bytes of a release key: 256 bits. */
const KEY_BYTES = 32

/**
 * The key of every record, as uniform on [0, 1) to whoever does not know the release key: the first 53 bits of
 * HMAC-SHA-256(release key, identifier in UTF-8), over 2⁵³. It depends on the identifier alone, never on the row, so a
 * record has the same key in every file and every table; any program with an HMAC can compute it. O(n), some three
 * microseconds a record.
 *
 * @param ids - The identifier of each record; an empty one is missing.
 * @param key - The release key, 32 bytes. Who knows it undoes every perturbation.
 * @returns The keys, multiples of 2⁻⁵³.
 * @throws BAD_OPTION for a key of another length, MISSING_VALUES for a record without an identifier, WRONG_INPUT for two
 * records with the same one
 */
export function recordKeys(ids: readonly string[], key: Uint8Array): Float64Array {
  if (key.length !== KEY_BYTES) {
    const message = `a release key has ${KEY_BYTES} bytes, not ${key.length}`
    throw new SdcError('BAD_OPTION', message, {}, 'Let a fresh one be made: name a file that is not there.')
  }
  checkIds(ids)
  return namedUniforms(ids, key)
}

/**
 * The sum of two keys without its whole part. It is exact for multiples of 2⁻⁵³, so that a cell has the same key in
 * whatever order its records come.
 *
 * @param a - A key, or the sum of several.
 * @param b - Another.
 * @returns frac(a + b), a multiple of 2⁻⁵³ again.
 */
export function addKeys(a: number, b: number): number {
  return a + b < 1 ? a + b : a - (1 - b)
}

function checkIds(ids: readonly string[]): void {
  const rowOf = new Map<string, number>()
  ids.forEach((id, row) => {
    if (id === '') {
      const message = `record ${row + 1} has no identifier`
      const fix = 'Record keys are made of identifiers: give every record its own.'
      throw new SdcError('MISSING_VALUES', message, { row: row + 1 }, fix)
    }
    const before = rowOf.get(id)
    if (before !== undefined) {
      // Not named: it may identify a person, and a message may be shown or logged.
      const message = `records ${before + 1} and ${row + 1} have the same identifier`
      const fix = 'Two records with one key would move together: name a column that tells all records apart.'
      throw new SdcError('WRONG_INPUT', message, { row: row + 1 }, fix)
    }
    rowOf.set(id, row)
  })
}
