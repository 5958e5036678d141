/** Most decimals shown. */
const MOST_DECIMALS = 6

/**
 * Returns the format of a table's numbers: thousands grouped, and for all cells the decimals that the finest needs. At most
 * twelve digits, so that rounding errors of sums do not show.
 *
 * @param values - The cells.
 * @returns A function that formats one number.
 */
export function cellNumbers(values: ArrayLike<number>): (value: number) => string {
  let decimals = 0
  for (let c = 0; c < values.length && decimals < MOST_DECIMALS; c++)
    decimals = Math.max(decimals, decimalsOf(values[c]))
  return (value) => groupedNumber(value, decimals)
}

/**
 * Formats a number with grouped thousands.
 *
 * @param value - The number.
 * @param decimals - Number of decimals.
 * @returns `−1,234.50`; `∞` for an infinite number.
 */
export function groupedNumber(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '' : value < 0 ? '−∞' : '∞'
  const [whole, part] = Math.abs(value).toFixed(decimals).split('.')
  // Beyond 1e21 a number is written with an exponent.
  const grouped = whole.includes('e') ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const text = part === undefined ? grouped : `${grouped}.${part}`
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text
}

function decimalsOf(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return 0
  const [digits, power = '0'] = String(Number(value.toPrecision(12))).split('e')
  return Math.min(MOST_DECIMALS, Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power)))
}
