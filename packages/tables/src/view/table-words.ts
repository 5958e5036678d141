import { groupedNumber } from '@sdc/report/tables'

/** `1 cell`, `676 cells`. */
export function plural(count: number, noun: string): string {
  return `${groupedNumber(count, 0)} ${noun}${count === 1 ? '' : 's'}`
}

/** A percentage with the digits that matter: `21.3 %`, `0.04 %`. */
export function percentText(percent: number): string {
  return `${Number(percent.toPrecision(percent >= 10 ? 3 : 2))} %`
}

/** A value of a cell or a cost for a sentence: whole above a million, one decimal above 1000, else six digits; `∞`. */
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

/** End of an interval that may be unknown. */
export function knownEnd(value: number): string {
  return Number.isNaN(value) ? '' : valueText(value)
}

/** JSON has no ∞: null says that there is no bound. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Names of the columns of the table of what became of the cells. */
export const protectedNames = ['cells', 'number', 'of cells', 'of value'] as const
