import { closestTo, SdcError, unknownColumn } from '@sdc/core'

/** Regression model from a user's formula: `income ~ age + sex`. */
export interface ModelFormula {
  readonly response: string
  readonly terms: readonly string[]
}

const FORM =
  'Write a column, ~, and its explanatory columns: "income ~ age + sex". Put a name with +, ~ or outer spaces ' +
  'between backquotes; there are no interactions and no functions.'

/**
 * Parses a formula to its columns.
 *
 * @param formula - `response ~ term + term`.
 * @param names - Columns of the original.
 * @param metric - Metric with the parameter.
 * @returns The columns.
 * @throws BAD_PARAMETER for another form, UNKNOWN_COLUMN for an unknown column.
 */
export function parseFormula(formula: string, names: readonly string[], metric: string): ModelFormula {
  const place = { metric, parameter: 'formula' }
  const wrong = (what: string): SdcError => new SdcError('BAD_PARAMETER', `formula "${formula}": ${what}`, place, FORM)
  const tokens = tokensOf(formula)
  if (tokens === undefined) throw wrong('a backquote is not closed')
  const tildes = tokens.filter(({ sign }) => sign === '~').length
  if (tildes !== 1) throw wrong(tildes === 0 ? 'it has no ~' : `it has ${tildes} ~, but needs one`)
  const columns = tokens.filter(({ sign }) => sign === undefined)
  const alternates = tokens.every(({ sign }, i) => (i % 2 === 0) === (sign === undefined)) && tokens.length % 2 === 1
  if (!alternates || tokens[1]?.sign !== '~')
    throw wrong(
      tokens[0]?.sign === '~'
        ? 'no column is before the ~'
        : tokens.at(-1)?.sign === '~'
          ? 'no column is after the ~'
          : tokens[1]?.sign === '+'
            ? 'only one column may be before the ~'
            : 'a + must be between two columns',
    )
  const known = columns.map(({ text }) => {
    if (names.includes(text)) return text
    throw notThere(text)
  })
  const twice = known.find((name, i) => known.indexOf(name) < i)
  if (twice !== undefined) throw wrong(`it names column "${twice}" twice`)
  const [response, ...terms] = known
  return { response, terms }

  function notThere(text: string): SdcError {
    if (/[*:^()|/-]/.test(text) || text === '.' || text === '1' || text === '0')
      return wrong(`"${text}" is not a column; formulas can only add columns`)
    const guess = closestTo(text, names)
    const { code, message, fix } = unknownColumn(text, names)
    return new SdcError(
      code,
      `formula "${formula}": ${message}`,
      { ...place, column: text },
      guess === undefined ? fix : `Did you mean "${guess}"? ${fix}`,
    )
  }
}

/** A column, or a sign between columns. */
interface Token {
  readonly text: string
  readonly sign?: '~' | '+'
}

/** Splits the formula; undefined if a backquote is open at its end. */
function tokensOf(formula: string): Token[] | undefined {
  const tokens: Token[] = []
  let text = ''
  const end = (): void => {
    if (text.trim() !== '') tokens.push({ text: text.trim() })
    text = ''
  }
  for (let i = 0; i < formula.length; i++) {
    const sign = formula[i]
    if (sign === '`' && text.trim() === '') {
      const close = formula.indexOf('`', i + 1)
      if (close < 0) return undefined
      tokens.push({ text: formula.slice(i + 1, close) })
      text = ''
      i = close
    } else if (sign === '~' || sign === '+') {
      end()
      tokens.push({ text: sign, sign })
    } else text += sign
  }
  end()
  return tokens
}
