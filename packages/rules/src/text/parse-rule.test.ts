import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import { parseRule, parseRules } from './parse-rule.js'
import { plusForm } from './linear.js'
import { columnInRule } from './tokens.js'
import type { Comparison, Condition, LinearForm } from './rule.js'

it('reads equations and inequalities as linear forms', () => {
  const rule = parseRule('total = wage + 2*rent - 3')
  expect(rule.then).toEqual({
    kind: 'linear',
    form: {
      terms: [
        ['total', 1],
        ['wage', -1],
        ['rent', -2],
      ],
      constant: 3,
    },
    comparison: '=',
  })
  expect(rule.columns).toEqual(['total', 'wage', 'rent'])
  expect(parseRule('tax <= income / 4').then).toMatchObject({
    form: {
      terms: [
        ['tax', 1],
        ['income', -0.25],
      ],
    },
  })
  expect(parseRule('0 <= a <= b').then).toMatchObject({ kind: 'and', of: [{ comparison: '<=' }, { comparison: '<=' }] })
  expect(parseRule('-(a - 2 * (b + 1)) >= 0').then).toMatchObject({
    form: {
      terms: [
        ['a', -1],
        ['b', 2],
      ],
      constant: 2,
    },
  })
})

it('finds the column that an equation computes', () => {
  const derived = ['total = wage + rent', '(total) = 2 * wage', 'discharge - admission = stay', 'a = b'].map(
    (text) => parseRule(text).derived,
  )
  expect(derived).toEqual(['total', 'total', 'stay', 'a'])
  const none = ['2 * a = b + c', 'a = a + b', 'a = 3', 'a <= b', 'a = b = c', 'a = b and c = d', 'if a = 1 then b = c']
  expect(none.map((text) => parseRule(text).derived)).toEqual(none.map(() => undefined))
})

it('reads conditions, texts, sets, names in backquotes and other signs', () => {
  expect(parseRule('if age < 15 then married = "no"')).toMatchObject({
    when: { kind: 'linear', comparison: '<' },
    then: { kind: 'text', column: 'married', comparison: '=', text: 'no' },
    columns: ['age', 'married'],
  })
  expect(parseRule('sector in {A, B, "C and ""D""", -1, not}').then).toEqual({
    kind: 'in',
    column: 'sector',
    values: ['A', 'B', 'C and "D"', '-1', 'not'],
  })
  expect(parseRule('`net income` ≤ `tax``ed` AND "2020-01-01" <= x').then).toMatchObject({
    of: [
      {
        form: {
          terms: [
            ['net income', 1],
            ['tax`ed', -1],
          ],
        },
      },
      { column: 'x', comparison: '>=' },
    ],
  })
  expect(parseRule('not (a = 1 or b is missing) and c is not missing and Größe not in {1}').then).toMatchObject({
    kind: 'and',
    of: [{ kind: 'not' }, { kind: 'not', of: { kind: 'missing', column: 'c' } }, { kind: 'not', of: { kind: 'in' } }],
  })
  expect(parseRule('a = 1 or b = 2 and c = 3').then).toMatchObject({ kind: 'or', of: [{}, { kind: 'and' }] })
})

const refused: readonly (readonly [text: string, message: RegExp, fix: RegExp])[] = [
  ['a * b = c', /"a \* b = c", at "\* b = c": it multiplies two columns/, /linear.*column of its own/],
  ['a / b = 1', /divides by a column/, /linear/],
  ['a / 0 = b', /divides by 0/, /another number/],
  ['log(a) = b', /"log" is not a function/, /no functions/],
  ['a = "x', /quote has no end/, /same quote/],
  ['a = b c', /at "c": the rule should end here/, /quotes/],
  ['if a = 1', /at its end: "then" is missing/, /if CONDITION then/],
  ['a', /a comparison is missing/, /is missing/],
  ['', /a column or number is missing/, /total = wage/],
  ['a = (b + 1', /"\)" is missing/, /parenthesis/],
  ['(a = 1', /"\)" is missing/, /parenthesis/],
  ['a + "x" = b', /a column or number is missing/, /one column alone/],
  ['a + 1 = "x"', /a text is part of a calculation/, /one column alone/],
  ['3 = 3', /compares no column/, /columns/],
  ['a - a = 0', /compares no column/, /columns/],
  ['a in A', /"{" is missing/, /braces/],
  ['a in {A B}', /"," or "}" is missing/, /braces/],
  ['a in {}', /a value is missing/, /braces/],
  ['a + 1 in {2}', /one column is needed/, /COLUMN in/],
  ['a is 3', /"missing" is missing/, /is not missing/],
  ['a not 3', /"in" is missing/, /not in/],
  ['a # b', /"#" has no meaning/, /backquotes/],
  ['in = 3', /a column or number is missing/, /backquotes: `in`/],
  ['a = 1e999', /too large/, /1e308/],
]

