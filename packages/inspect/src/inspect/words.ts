/**
 * Returns a count with its noun: `1 record`, `4,580 records`.
 *
 * @param count - The count.
 * @param one - The noun in the singular; the plural adds an s.
 * @returns The text.
 */
export function counted(count: number, one: string): string {
  return `${groupedNumber(count)} ${one}${count === 1 ? '' : 's'}`
}

/** Formats a number with all digits and thousands separators; very large and very small ones with an exponent. */
export function groupedNumber(value: number): string {
  const text = String(value)
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  return whole === '' ? text : `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

/** Returns `a, b and c`. */
export function sentenceList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}

/** Formats a value: integers in full with thousands separators, others with six significant digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15)
    return `${value < 0 ? '−' : ''}${groupedNumber(Math.abs(value))}`
  if (Math.abs(value) >= 1e6 && Math.abs(value) < 1e15) return numberText(Math.round(value))
  return String(Number(value.toPrecision(6))).replace('-', '−')
}

/** Formats a share in percent, with one decimal below ten; `over 99 %` if it would round to 100. */
export function percentText(share: number): string {
  const percent = 100 * share
  if (percent < 100 && percent >= 99.5) return 'over 99 %'
  return percent >= 10 || percent === 0 ? `${Math.round(percent)} %` : `${Number(percent.toPrecision(2))} %`
}

/**
 * Returns names for a sentence.
 *
 * @param names - The names.
 * @param most - Greatest number of names if others are counted.
 * @returns `a, b and 3 more`
 */
export function named(names: readonly string[], most = 8): string {
  return names.length <= most + 1
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}

/** Returns `1 male`: a value with its label, if it has one. */
export function labelledText(text: string, labels: ReadonlyMap<string, string> | undefined): string {
  const label = labels?.get(text)
  return label === undefined ? text : `${text} ${label}`
}

/** Returns `-9 no answer` or `system-missing`: a kind of missing cells. */
export function missingKindText({
  text,
  label,
}: {
  readonly text: string
  readonly label?: string | undefined
}): string {
  return text === '' ? 'system-missing' : label === undefined ? text : `${text} ${label}`
}
