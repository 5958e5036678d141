import { SdcError } from '@sdc/core'
import type { BoundCondition, BoundRule } from '../bind/bound-rule.js'
import type { Comparison } from '../text/rule.js'
import type { Atom, RuleWays } from './ways.js'

/** Most ways of one rule. */
const MOST_WAYS = 500

/** A column of a file, with its index among the columns of rules. */
export interface PlacedColumn {
  readonly place: number
  /** Levels in the masked file; empty for a numeric column. */
  readonly levels: readonly string[]
}

type Ways = readonly (readonly Atom[])[]

const always: Ways = [[]]

const opposite: Record<Comparison, Comparison> = { '=': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' }

/**
 * Writes a rule as ways to keep it (disjunctive normal form): the condition is false, or its consequence is true.
 *
 * @param bound - The rule, bound to its file.
 * @param placed - Indices and levels of columns; undefined for a column that the masked file lacks or has as another
 *   kind.
 * @returns The ways; those with a missing column are open, and keep the rule.
 * @throws BAD_RULE for a rule with more than 500 ways.
 */
export function waysOfRule(bound: BoundRule, placed: (column: string) => PlacedColumn | undefined): RuleWays {
  const { rule, when, then } = bound
  const of = (condition: BoundCondition, isTrue: boolean): Ways => waysOf(condition, isTrue)
  const waysOf = (condition: BoundCondition, isTrue: boolean): Ways => {
    switch (condition.kind) {
      case 'not':
        return of(condition.of, !isTrue)
      case 'and':
      case 'or': {
        const parts = condition.of.map((one) => of(one, isTrue))
        return (condition.kind === 'and') === isTrue ? parts.reduce((a, b) => both(a, b, rule.text)) : parts.flat()
      }
      case 'linear': {
        const { form, comparison } = condition
        return comparisonWays(form.terms, -form.constant, isTrue ? comparison : opposite[comparison])
      }
      case 'numbers': {
        const { column, numbers } = condition
        const each = numbers.map((number) => comparisonWays([[column, 1]], number, isTrue ? '=' : '!='))
        return isTrue ? each.flat() : each.reduce((a, b) => both(a, b, rule.text), always)
      }
      case 'levels': {
        const { column, levels, known } = condition
        const own = placed(column)
        if (own === undefined) return always
        const codes = Uint8Array.from(own.levels, (level) => Number(!known.has(level) || levels.has(level) === isTrue))
        return [[{ kind: 'among', column: own.place, codes }]]
      }
      case 'missing': {
        const own = placed(condition.column)
        return own === undefined ? always : [[{ kind: 'missing', column: own.place, isMissing: isTrue }]]
      }
    }
  }
  const comparisonWays = (
    terms: readonly (readonly [string, number])[],
    bound: number,
    comparison: Comparison,
  ): Ways => {
    if (comparison === '!=') return [...comparisonWays(terms, bound, '<'), ...comparisonWays(terms, bound, '>')]
    const isLess = comparison !== '>' && comparison !== '>='
    const made: (readonly [number, number])[] = []
    for (const [name, coefficient] of terms) {
      const own = placed(name)
      if (own === undefined) return always
      made.push([own.place, isLess ? coefficient : -coefficient])
    }
    const isStrict = comparison === '<' || comparison === '>'
    return [[{ kind: 'row', terms: made, bound: isLess ? bound : -bound, isEquation: comparison === '=', isStrict }]]
  }
  const ways = when === undefined ? of(then, true) : [...of(when, false), ...of(then, true)]
  return { text: rule.text, ways, derived: rule.derived === undefined ? undefined : placed(rule.derived)?.place }
}

/** Ways of two conditions that both hold. */
function both(a: Ways, b: Ways, rule: string): Ways {
  if (a.length * b.length > MOST_WAYS) {
    const message = `the rule ${rule} can be kept in ${a.length * b.length} ways, and at most ${MOST_WAYS} are tried`
    throw new SdcError('BAD_RULE', message, {}, 'Write it as several rules, with fewer "or" each.')
  }
  return a.flatMap((one) => b.map((other) => [...one, ...other]))
}
