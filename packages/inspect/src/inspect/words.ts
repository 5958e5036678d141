/** `1 record`, `4,580 records`. */
export function counted(count: number, one: string): string {
  return `${groupedNumber(count)} ${one}${count === 1 ? '' : 's'}`
}

/** A number with all its digits and commas between thousands; of very large and very small ones the exponent. */
export function groupedNumber(value: number): string {
  const text = String(value)
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  return whole === '' ? text : `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

/** `a, b and c`. */
export function sentenceList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}

/** A value: whole numbers in full with commas, others with six significant digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15)
    return `${value < 0 ? '−' : ''}${groupedNumber(Math.abs(value))}`
  if (Math.abs(value) >= 1e6 && Math.abs(value) < 1e15) return numberText(Math.round(value))
  return String(Number(value.toPrecision(6))).replace('-', '−')
}

/** A share in percent: one digit below ten; `over 99 %` where it would round to all. */
export function percentText(share: number): string {
  const percent = 100 * share
  if (percent < 100 && percent >= 99.5) return 'over 99 %'
  return percent >= 10 || percent === 0 ? `${Math.round(percent)} %` : `${Number(percent.toPrecision(2))} %`
}

/** Names in a sentence: some of them, and how many more there are. */
export function named(names: readonly string[], most = 8): string {
  return names.length <= most + 1
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}

/** `1 male`: a value with its label, if it has one. */
export function labelledText(text: string, labels: ReadonlyMap<string, string> | undefined): string {
  const label = labels?.get(text)
  return label === undefined ? text : `${text} ${label}`
}

/** `-9 no answer`, `system-missing`: a kind of missing cells. */
export function missingKindText({
  text,
  label,
}: {
  readonly text: string
  readonly label?: string | undefined
}): string {
  return text === '' ? 'system-missing' : label === undefined ? text : `${text} ${label}`
}
