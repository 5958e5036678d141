import { decimalNumber, isoNumber, isoText, type TimeKind } from '@sdc/core'

/**
 * Text of a number in classes and hierarchies: `2024-05-17` for a date, otherwise the number.
 *
 * @param time - Unit of a column of dates or times.
 * @param value - The number.
 */
export function valueText(time: TimeKind | undefined, value: number): string {
  return time === undefined ? String(value + 0) : isoText(time, value)
}

/**
 * Returns the value of a column in the report of a method: a text for a date or time, otherwise the number.
 *
 * @param time - Unit of a column of dates or times.
 * @param value - The number; a date may be between two days.
 */
export function reportedValue(time: TimeKind | undefined, value: number): number | string {
  return time === undefined ? value : isoText(time, Math.floor(value))
}

/**
 * Number of a text: the reverse of `valueText`, which also reads the number of a date.
 *
 * @param time - Unit of a column of dates or times.
 * @param text - The text.
 * @returns The number; undefined for another text.
 */
export function valueOfText(time: TimeKind | undefined, text: string): number | undefined {
  const number = decimalNumber(text)
  if (number !== undefined || time === undefined) return number
  const value = isoNumber(time, text.trim())
  return Number.isNaN(value) ? undefined : value
}
