/** `1 record`, `4,580 records`. */
export function counted(count: number, one: string): string {
  return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`
}

/** A whole number with commas between thousands. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A value: whole numbers in full with commas, others with six significant digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return `${value < 0 ? '−' : ''}${grouped(Math.abs(value))}`
  if (Math.abs(value) >= 1e6 && Math.abs(value) < 1e15) return numberText(Math.round(value))
  return String(Number(value.toPrecision(6))).replace('-', '−')
}

/** A share in percent: one digit below ten. */
export function percentText(share: number): string {
  const percent = 100 * share
  return percent >= 10 || percent === 0 ? `${Math.round(percent)} %` : `${Number(percent.toPrecision(2))} %`
}

/** Names in a sentence: some of them, and how many more there are. */
export function named(names: readonly string[], most = 8): string {
  return names.length <= most + 1
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}
