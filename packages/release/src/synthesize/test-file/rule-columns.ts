import { neverMaskedRoles } from '@sdc/core'
import type { parseRules, RuleColumn } from '@sdc/rules'
import type { TestColumn } from './test-column.js'

type Rules = ReturnType<typeof parseRules>
type Condition = Rules[number]['then']

/** Returns the texts that rules compare each column with: its categories, if a schema names none. */
export function textsOfRules(rules: Rules): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>()
  const add = (column: string, more: readonly string[]): void => {
    texts.set(column, [...(texts.get(column) ?? []), ...more])
  }
  const visit = (condition: Condition): void => {
    if (condition.kind === 'text') add(condition.column, [condition.text])
    else if (condition.kind === 'in') add(condition.column, condition.values)
    else if (condition.kind === 'not') visit(condition.of)
    else if (condition.kind === 'and' || condition.kind === 'or') condition.of.forEach(visit)
  }
  for (const { when, then } of rules) for (const one of when ? [when, then] : [then]) visit(one)
  return texts
}

/** Describes a column of a test file for repairs: all values are new. */
export function ruleColumn({ role, level, values }: TestColumn): RuleColumn {
  const canChange = values.kind !== 'ids' && (role === undefined || !neverMaskedRoles.includes(role))
  const unit = level === 'record' ? undefined : level
  const of = { isMasked: canChange, canChange, unit }
  if (values.kind !== 'numbers') {
    const { levels, ordered: isOrdered } = values.kind === 'levels' ? values : { levels: [], ordered: false }
    const kind = values.kind === 'ids' && !values.areTexts ? 'numeric' : 'categorical'
    return { ...of, kind, sd: Math.sqrt((levels.length * levels.length - 1) / 12) || 0, levels, isOrdered }
  }
  const { low, high, scale, isCode } = values
  // Standard deviation of uniform numbers.
  const sd = (high - low) / scale / Math.sqrt(12)
  const range = { lower: low / scale, upper: high / scale }
  return { ...of, ...range, kind: 'numeric', sd, levels: [], isOrdered: false, step: { whole: 1, scale }, isCode }
}
