export type { Comparison, Condition, LinearForm, Rule } from './rule.js'
