import type { TimeKind } from '@sdc/core'
import type { StatColumn } from '../../../dictionary/stat-table.js'
import { cutBytes } from '../../bytes/cut-bytes.js'
import type { Losses } from '../../losses.js'
import { KINDS, WHOLE } from '../storage.js'
import { toStataTime } from '../times.js'

/** Largest number of letters of the label of a column or file. */
const LONGEST_LABEL = 80
/** Largest number of bytes of the label of a value. */
const LONGEST_VALUE_LABEL = 32_000
const [LOWEST, LARGEST] = WHOLE.long
const encoder = /* @__PURE__ */ new TextEncoder()

/** Label of a value: its number in a set of labels, and its text in UTF-8. */
export interface WrittenLabel {
  readonly value: number
  readonly text: Uint8Array
}

/**
 * Returns the label of a column or file, cut to the length in Stata.
 *
 * @param label - The label.
 * @param onCut - Called if it is too long.
 * @returns The label; empty without one.
 */
export function shortLabel(label: string | undefined, onCut: () => void): string {
  const letters = [...beforeZero(label ?? '')]
  if (letters.length > LONGEST_LABEL) onCut()
  return letters.slice(0, LONGEST_LABEL).join('')
}

/**
 * Returns the value labels of a column of numbers in the form of Stata, in the order of the values.
 *
 * @param column - The column.
 * @param letters - Kinds of Stata for its kinds of missing values.
 * @param format - Display format of the output.
 * @param lost - Receives losses of the format.
 * @returns The labels.
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

/** Number of a labelled value; undefined if Stata has none. */
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

/** A text ends at a zero: the rest would be hidden in the file. */
function beforeZero(text: string): string {
  const at = text.indexOf('\0')
  return at < 0 ? text : text.slice(0, at)
}
