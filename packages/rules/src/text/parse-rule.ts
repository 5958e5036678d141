import { readSum, type Side } from './parse-sum.js'
import { plusForm } from './linear.js'
import { TokenReader } from './token-reader.js'
import type { Comparison, Condition, Rule } from './rule.js'

const comparisons: readonly string[] = ['=', '!=', '<', '<=', '>', '>=']
/** Comparison with its sides exchanged. */
const turned = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
/** Parts that only a condition has: a parenthesis with one of them is not a sum. */
const ofConditions: readonly string[] = [...comparisons, 'in', 'is', 'and', 'or', 'not']

/**
 * Parses one rule: linear equations and inequalities, comparisons with texts, sets, `is missing`, `and`, `or`, `not`,
 * and `if … then …`. Nothing is evaluated as code.
 *
 * @param text - The rule: `total = wage + rent`, `if age < 15 then married = "no"`.
 * @returns The rule as data. Its columns are looked up when it is bound.
 * @throws BAD_RULE with the place, and with the alternatives.
 */
export function parseRule(text: string): Rule {
  const tokens = new TokenReader(text)
  const when = tokens.take('if') ? conditionOf(tokens) : undefined
  if (when && !tokens.take('then')) throw tokens.error('"then" is missing', 'Write if CONDITION then CONDITION.')
  const then = conditionOf(tokens)
  if (tokens.kind !== 'end') throw tokens.error('the rule should end here', hintAtEnd(tokens))
  const columns = [...new Set([...(when ? columnsOf(when) : []), ...columnsOf(then)])]
  return { text, columns, when, then, derived: when ? undefined : derivedOf(text, then) }
}

/**
 * Parses the rules of a schema.
 *
 * @param texts - The rules.
 * @returns The rules as data, in the same order.
 * @throws BAD_RULE for the first invalid rule.
 */
export function parseRules(texts: readonly string[]): Rule[] {
  return texts.map(parseRule)
}

/** Columns of a condition. */
export function columnsOf(condition: Condition): string[] {
  switch (condition.kind) {
    case 'linear':
      return condition.form.terms.map(([column]) => column)
    case 'and':
    case 'or':
      return condition.of.flatMap(columnsOf)
    case 'not':
      return columnsOf(condition.of)
    default:
      return [condition.column]
  }
}

function conditionOf(tokens: TokenReader): Condition {
  return joined(tokens, 'or', () => joined(tokens, 'and', () => unary(tokens)))
}

function joined(tokens: TokenReader, kind: 'and' | 'or', one: () => Condition): Condition {
  const of = [one()]
  while (tokens.take(kind)) of.push(one())
  return of.length === 1 ? of[0] : { kind, of }
}

function unary(tokens: TokenReader): Condition {
  if (tokens.take('not')) return { kind: 'not', of: unary(tokens) }
  if (!tokens.opens(ofConditions)) return comparison(tokens)
  tokens.take('(')
  const of = conditionOf(tokens)
  if (!tokens.take(')')) throw tokens.error('")" is missing', 'Close each parenthesis.')
  return of
}

function comparison(tokens: TokenReader): Condition {
  const at = tokens.at
  let left = readSum(tokens)
  if (tokens.kind === 'in' || tokens.kind === 'not' || tokens.kind === 'is') return ofColumn(tokens, left, at)
  const of: Condition[] = []
  while (comparisons.includes(tokens.kind)) {
    const sign = tokens.kind as Comparison
    tokens.next()
    const right = readSum(tokens)
    of.push(compared(tokens, left, sign, right, at))
    left = right
  }
  if (of.length === 0) throw tokens.error('a comparison is missing', 'Use =, !=, <, <=, >, >=, in {…} or is missing.')
  return of.length === 1 ? of[0] : { kind: 'and', of }
}

/** Reads the rest of `x in {…}`, `x not in {…}`, `x is missing` and `x is not missing`. */
function ofColumn(tokens: TokenReader, side: Side, at: number): Condition {
  const column = columnAlone(side)
  if (column === undefined)
    throw tokens.errorAt(
      at,
      `one column is needed before "${tokens.kind}"`,
      'Write COLUMN in {A, B} or COLUMN is missing.',
    )
  const isSet = tokens.kind !== 'is'
  const first = isSet ? tokens.take('not') : tokens.take('is') && tokens.take('not')
  if (isSet && !tokens.take('in')) throw tokens.error('"in" is missing', 'Write COLUMN not in {A, B}.')
  if (!isSet && !tokens.take('missing')) {
    const fix = 'Write COLUMN is missing or COLUMN is not missing; compare values with = or !=.'
    throw tokens.error('"missing" is missing', fix)
  }
  const found: Condition = isSet ? { kind: 'in', column, values: setOf(tokens) } : { kind: 'missing', column }
  return first ? { kind: 'not', of: found } : found
}

function setOf(tokens: TokenReader): string[] {
  const values: string[] = []
  const fix = 'Write the values in braces: sector in {A, B, "C and D"}.'
  if (!tokens.take('{')) throw tokens.error('"{" is missing', fix)
  do {
    const sign = tokens.take('-') ? '-' : ''
    if (tokens.kind !== 'number' && (sign !== '' || !tokens.isWord)) throw tokens.error('a value is missing', fix)
    values.push(sign + tokens.next().value)
  } while (tokens.take(','))
  if (!tokens.take('}')) throw tokens.error('"," or "}" is missing', fix)
  return values
}

function compared(tokens: TokenReader, left: Side, sign: Comparison, right: Side, at: number): Condition {
  if ('text' in left || 'text' in right) {
    const [column, text] =
      'text' in right ? [columnAlone(left), right.text] : [columnAlone(right), (left as { text: string }).text]
    if (column === undefined) {
      const fix = 'A text or date is compared with one column alone: sex = "male", admission >= "2020-01-31".'
      throw tokens.errorAt(at, 'a text is part of a calculation', fix)
    }
    return { kind: 'text', column, comparison: 'text' in right ? sign : turned[sign], text }
  }
  const form = plusForm(left, right, -1)
  if (form.terms.length === 0)
    throw tokens.errorAt(
      at,
      'it compares no column',
      'A rule compares columns of the file with each other or with values.',
    )
  return { kind: 'linear', form, comparison: sign }
}

/** Column of a side that is one column alone. */
function columnAlone(side: Side): string | undefined {
  if ('text' in side || side.constant !== 0 || side.terms.length !== 1 || side.terms[0][1] !== 1) return undefined
  return side.terms[0][0]
}

/** Column that an equation computes: alone on one side, and not on the other. */
function derivedOf(text: string, equation: Condition): string | undefined {
  const tokens = new TokenReader(text)
  if (equation.kind !== 'linear' || equation.comparison !== '=' || tokens.opens(ofConditions)) return undefined
  const left = readSum(tokens)
  tokens.next()
  const right = readSum(tokens)
  for (const [own, other] of [
    [left, right],
    [right, left],
  ]) {
    const column = columnAlone(own)
    if (column === undefined || 'text' in other || other.terms.length === 0) continue
    if (!other.terms.some(([name]) => name === column)) return column
  }
  return undefined
}

function hintAtEnd(tokens: TokenReader): string {
  if (tokens.isWord) return 'Put a text in quotes (married = "no"), and the name of a column with blanks in backquotes.'
  return 'Combine comparisons with and, or; write a condition as if CONDITION then CONDITION.'
}
