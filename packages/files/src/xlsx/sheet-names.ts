/** Limit of Excel. */
const LONGEST = 31

/**
 * Returns valid and distinct names of sheets: not empty, without `[ ] : * ? / \`, at most 31 letters, no apostrophe at
 * an end, different apart from case.
 *
 * @param wanted - Desired names.
 * @returns The nearest valid ones, in the same order; a number distinguishes equal ones.
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

/** Never splits a surrogate pair. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/['\s]+$/, '')
}
