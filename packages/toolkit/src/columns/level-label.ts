/** Label of a missing value that is a level like others. */
export const MISSING_LEVEL = '(missing)'

const BETWEEN = ' | '

/**
 * Returns a readable label of a level of one variable or of several crossed ones: `north`, `north | f`,
 * `north | (missing)`. Different levels have different labels. A backslash precedes characters that would be read as
 * the bar or as a missing value.
 *
 * @param parts - The category of every variable, null if missing.
 * @returns The label, which `levelParts` parses.
 */
export function levelLabel(parts: readonly (string | null)[]): string {
  const labels = parts.map(oneLabel)
  return parts.length === 1 ? labels[0] : labels.map((label) => label.replaceAll(/[\\|]/g, '\\$&')).join(BETWEEN)
}

/**
 * Returns the categories that a label names.
 *
 * @param label - A result of `levelLabel`.
 * @param count - Number of crossed variables.
 * @returns A category or null (missing) for each; undefined if the label has another number of parts.
 */
export function levelParts(label: string, count: number): (string | null)[] | undefined {
  const labels = count === 1 ? [label] : partsBetween(label)
  return labels.length === count ? labels.map(onePart) : undefined
}

function oneLabel(part: string | null): string {
  if (part === null) return MISSING_LEVEL
  return /^\\*\(missing\)$/.test(part) ? `\\${part}` : part
}

function onePart(label: string): string | null {
  if (label === MISSING_LEVEL) return null
  return /^\\+\(missing\)$/.test(label) ? label.slice(1) : label
}

/** Splits a label at its bars; a character after a backslash is literal. */
function partsBetween(label: string): string[] {
  const parts = ['']
  for (let i = 0; i < label.length; i++) {
    if (label.startsWith(BETWEEN, i)) {
      parts.push('')
      i += BETWEEN.length - 1
    } else parts[parts.length - 1] += label[i] === '\\' ? (label[++i] ?? '') : label[i]
  }
  return parts
}
