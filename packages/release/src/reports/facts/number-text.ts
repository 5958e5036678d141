/**
 * A number as a report shows it: five significant digits, thousands apart, no exponent where it can be read without.
 *
 * @param value - A number.
 * @returns `1,234.5`; a dash where there is none.
 */
export function reportNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  return groupedNumber(Number(value.toPrecision(5)))
}

/**
 * A number with all its digits, thousands apart.
 *
 * @param value - A number.
 * @returns `91,234`; of very large and very small ones the exponent.
 */
export function groupedNumber(value: number): string {
  const text = String(value)
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  return whole === '' ? text : `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

/** `1 record`, `1,080 records`. */
export function counted(count: number, noun: string): string {
  return `${groupedNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `AGI, FEDTAX and 3 more`. */
export function someOf(names: readonly string[], most = 8): string {
  const left = names.length - most
  return left > 0 ? `${names.slice(0, most).join(', ')} and ${left} more` : listed(names)
}

/** `AGI, FEDTAX and PTOTVAL`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}

/** A file's name without the folders before it, whichever system wrote them. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
