import { namedUniforms, SdcError } from '@sdc/core'

/** Bytes of a release key: 256 bits. */
const KEY_BYTES = 32

/**
 * Computes the key of every record: the first 53 bits of HMAC-SHA-256(release key, identifier in UTF-8), over 2⁵³. Without
 * the release key, keys look uniform on [0, 1). A key depends on the identifier alone, not on the row, so that a record has
 * the same key in every file and table; any program with an HMAC can compute it. O(n), about three microseconds a record.
 *
 * @param ids - The identifier of each record; an empty one is missing.
 * @param key - The release key, 32 bytes. An intruder with this key can undo every perturbation.
 * @returns The keys, multiples of 2⁻⁵³.
 * @throws BAD_OPTION for a key of another length, MISSING_VALUES for a record without an identifier, WRONG_INPUT for two
 * records with the same one
 */
export function recordKeys(ids: readonly string[], key: Uint8Array): Float64Array {
  if (key.length !== KEY_BYTES) {
    const message = `a release key has ${KEY_BYTES} bytes, not ${key.length}`
    throw new SdcError('BAD_OPTION', message, {}, 'Name a new file; the program then creates a key.')
  }
  checkIds(ids)
  return namedUniforms(ids, key)
}

/**
 * Returns the fractional part of the sum of two keys. It is exact for multiples of 2⁻⁵³, so that a cell key does not
 * depend on the order of the records.
 *
 * @param a - A key, or the sum of several.
 * @param b - Another.
 * @returns frac(a + b), again a multiple of 2⁻⁵³.
 */
export function addKeys(a: number, b: number): number {
  return a + b < 1 ? a + b : a - (1 - b)
}

function checkIds(ids: readonly string[]): void {
  const rowOf = new Map<string, number>()
  ids.forEach((id, row) => {
    if (id === '') {
      const message = `record ${row + 1} has no identifier`
      const fix = 'Give every record its own identifier.'
      throw new SdcError('MISSING_VALUES', message, { row: row + 1 }, fix)
    }
    const before = rowOf.get(id)
    if (before !== undefined) {
      // The identifier is not named: it may identify a person, and a message may be shown or logged.
      const message = `records ${before + 1} and ${row + 1} have the same identifier`
      const fix = 'Name a column whose values identify every record.'
      throw new SdcError('WRONG_INPUT', message, { row: row + 1 }, fix)
    }
    rowOf.set(id, row)
  })
}
