const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * The number that somebody wrote at a command line: a decimal one, as a file may have it. `0x5`, `0b1`, `Infinity` and
 * `1e400` are none: `Number` takes the first two for numbers, which nobody who types them into a file would get.
 *
 * @param text - What was written; blanks around it do not matter.
 * @returns The number, or undefined where it is no finite decimal one.
 */
export function decimalNumber(text: string): number | undefined {
  const trimmed = text.trim()
  const value = Number(trimmed)
  return decimal.test(trimmed) && Number.isFinite(value) ? value : undefined
}
