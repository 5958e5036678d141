import type { MissingKinds } from './stat-table.js'

/**
 * Collects kinds of missing cells.
 *
 * @param rows - Number of records.
 * @returns A function that records the kind of a missing cell, and one that returns all; null if all are
 *   system-missing.
 */
export function missingKinds(rows: number): {
  readonly note: (record: number, text: string) => void
  readonly finish: () => MissingKinds | null
} {
  const texts: string[] = ['']
  let of: Int32Array | undefined
  return {
    note(record, text) {
      if (text === '') return
      of ??= new Int32Array(rows)
      let kind = texts.indexOf(text)
      if (kind < 0) kind = texts.push(text) - 1
      of[record] = kind
    },
    finish: () => (of === undefined ? null : { texts, of }),
  }
}

/** Returns the kind of a missing cell by its text. */
export function kindAt(missing: MissingKinds | null, record: number): string {
  return missing === null ? '' : (missing.texts[missing.of[record]] ?? '')
}
