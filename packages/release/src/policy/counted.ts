/** So many columns are named in a sentence. */
const NAMED = 12

/** `a, b and 3 more`. */
export function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `1 column`, `2 columns`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
