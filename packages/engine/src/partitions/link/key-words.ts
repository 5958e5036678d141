/** Keys as words of 32 bits: numbers and texts are spread and compared alike, without an object for each record. */
import { columnLength, isMissing, type Column } from '@sdc/core'
import { keyText } from '../../measure/match.js'

/** Keys of some records, without missing ones. */
export interface Keys {
  /** Words of all keys, one key after the other. */
  readonly words: Uint32Array
  /** Position of the first word of each key, and the end of the last one. */
  readonly starts: Uint32Array
  /** Records with these keys, ascending. */
  readonly records: Uint32Array
}

/** Number of words of a number. */
export const NUMBER_WORDS = 2

/**
 * Makes a function that reads keys block by block.
 *
 * @param asNumbers - True to compare keys as numbers, false to compare them as texts by `keyText`.
 * @returns Function of a column of a block, and of the number of its first record, that returns its keys.
 */
export function keyReader(asNumbers: boolean): (column: Column, first: number) => Keys {
  let known: { readonly levels: readonly string[]; readonly spelled: Spelled } | undefined
  return (column, first) => {
    if (column.kind === 'numeric' && asNumbers) return numberKeys(column.values, first)
    if (column.kind !== 'numeric' && column.levels.length <= column.codes.length) {
      // Blocks have the categories of their file, or their own.
      if (known?.levels !== column.levels) known = { levels: column.levels, spelled: spell(column.levels) }
      return levelKeys(column.codes, known.spelled, first)
    }
    // Numbers, or categories of a file with more of them than a block has records.
    const texts = Array.from({ length: columnLength(column) }, (_, i) => keyText(column, i) ?? '')
    const codes = Int32Array.from(texts, (_, i) => (isMissing(column, i) ? -1 : i))
    return levelKeys(codes, spell(texts), first)
  }
}

function numberKeys(values: Float64Array, first: number): Keys {
  const keys = new Float64Array(values.length)
  const records = new Uint32Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== values[i]) continue
    // A negative zero equals zero.
    keys[count] = values[i] + 0
    records[count++] = first + i
  }
  return {
    words: new Uint32Array(keys.buffer, 0, NUMBER_WORDS * count),
    starts: numberStarts(count),
    records: records.subarray(0, count),
  }
}

/** Position of the first word of each number. */
export function numberStarts(count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (let i = 0; i <= count; i++) starts[i] = NUMBER_WORDS * i
  return starts
}

/** Texts as words. */
type Spelled = Omit<Keys, 'records'>

function levelKeys(codes: Int32Array, { words, starts }: Spelled, first: number): Keys {
  let count = 0
  let length = 0
  for (const code of codes) {
    if (code < 0) continue
    count++
    length += starts[code + 1] - starts[code]
  }
  const keys = { words: new Uint32Array(length), starts: new Uint32Array(count + 1), records: new Uint32Array(count) }
  let k = 0
  let at = 0
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]
    if (code < 0) continue
    for (let from = starts[code]; from < starts[code + 1]; from++) keys.words[at++] = words[from]
    keys.records[k++] = first + i
    keys.starts[k] = at
  }
  return keys
}

const BYTES = Uint32Array.BYTES_PER_ELEMENT

/**
 * Encodes texts as words. Each unit of sixteen bits takes one to three bytes; the rest is filled with zeros, which
 * encode no unit. So two texts are equal if and only if their words are, even for invalid Unicode.
 */
function spell(texts: readonly string[]): Spelled {
  const longest = texts.reduce((sum, text) => sum + Math.ceil((3 * text.length) / BYTES), 0)
  const bytes = new Uint8Array(BYTES * longest)
  const starts = new Uint32Array(texts.length + 1)
  let at = 0
  for (const [t, text] of texts.entries()) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 0 && unit < 0x80) {
        bytes[at++] = unit
        continue
      }
      if (unit < 0x800) bytes[at++] = 0xc0 | (unit >> 6)
      else {
        bytes[at++] = 0xe0 | (unit >> 12)
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f)
      }
      bytes[at++] = 0x80 | (unit & 0x3f)
    }
    at = BYTES * Math.ceil(at / BYTES)
    starts[t + 1] = at / BYTES
  }
  return { words: new Uint32Array(bytes.buffer, 0, at / BYTES), starts }
}

/**
 * Spreads a key over the integers below 2³²: each word is multiplied in, and its upper bits are folded into the lower
 * ones. Consecutive numbers differ in few of their upper bits; these are spread as well.
 *
 * @param keys - Keys.
 * @param k - Index of the key.
 * @returns A number that is the same for the same key, in every file.
 */
export function spreadOf({ words, starts }: Keys, k: number): number {
  let hash = 0x9747b28c
  for (let w = starts[k]; w < starts[k + 1]; w++) {
    hash = Math.imul(hash ^ words[w], 0x9e3779b1)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x85ebca6b)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Tests whether two keys are equal. */
export function areSame({ words, starts }: Keys, a: number, b: number): boolean {
  const [from, other] = [starts[a], starts[b]]
  const length = starts[a + 1] - from
  if (starts[b + 1] - other !== length) return false
  for (let w = 0; w < length; w++) if (words[from + w] !== words[other + w]) return false
  return true
}

/** Concatenates keys. */
export function joinedKeys(pieces: readonly Keys[]): Keys {
  const total = (of: (keys: Keys) => number): number => pieces.reduce((sum, piece) => sum + of(piece), 0)
  const count = total(({ records }) => records.length)
  const joined = {
    words: new Uint32Array(total(({ words }) => words.length)),
    starts: new Uint32Array(count + 1),
    records: new Uint32Array(count),
  }
  let at = 0
  let before = 0
  for (const { words, starts, records } of pieces) {
    joined.words.set(words, before)
    joined.records.set(records, at)
    for (let i = 0; i < records.length; i++) joined.starts[++at] = before + starts[i + 1]
    before += words.length
  }
  return joined
}
