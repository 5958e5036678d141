import type { Marks } from '../bytes/marks.js'
import { lettersOf } from '../bytes/utf8.js'
import type { TextList } from './text-list.js'

/** Number of bytes decoded at once: slices of one long string need no memory for their letters. */
const AT_ONCE = 1 << 16

/**
 * Returns all texts of a list as strings.
 *
 * @param texts - The list; its texts are UTF-8 except for the marks.
 * @param marks - Separator and quote.
 * @returns The strings, in order.
 */
export function textsAsStrings(texts: TextList, marks: Marks): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const strings = new Array<string>(texts.size)
  if (marks.strange) {
    for (let i = 0; i < texts.size; i++) {
      const from = texts.from(i)
      strings[i] = marks.decode(texts.block(i), from, from + texts.length(i))
    }
    return strings
  }
  for (let i = 0; i < texts.size;) {
    const block = texts.block(i)
    const start = texts.from(i)
    let end = start + texts.length(i)
    let next = i + 1
    while (next < texts.size && texts.block(next) === block && end - start < AT_ONCE) end += texts.length(next++)
    const text = decoder.decode(block.subarray(start, end))
    let at = 0
    for (; i < next; i++) {
      const from = texts.from(i)
      const to = from + texts.length(i)
      // As many letters as bytes: the block is ASCII.
      const letters = text.length === end - start ? to - from : lettersOf(block, from, to)
      strings[i] = text.slice(at, at + letters)
      at += letters
    }
  }
  return strings
}
