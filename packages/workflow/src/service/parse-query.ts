import { queryKinds, SdcError, type Query } from '@sdc/core'

const form = `A query is ${queryKinds.join(', ')} with columns in parentheses, and where it is not of all records a condition: sum(income) where region = 'north' and age in 30..40. Quote text as '…', and a name with blanks as "…".`

type Token =
  | { readonly kind: 'name' | 'text' | 'sign'; readonly at: number; readonly text: string }
  | { readonly kind: 'number'; readonly at: number; readonly text: string; readonly value: number }

type Wanted = string | number | readonly [number, number]

/** Least and greatest number of columns of each kind. */
const columnCounts: Readonly<Record<Query['ask'], readonly [number, number]>> = {
  count: [0, 0],
  sum: [1, 1],
  mean: [1, 1],
  variance: [1, 1],
  covariance: [2, 2],
  regression: [2, Infinity],
  min: [1, 1],
  max: [1, 1],
  median: [1, 1],
}

/**
 * Parses a query: `kind(columns) where condition and condition …`. A condition is `column = 'text'`, `column = number`
 * or `column in least..greatest`, bounds included. Throws BAD_OPTION with the position of the error.
 *
 * @param text - The query.
 * @returns Kind, columns and conditions.
 * @throws BAD_OPTION with the position of the error.
 */
export function parseQuery(text: string): Query {
  const tokens = tokensOf(text)
  let next = 0
  const fail = (expected: string, at = next): never => {
    const token = tokens[at]
    const found = token ? `"${token.text}"` : 'the end'
    const place = token ? `at character ${token.at + 1}` : 'at the end'
    const message = `the query "${text}" is not understood ${place}: expected ${expected}, found ${found}`
    throw new SdcError('BAD_OPTION', message, {}, form)
  }
  const is = (...words: readonly string[]): boolean => {
    const token = tokens[next]
    return token !== undefined && token.kind === 'sign' && words.includes(token.text)
  }
  /** A keyword is a name without quotes, in upper or lower case. */
  const isWord = (word: string): boolean => {
    const token = tokens[next]
    return token?.kind === 'name' && !text.startsWith('"', token.at) && token.text.toLowerCase() === word
  }
  const sign = (wanted: string): void => {
    if (!is(wanted)) fail(`"${wanted}"`)
    next++
  }
  const word = (wanted: string): void => {
    if (!isWord(wanted)) fail(`"${wanted}"`)
    next++
  }
  const name = (): string => {
    const token = tokens[next]
    if (token?.kind !== 'name') return fail('the name of a column')
    next++
    return token.text
  }
  const number = (): number => {
    const token = tokens[next]
    if (token?.kind !== 'number') return fail('a number')
    next++
    return token.value
  }
  const wanted = (): Wanted => {
    if (isWord('in')) {
      next++
      const from = next
      const least = number()
      sign('..')
      const greatest = number()
      if (least > greatest) fail('a range that goes up', from)
      return [least, greatest]
    }
    if (!is('=')) fail('"=" or "in"')
    next++
    const token = tokens[next]
    if (token?.kind === 'number') return number()
    if (token?.kind !== 'text') return fail("a number, or text in '…'")
    next++
    return token.text
  }

  const ask = queryKinds.find(isWord) ?? fail(`one of ${queryKinds.join(', ')}`)
  next++
  sign('(')
  const columns: string[] = []
  while (!is(')')) {
    if (columns.length > 0) sign(',')
    columns.push(name())
  }
  const [least, most] = columnCounts[ask]
  if (columns.length < least || columns.length > most)
    fail(`${most === Infinity ? `at least ${least}` : most} column(s) for ${ask}, not ${columns.length}`)
  sign(')')
  const where = new Map<string, Wanted>()
  if (next < tokens.length) {
    word('where')
    for (;;) {
      const at = next
      const column = name()
      if (where.has(column)) fail(`one condition a column, and "${column}" has two`, at)
      where.set(column, wanted())
      if (next === tokens.length) break
      word('and')
    }
  }
  return { ask, columns, ...(where.size > 0 && { where: Object.fromEntries(where) }) }
}

const patterns = [
  ['number', /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['text', /'((?:[^']|'')*)'/y],
  ['name', /"((?:[^"]|"")*)"/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['sign', /\.\.|[(),=]/y],
] as const

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  scan: while (at < text.length) {
    if (/\s/.test(text[at])) {
      at++
      continue
    }
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at
      const match = pattern.exec(text)
      if (!match) continue
      const quote = match[0][0]
      const own = match.length > 1 ? match[1].replaceAll(quote + quote, quote) : match[0]
      tokens.push(kind === 'number' ? { kind, at, text: own, value: Number(own) } : { kind, at, text: own })
      at += match[0].length
      continue scan
    }
    const what = /['"]/.test(text[at]) ? `the quote ${text[at]} is not closed` : `"${text[at]}" means nothing there`
    const message = `the query "${text}" is not understood at character ${at + 1}: ${what}`
    throw new SdcError('BAD_OPTION', message, {}, form)
  }
  return tokens
}
