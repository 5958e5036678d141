/** Excel takes no longer ones. */
const LONGEST = 31

/**
 * Makes valid and distinct names of sheets: without `[ ] : * ? / \`, 31 letters at most, no apostrophe at an end,
 * different apart from capitals, not empty.
 *
 * @param wanted - The wanted names.
 * @returns The nearest ones, in the same order; a number distinguishes equal ones.
 */
export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name) => {
    const allowed = name.replace(/[[\]:*?/\\\p{Cc}]|\p{Surrogate}/gu, ' ').replace(/^['\s]+|['\s]+$/g, '')
    const base = cut(allowed === '' || /^history$/i.test(allowed) ? `${allowed} sheet`.trim() : allowed, LONGEST)
    let own = base
    for (let n = 2; taken.has(own.toLowerCase()); n++) own = `${cut(base, LONGEST - `${n}`.length - 3)} (${n})`
    taken.add(own.toLowerCase())
    return own
  })
}

/** Not between the halves of a pair. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/['\s]+$/, '')
}
