import { SdcError } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { percentOf } from '@sdc/stats/internal'
import type { Units } from '@sdc/toolkit/internal'
import { unknownKey } from '../../local-suppression/conditions-of.js'
import type { KeyWithMissing } from './keys.js'

/** Conditions on the kept keys. */
interface Kept {
  readonly k: number
  readonly keep?: readonly string[] | undefined
  readonly suppressionPercent?: number | undefined
  readonly persons: Units | undefined
  readonly rows: number
}

/**
 * Takes the classes from keys that are to stay unchanged.
 *
 * @param keys - The keys.
 * @param kept - Names of the kept keys, and the conditions.
 * @param method - The method, for errors.
 * @returns The keys; a kept one has only its values as classes.
 * @throws UNKNOWN_COLUMN for a column that is not a key, BAD_PARAMETER if values of the kept keys belong to fewer than k records (or
 * persons), and these records are more than may be suppressed.
 */
export function withKept(keys: readonly KeyWithMissing[], kept: Kept, method: string): readonly KeyWithMissing[] {
  const { keep = [] } = kept
  if (keep.length === 0) return keys
  const names = keys.map(({ column }) => column)
  const place = { method, parameter: 'keep' }
  for (const name of keep) if (!names.includes(name)) throw unknownKey(name, names, place)
  const chosen = keys.filter(({ column }) => keep.includes(column))
  // A column that fails by itself is reported before a combination.
  for (const some of [...chosen.map((key) => [key]), chosen]) refuseRare(some, kept, place)
  return keys.map((key) => (keep.includes(key.column) ? { ...key, levels: key.levels.slice(0, 1) } : key))
}

function refuseRare(
  keys: readonly KeyWithMissing[],
  { k, suppressionPercent = 0, persons, rows }: Kept,
  place: { readonly method: string; readonly parameter: string },
): void {
  const { ids, sizes, firsts } = keyClasses(keys.map(({ codes, levels }) => codes.map((row) => levels[0].classOf[row])))
  const units = sizes.slice()
  if (persons) {
    units.fill(0)
    keyClasses([ids, persons.ofRecord]).firsts.forEach((record) => units[ids[record]]++)
  }
  const rare = [...units.keys()].filter((c) => units[c] < k)
  const records = rare.reduce((sum, c) => sum + sizes[c], 0)
  if (records <= percentOf(suppressionPercent, rows)) return
  const columns = keys.map(({ column }) => column)
  const what = persons ? 'persons' : 'records'
  const [worst] = rare.sort((a, b) => units[a] - units[b])
  const text = keys
    .map(({ levels: [{ labels, classOf }], codes }) => `"${labels[classOf[codes[firsts[worst]]]]}"`)
    .join(', ')
  const message =
    `${columns.join(', ')} cannot stay unchanged: ${rare.length} of ${sizes.length} ${columns.length === 1 ? 'values' : 'combinations'} ` +
    `belong to fewer than ${k} ${what}, such as ${text} (${units[worst]})`
  const fix =
    `Keep fewer columns, use a smaller k, merge rare values first, or allow the suppression of ${records === 1 ? '1 record' : `${records} records`} ` +
    `(${Math.ceil((1000 * records) / rows) / 10} %).`
  throw new SdcError('BAD_PARAMETER', message, { ...place, column: columns[0] }, fix)
}
