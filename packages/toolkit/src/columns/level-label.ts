/** What a missing value is called where it is a level like others. */
export const MISSING_LEVEL = '(missing)'

const BETWEEN = ' | '

/**
 * The label of a level of one variable or of several that are crossed, readable, and another for every level: `north`,
 * `north | f`, `north | (missing)`. What would be taken for the bar or for a missing value has a backslash before it.
 *
 * @param parts - The category of every variable, null where it is missing.
 * @returns The label, which `levelParts` takes apart again.
 */
export function levelLabel(parts: readonly (string | null)[]): string {
  const labels = parts.map(oneLabel)
  return parts.length === 1 ? labels[0] : labels.map((label) => label.replaceAll(/[\\|]/g, '\\$&')).join(BETWEEN)
}

/**
 * The categories that a label names.
 *
 * @param label - As `levelLabel` gives it.
 * @param count - How many variables are crossed.
 * @returns A category or null (missing) for each; undefined where the label is not of so many.
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

/** What stands between the bars, a character after a backslash being nothing but itself. */
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
