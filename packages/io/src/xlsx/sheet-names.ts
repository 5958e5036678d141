/** Excel takes no longer ones. */
const LONGEST = 31

/**
 * Names of sheets that a workbook can have: without `[ ] : * ? / \`, 31 letters at most, no apostrophe at an end, no two alike
 * but for capitals, none empty.
 *
 * @param wanted - The names that they should have.
 * @returns The nearest ones, in the same order; a number tells those apart that would be alike.
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
