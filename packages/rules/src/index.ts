export { bindRules, rulesOfRoles } from './bind/bind-rules.js'
export type { /** @public */ BoundCondition, BoundRule } from './bind/bound-rule.js'
export { brokenOfTotals, brokenTotals, rulesHeld, /** @public */ type BrokenInFile } from './check/broken-in-file.js'
export { brokenRecords, numbersOf, /** @public */ type JudgedRule } from './check/judge-rule.js'
export {
  findingsOf,
  mostBroken,
  ruleFindings,
  ruleSentences,
  /** @public */ type KeptRule,
  type RuleFindings,
} from './check/rule-findings.js'
export {
  MOST_BROKEN,
  rulesThatHold,
  type CountedRule,
  /** @public */ type RuleCount,
  type RulesThatHold,
} from './check/rules-that-hold.js'
export { exchangeRules, type ExchangeCounts } from './keep/exchange-rules.js'
export { addedCounts, keepRules, noRepairs, type RepairCounts } from './keep/keep-rules.js'
export type { RuleRecords } from './keep/ways.js'
export { systemOf, type KeptSystem, type RuleColumn } from './keep/system-of.js'
export { parseRule, parseRules } from './text/parse-rule.js'
export type {
  /** @public */ Comparison,
  /** @public */ Condition,
  /** @public */ LinearForm,
  /** @public */ Rule,
} from './text/rule.js'
export { columnInRule } from './text/tokens.js'
