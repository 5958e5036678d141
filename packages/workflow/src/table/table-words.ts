import { groupedNumber } from '@sdc/report'

/** `1 cell`, `676 cells`. */
export function plural(count: number, noun: string): string {
  return `${groupedNumber(count, 0)} ${noun}${count === 1 ? '' : 's'}`
}

/** A percentage with the digits that matter: `21.3 %`, `0.04 %`. */
export function percentText(percent: number): string {
  return `${Number(percent.toPrecision(percent >= 10 ? 3 : 2))} %`
}

/** A value of a cell or a cost for a sentence: whole above 1000, else six digits. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return groupedNumber(value, 0)
  if (Math.abs(value) >= 1000 || Number.isInteger(value)) return groupedNumber(value, 0)
  const digits = String(Number(value.toPrecision(6)))
  return digits.includes('e') ? digits : digits.replace('-', '−')
}
