import type { MissingDefinition } from '../dictionary/dictionary.js'
import type { StatColumn } from '../dictionary/stat-table.js'

/** Kinds of missing numbers in Stata and SAS: letters instead of codes. */
export interface LetteredKinds {
  /** Letter by kind of the column; empty for a code without a free letter. */
  readonly letters: ReadonlyMap<string, string>
  /** Sentences about the codes that became letters, with the placeholder `{columns}`. */
  readonly losses: readonly string[]
}

/**
 * Assigns letters to the missing codes of a column, in the order of its definition, then of the numbers. Kinds that are
 * letters are kept. Codes without cells and labels are not reported.
 *
 * @param column - A column of numbers.
 * @param letters - Kinds of the program: `.a`, `.b`, …
 * @returns The letters, and the losses.
 */
export function letteredKinds(
  { description, cells }: Pick<StatColumn, 'description' | 'cells'>,
  letters: readonly string[],
): LetteredKinds {
  const { values = [], range }: Partial<MissingDefinition> = description.missing ?? {}
  const [low, high] = range ?? [Number.NaN, Number.NaN]
  const isKind = (text: string): boolean => text.startsWith('.') || (Number(text) >= low && Number(text) <= high)
  const labelled = [...(description.labels?.keys() ?? [])].filter((text) => values.includes(text) || isKind(text))
  const found = [...new Set([...(cells.missing?.texts ?? []), ...labelled])].filter((kind) => kind !== '')
  const stay = found.filter((kind) => letters.includes(kind))
  const others = found.filter((kind) => !letters.includes(kind)).sort((a, b) => Number(a) - Number(b))
  const codes = [...new Set([...values, ...others])].filter((kind) => !letters.includes(kind))
  const free = letters.filter((letter) => !stay.includes(letter) && /^\.[a-z]$/.test(letter))
  const pairs = codes.map((code, i) => [code, free[i] ?? ''] as const)
  const written = pairs
    .filter(([code]) => found.includes(code))
    .map(([code, letter]) => `${code} becomes ${letter || '.'}`)
  return {
    letters: new Map([...stay.map((kind) => [kind, kind] as const), ...pairs]),
    losses: [
      ...(written.length > 0 ? [`Missing values of {columns} become letters: ${written.join(', ')}.`] : []),
      ...(range ? [`The range of missing values of {columns} is lost: ${range[0]} to ${range[1]}.`] : []),
    ],
  }
}
