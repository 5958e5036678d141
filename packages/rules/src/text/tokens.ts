import { ruleError } from './rule-error.js'

/** Part of a rule. Words of the language (if, then, …) and signs have their text as kind. */
export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'end' | Word | Sign
  /** Number as written, text or name without its quotes, or the word or sign. */
  readonly value: string
  /** Index of its first character, from 0. */
  readonly at: number
}

const words = ['if', 'then', 'and', 'or', 'not', 'in', 'is', 'missing'] as const
type Word = (typeof words)[number]

const signs = ['<=', '>=', '!=', '=', '<', '>', '+', '-', '*', '/', '(', ')', '{', '}', ','] as const
type Sign = (typeof signs)[number]

/** Other spellings of a sign, the longest first. */
const alike: readonly (readonly [string, Sign])[] = [
  ['==', '='],
  ['<>', '!='],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['−', '-'],
  ...signs.map((sign): [string, Sign] => [sign, sign]),
]

const blank = /\s+/y
const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const name = /[\p{L}_][\p{L}\p{N}\p{M}_.]*/uy
/** A quote within a quoted part is doubled. */
const quoted = /"((?:[^"]|"")*)"|'((?:[^']|'')*)'|`((?:[^`]|``)*)`/y

/**
 * Divides a rule into its parts.
 *
 * @param rule - The rule as written.
 * @returns Its parts; the last one is `end`.
 * @throws BAD_RULE for a character that begins no part, and for an unclosed quote.
 */
export function tokensOf(rule: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < rule.length;) {
    const match = (form: RegExp): RegExpExecArray | null => {
      form.lastIndex = at
      return form.exec(rule)
    }
    const [skipped = ''] = match(blank) ?? []
    const [digits] = match(number) ?? []
    const [word] = match(name) ?? []
    const between = match(quoted)
    const sign = alike.find(([written]) => rule.startsWith(written, at))
    if (skipped !== '') at += skipped.length
    else if (digits !== undefined) at += push(tokens, 'number', digits, at, digits.length)
    else if (word !== undefined) at += push(tokens, wordOf(word) ?? 'name', word, at, word.length)
    else if (between)
      at += push(tokens, between[3] === undefined ? 'text' : 'name', inner(between), at, between[0].length)
    else if (sign) at += push(tokens, sign[1], sign[1], at, sign[0].length)
    else throw unreadable(rule, at)
  }
  return [...tokens, { kind: 'end', value: '', at: rule.length }]
}

/**
 * Returns the name of a column in the notation of rules.
 *
 * @param column - The name.
 * @returns The name itself; in backquotes if it contains blanks or other signs, or is a word of the language.
 */
export function columnInRule(column: string): string {
  name.lastIndex = 0
  const plain = name.exec(column)?.[0] === column && wordOf(column) === undefined
  return plain ? column : `\`${column.replaceAll('`', '``')}\``
}

function push(tokens: Token[], kind: Token['kind'], value: string, at: number, length: number): number {
  tokens.push({ kind, value, at })
  return length
}

const wordOf = (word: string): Word | undefined => words.find((one) => one === word.toLowerCase())

function inner([, double, single, back]: RegExpExecArray): string {
  const text: string | undefined = double
  if (text !== undefined) return text.replaceAll('""', '"')
  return (single as string | undefined)?.replaceAll("''", "'") ?? back.replaceAll('``', '`')
}

function unreadable(rule: string, at: number): Error {
  if ('"\'`'.includes(rule[at])) {
    const fix = 'Close the text with the same quote; write a quote inside it twice.'
    return ruleError(rule, at, 'the quote has no end', fix)
  }
  const fix = 'Put the name of a column with blanks or signs in backquotes, and a text in quotes.'
  return ruleError(rule, at, `"${rule[at]}" has no meaning here`, fix)
}
