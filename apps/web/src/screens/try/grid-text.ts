import type { ParamView } from '../../worker/protocol/method-types.js'

/** Values to try of a parameter, or the reason for none, a sentence without its full stop. */
export type Parsed = { readonly values: readonly unknown[] | undefined } | { readonly problem: string }

/** Formats the values of a field, separated by commas; a single text is unchanged. */
export function gridText(values: readonly unknown[] | undefined): string {
  return (values ?? []).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))).join(', ')
}

/**
 * Reads the values to try: numbers separated by commas, semicolons or blanks; a text or JSON as one value. An empty
 * field keeps the default of the method.
 *
 * @param param - The parameter.
 * @param text - Text of the field.
 * @returns The values, or the problem.
 */
export function parseGrid(param: ParamView, text: string): Parsed {
  const trimmed = text.trim()
  if (trimmed === '') return { values: undefined }
  if (param.kind === 'text') return parseText(trimmed)
  const values: number[] = []
  for (const cell of trimmed.split(/[\s,;]+/).filter(Boolean)) {
    const value = Number(cell)
    const problem = numberProblem(param, cell, value)
    if (problem !== undefined) return { problem }
    if (values.includes(value)) return { problem: `${cell} occurs twice` }
    values.push(value)
  }
  return { values }
}

/** Lists and objects are JSON; anything else is the text itself. */
function parseText(text: string): Parsed {
  if (!/^[[{]/.test(text)) return { values: [text] }
  try {
    return { values: [JSON.parse(text)] }
  } catch {
    return { problem: 'not valid JSON: write lists as ["a", "b"], objects as {"a": 1}' }
  }
}

function numberProblem(
  { kind, min, max, aboveMin, belowMax }: ParamView,
  cell: string,
  value: number,
): string | undefined {
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(cell)) {
    return `“${cell}” is not a number: write a decimal point, and separate values by commas`
  }
  if (kind === 'integer' && !Number.isInteger(value)) return `${cell} is not a whole number`
  if (min !== undefined && (aboveMin ? value <= min : value < min))
    return `${cell} is too small: ${rangeText({ min, aboveMin })}`
  if (max !== undefined && (belowMax ? value >= max : value > max))
    return `${cell} is too large: ${rangeText({ max, belowMax })}`
  return undefined
}

/** Returns the range of a parameter: `at least 2`, `above 0, at most 100`; empty if it has none. */
export function rangeText({ min, max, aboveMin, belowMax }: Partial<ParamView>): string {
  const least = min === undefined ? [] : [`${aboveMin ? 'above' : 'at least'} ${min}`]
  const most = max === undefined ? [] : [`${belowMax ? 'below' : 'at most'} ${max}`]
  return [...least, ...most].join(', ')
}
