const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * Reads a decimal number that somebody typed. Rejects `0x5`, `0b1`, `Infinity` and `1e400`: `Number` accepts the first
 * two, which nobody means.
 *
 * @param text - The typed text; blanks around it do not matter.
 * @returns The number; undefined if the text is not a finite decimal number.
 */
export function decimalNumber(text: string): number | undefined {
  const trimmed = text.trim()
  const value = Number(trimmed)
  return decimal.test(trimmed) && Number.isFinite(value) ? value : undefined
}
