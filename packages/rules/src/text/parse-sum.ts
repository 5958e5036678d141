import { plusForm, timesForm } from './linear.js'
import type { LinearForm } from './rule.js'
import type { TokenReader } from './token-reader.js'

/** Side of a comparison: a linear form or a text. */
export type Side = LinearForm | { readonly text: string }

const linearOnly =
  'Rules are linear: multiply or divide columns by numbers only (tax <= 0.5 * income). ' +
  'Add the product or quotient of two columns to the file as a column of its own.'

/**
 * Reads a sum or a text.
 *
 * @param tokens - The rule, at the beginning of the sum.
 * @returns The linear form, or the text.
 * @throws BAD_RULE for products of columns, texts in calculations, and anything that is not a sum.
 */
export function readSum(tokens: TokenReader): Side {
  if (tokens.kind === 'text') return { text: tokens.next().value }
  let sum = readProduct(tokens)
  while (tokens.kind === '+' || tokens.kind === '-') {
    const sign = tokens.next().kind === '+' ? 1 : -1
    sum = plusForm(sum, readProduct(tokens), sign)
  }
  return sum
}

function readProduct(tokens: TokenReader): LinearForm {
  let product = readFactor(tokens)
  while (tokens.kind === '*' || tokens.kind === '/') {
    const { kind, at } = tokens.next()
    const factor = readFactor(tokens)
    if (kind === '*') {
      const [by, form] = factor.terms.length === 0 ? [factor.constant, product] : [product.constant, factor]
      if (product.terms.length > 0 && factor.terms.length > 0)
        throw tokens.errorAt(at, 'it multiplies two columns', linearOnly)
      product = timesForm(form, by)
    } else {
      if (factor.terms.length > 0) throw tokens.errorAt(at, 'it divides by a column', linearOnly)
      if (factor.constant === 0) throw tokens.errorAt(at, 'it divides by 0', 'Divide by another number.')
      product = timesForm(product, 1 / factor.constant)
    }
  }
  return product
}

function readFactor(tokens: TokenReader): LinearForm {
  if (tokens.take('-')) return timesForm(readFactor(tokens), -1)
  if (tokens.take('+')) return readFactor(tokens)
  const { at } = tokens
  if (tokens.kind === '(') {
    tokens.next()
    const sum = readSum(tokens)
    if ('text' in sum)
      throw tokens.errorAt(at, 'a text is part of a calculation', 'Compare a text with one column alone.')
    if (!tokens.take(')')) throw tokens.error('")" is missing', 'Close each parenthesis.')
    return sum
  }
  if (tokens.kind === 'name') {
    const { value } = tokens.next()
    if (tokens.take('(')) {
      const fix = 'Rules have no functions: use +, -, numbers times columns, comparisons, in {…} and is missing.'
      throw tokens.errorAt(at, `"${value}" is not a function`, fix)
    }
    return { terms: [[value, 1]], constant: 0 }
  }
  if (tokens.kind === 'number') {
    const constant = Number(tokens.next().value)
    if (!Number.isFinite(constant)) throw tokens.errorAt(at, 'the number is too large', 'Write a number below 1e308.')
    return { terms: [], constant }
  }
  throw tokens.error('a column or number is missing', expected(tokens))
}

function expected(tokens: TokenReader): string {
  if (tokens.kind === 'text') return 'A text is compared with one column alone: sex = "male".'
  if (tokens.isWord)
    return `"${tokens.kind}" is a word of the language; put a column of this name in backquotes: \`${tokens.kind}\`.`
  return 'Write for example total = wage + rent, tax <= income, if age < 15 then married = "no", sector in {A, B}.'
}
