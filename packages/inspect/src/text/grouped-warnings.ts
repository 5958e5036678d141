import { asWarning, type Message } from '@sdc/core'
/** Context of warnings that are printed together. */
export interface WarningGroups {
  /** Labels that a warning may begin with, such as that of its candidate. */
  readonly labels?: readonly string[] | undefined
  /** Noun for the labels, in the plural: `candidates`. */
  readonly of?: string | undefined
  /** File that has all of them: `comparison.json`. */
  readonly details?: string | undefined
  /** Names of columns, which may occur in a warning without quotes. */
  readonly names?: readonly string[] | undefined
}

/** Most labels or columns named in a line; the others are counted. */
const NAMED = 2

/** Parts of a warning. */
interface Parts {
  readonly label: string | undefined
  /** Subject of the warning, if it names one: a method, a column, a group of records. */
  readonly subject: string
  /** Text up to its first colon. */
  readonly head: string
  readonly tail: string
  readonly kind: string
}

/**
 * Groups warnings for people, one line per kind, with the number of cases: a hundred candidates, or twelve columns, may
 * have the same warning. The kind of a warning is its text up to the first colon, without its candidate, method or
 * column and without numbers and names.
 *
 * @param warnings - The sentences.
 * @param groups - Labels that they may begin with, and the file that has all of them.
 * @returns A warning for every kind, in the order of their first cases.
 */
export function groupedWarnings(
  warnings: readonly string[],
  { labels = [], of = 'candidates', details, names = [] }: WarningGroups = {},
): Message[] {
  // The longest first, since one label may begin with another.
  const known = [...labels].sort((a, b) => b.length - a.length)
  const kinds = new Map<string, Parts[]>()
  for (const warning of new Set(warnings)) {
    const parts = taken(warning, known, names)
    kinds.set(parts.kind, [...(kinds.get(parts.kind) ?? []), parts])
  }
  return [...kinds.values()].map((same) => asWarning(lineOf(same, of, details)))
}

function lineOf(same: readonly Parts[], of: string, details: string | undefined): string {
  const [first] = same
  const own = unique(same.flatMap(({ label }) => label ?? []))
  if (same.length === 1) return `${own.length > 0 ? `${own[0]}: ` : ''}${first.subject}${first.head}${first.tail}`
  const where = details === undefined ? '' : `; all in ${details}`
  const columns = unique(same.flatMap(({ subject }) => /^columns? (".*"): $/.exec(subject)?.[1] ?? []))
  // Without a subject or a list of columns, the first warning is printed.
  if (own.length === 0 && columns.length < same.length)
    return `${first.subject}${first.head}${first.tail} (and ${same.length - 1} more of this kind${where})`
  const head = merged(same.map((one) => one.head))
  const [who, what] = own.length > 0 ? [own, of] : [columns, 'columns']
  // A common ending is printed. Different endings are represented by the first, if no file has the others.
  const tails = unique(same.map(({ tail }) => tail))
  const tail = tails.length === 1 || details === undefined ? tails[0] : ''
  return `${head}: ${who.length} ${who.length === 1 ? what.replace(/s$/, '') : what} (${listed(who)}${where})${tail}`
}

function taken(warning: string, labels: readonly string[], names: readonly string[]): Parts {
  const label = labels.find((one) => warning.startsWith(`${one}: `))
  const sentence = label === undefined ? warning : warning.slice(label.length + 2)
  const [subject] = /^(?:(?:[a-z][a-z0-9-]*\/[a-z0-9-]+|in the groups masked together|columns? "[^"]*"): )*/.exec(
    sentence,
  ) ?? ['']
  const said = sentence.slice(subject.length)
  const [head] = /^(?:\([^()]*\)|.)*?(?=: |$)/s.exec(said) ?? [said]
  // Warnings with and without a label are different kinds: one is about a candidate, the other about the file.
  const kind = `${label === undefined} ${plain(head, names)}`
  return { label, subject, head, tail: said.slice(head.length), kind }
}

/** Removes the variable parts of a sentence: names in quotes, columns, numbers, lists of them. */
function plain(text: string, names: readonly string[]): string {
  const quoted = text.replace(/"[^"]*"/g, '"')
  const columns = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern =
    columns.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}_])(?:${columns.join('|')})(?![\\p{L}\\p{N}_])`, 'gu') : undefined
  return (pattern ? quoted.replace(pattern, '"') : quoted)
    .replace(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, '#')
    .replace(/(["#])(?:(?:, | and )\1)+/g, '$1')
    .replace(/\((?:["#]|, )*\)/g, '')
}

/** Returns the first of the sentences, with differing numbers as a range: `3 to 40 missing values`. */
function merged(texts: readonly string[]): string {
  const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
  const numbers = texts.map((text) => text.match(number) ?? [])
  if (new Set(texts).size === 1 || numbers.some(({ length }) => length !== numbers[0].length)) return texts[0]
  let at = 0
  return texts[0].replace(number, (found) => {
    const values = numbers.map((one) => Number(one[at]))
    at++
    const [least, most] = [Math.min(...values), Math.max(...values)]
    return least === most ? found : `${least} to ${most}`
  })
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join('; ')}${more > 0 ? ` and ${more} more` : ''}`
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
