import { groupedNumber } from '@sdc/report/tables'

/**
 * Returns `1 cell`, `676 cells`.
 *
 * @param count - The number.
 * @param noun - The noun in singular.
 * @returns The text.
 */
export function plural(count: number, noun: string): string {
  return `${groupedNumber(count, 0)} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns a percentage with its significant digits: `21.3 %`, `0.04 %`. */
export function percentText(percent: number): string {
  return `${Number(percent.toPrecision(percent >= 10 ? 3 : 2))} %`
}

/**
 * Returns a value of a cell or a cost for a sentence: whole above a million, one decimal above 1000, else six digits;
 * `∞`.
 */
export function valueText(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value) || Math.abs(value) >= 1e6) return groupedNumber(value, 0)
  if (Math.abs(value) >= 1000) return groupedNumber(value, 1).replace(/\.0$/, '')
  const digits = String(Number(value.toPrecision(6)))
  return digits.includes('e') ? digits : digits.replace('-', '−')
}

/** Returns a verdict as a sentence, with a capital and a full stop. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}

/** Returns the end of an interval, which may be unknown, as text. */
export function knownEnd(value: number): string {
  return Number.isNaN(value) ? '' : valueText(value)
}

/** Replaces ∞, which JSON lacks, by null for no bound. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Column names of the table of the outcome for cells. */
export const protectedNames = ['cells', 'number', 'of cells', 'of value'] as const
