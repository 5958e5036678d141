import type { TimeKind } from '@sdc/core'
import type { StatColumn } from '../../../dictionary/stat-table.js'
import { cutBytes } from '../../bytes/cut-bytes.js'
import type { Losses } from '../../losses.js'
import { KINDS, WHOLE } from '../storage.js'
import { toStataTime } from '../times.js'

/** Letters of the label of a column or file. */
const LONGEST_LABEL = 80
/** Bytes of the label of a value. */
const LONGEST_VALUE_LABEL = 32_000
const [LOWEST, LARGEST] = WHOLE.long
const encoder = /* @__PURE__ */ new TextEncoder()

/** Label of a value: the number that stands for it in a set of labels, and its text in UTF-8. */
export interface WrittenLabel {
  readonly value: number
  readonly text: Uint8Array
}

/**
 * Returns the label of a column or file as Stata can hold it.
 *
 * @param label - The label.
 * @param onCut - Called if it is too long.
 */
export function shortLabel(label: string | undefined, onCut: () => void): string {
  const letters = [...beforeZero(label ?? '')]
  if (letters.length > LONGEST_LABEL) onCut()
  return letters.slice(0, LONGEST_LABEL).join('')
}

/**
 * Returns the value labels of a column of numbers as Stata can hold them, in the order of the values.
 *
 * @param column - The column.
 * @param letters - Kinds of Stata for its kinds of missing values.
 * @param format - Display format that it gets.
 * @param lost - Takes what is not written.
 */
export function writtenLabels(
  { name, description }: StatColumn,
  letters: ReadonlyMap<string, string>,
  format: string,
  lost: Losses,
): readonly WrittenLabel[] {
  const { time } = description
  const numbers = new Map<number, string>()
  for (const [text, label] of description.labels ?? []) {
    const value = labelledNumber(text, letters, time, format)
    if (value !== undefined) numbers.set(value, label)
    else lost.add('Stata labels whole numbers and .a to .z: other labels of {columns} are not written.', name)
  }
  return [...numbers]
    .sort(([a], [b]) => a - b)
    .map(([value, label]) => {
      const text = encoder.encode(beforeZero(label))
      if (text.length <= LONGEST_VALUE_LABEL) return { value, text }
      lost.add('Stata holds value labels of 32,000 bytes: longer ones of {columns} are cut.', name)
      return { value, text: cutBytes(text, LONGEST_VALUE_LABEL) }
    })
}

/** Number that stands for a labelled value; undefined where Stata has none. */
function labelledNumber(
  text: string,
  letters: ReadonlyMap<string, string>,
  time: TimeKind | undefined,
  format: string,
): number | undefined {
  const letter = KINDS.indexOf(letters.get(text) ?? text)
  if (letter > 0) return LARGEST + 1 + letter
  if (letter === 0) return undefined
  const value = time === undefined ? Number(text) : toStataTime(Float64Array.of(Number(text)), time, format)[0]
  return Number.isInteger(value) && value >= LOWEST && value <= LARGEST ? value : undefined
}

/** A text ends at a zero: what is behind one would be hidden in the file. */
function beforeZero(text: string): string {
  const at = text.indexOf('\0')
  return at < 0 ? text : text.slice(0, at)
}
