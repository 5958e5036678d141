import type { Column, Dataset } from '@sdc/core'
import { firstShared } from '@sdc/engine'

/**
 * Finds the columns that can link the records of two files: each has a different value for every record of its file,
 * and at least half of the masked records are found in the original.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @returns Their names, those that find most records first.
 */
export function linkColumns(original: Dataset, masked: Dataset): string[] {
  const shares = masked.names
    .filter((name) => original.names.includes(name))
    .map((name) => ({ name, share: shareFound(original.column(name), masked.column(name)) }))
  return shares
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.share - a.share)
    .map(({ name }) => name)
}

/**
 * Returns the share of the masked records whose value the original has; 0 if a value is missing or two records share
 * one.
 */
function shareFound(before: Column, after: Column): number {
  const [known, own] = [textsOf(before), textsOf(after)]
  if (own.length === 0 || known.includes(undefined) || own.includes(undefined)) return 0
  if (firstShared(before) !== undefined || firstShared(after) !== undefined) return 0
  const there = new Set(known)
  return own.filter((text) => there.has(text)).length / own.length
}

function textsOf(column: Column): (string | number | undefined)[] {
  return column.kind === 'numeric'
    ? Array.from(column.values, (value) => (Number.isNaN(value) ? undefined : value))
    : Array.from(column.codes, (code) => column.levels.at(code < 0 ? column.levels.length : code))
}
