/** Days of the months, without the leap day. */
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Returns true if a text is an existing day: `2027-03-31`. Such texts sort in the order of the days.
 *
 * @param text - The text.
 * @returns False for another form, and for the 30th of February.
 */
export function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  if (year === undefined || month < 1 || month > 12) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day >= 1 && day <= days[month - 1] + (month === 2 && isLeap ? 1 : 0)
}