it.each(refused)('refuses %s', (text, message, fix) => {
  let error: unknown
  try {
    parseRule(text)
  } catch (thrown) {
    error = thrown
  }
  expect(isSdcError(error) && error.code).toBe('BAD_RULE')
  expect((error as Error).message).toMatch(message)
  expect((error as { fix: string }).fix).toMatch(fix)
})

it('reads every rule that it can write', () => {
  fc.assert(
    fc.property(condition, fc.option(condition, { nil: undefined }), (then, when) => {
      const text = `${when ? `if ${printed(when)} then ` : ''}${printed(then)}`
      const rule = parseRule(text)
      expect({ when: rule.when, then: rule.then }).toEqual({ when, then })
      expect(rule.text).toBe(text)
    }),
    { numRuns: 500 },
  )
})

it('refuses other texts with its own error, or reads them', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    '`c d`',
    '"x"',
    '1',
    '2.5',
    'if',
    'then',
    'and',
    'or',
    'not',
    'in',
    'is',
    'missing',
    '=',
    '<=',
    '+',
    '-',
    '*',
    '/',
    '(',
    ')',
    '{',
    '}',
    ',',
    '§',
    '"',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      try {
        expect(parseRules([parts.join(' ')])).toHaveLength(1)
      } catch (error) {
        expect(isSdcError(error) && error.code).toBe('BAD_RULE')
      }
    }),
    { numRuns: 2000 },
  )
})

const column = fc.oneof(
  fc.constantFrom('a', 'b', 'income', 'net income', 'x`y', 'not', 'Größe'),
  fc.string({ minLength: 1 }),
)
const comparison = fc.constantFrom<Comparison>('=', '!=', '<', '<=', '>', '>=')
const coefficient = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).filter((one) => one !== 0)
const form = fc
  .tuple(
    fc.uniqueArray(fc.tuple(column, coefficient), { minLength: 1, maxLength: 4, selector: ([name]) => name }),
    coefficient,
  )
  .map(([terms, constant]): LinearForm => plusForm({ terms, constant }, { terms: [], constant: 0 }))
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('linear' as const), form, comparison }),
  fc.record({ kind: fc.constant('text' as const), column, comparison, text: fc.string() }),
  fc.record({
    kind: fc.constant('in' as const),
    column,
    values: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('missing' as const), column }),
)
const { condition } = fc.letrec<{ condition: Condition; joined: Condition }>((tie) => ({
  condition: fc.oneof({ maxDepth: 3 }, leaf, tie('joined')),
  joined: fc.oneof(
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
  ),
}))

/** A condition in parentheses, in the notation of rules. */
function printed(condition: Condition): string {
  switch (condition.kind) {
    case 'linear': {
      const terms = condition.form.terms.map(([name, by]) => `${by} * ${columnInRule(name)}`)
      return `${[...terms, condition.form.constant].join(' + ')} ${condition.comparison} 0`
    }
    case 'text':
      return `${columnInRule(condition.column)} ${condition.comparison} ${quoted(condition.text)}`
    case 'in':
      return `${columnInRule(condition.column)} in {${condition.values.map(quoted).join(', ')}}`
    case 'missing':
      return `${columnInRule(condition.column)} is missing`
    case 'not':
      return `not (${printed(condition.of)})`
    default:
      return condition.of.map((one) => `(${printed(one)})`).join(` ${condition.kind} `)
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
