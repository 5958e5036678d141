/** Comparison of candidates: their plan, the choice, and the document of the comparison. */
export { budgetSeconds } from './candidates/budget.js'
export {
  planFromRequirements,
  plannedComparison,
  withRequirements,
  type ComparisonRequirements,
} from './candidates/comparison-plan.js'
export { chosenPlanName } from './compare/chosen-plan.js'
export { checkComparison, compareFile, type ComparedFile } from './compare/compare-file.js'
export {
  comparisonDocument,
  comparisonName,
  readComparison,
  withChoice,
  type ComparedCandidate,
  type ComparisonDocument,
} from './compare/comparison-document.js'
export { comparisonMap } from './compare/comparison-map.js'
export { comparisonText } from './compare/comparison-text.js'
export { doneShare } from './compare/done-share.js'
export { firstThings } from './compare/first-things.js'
export { compareOutput } from './compare/output.js'
export { planYaml } from './compare/plan-yaml.js'
export { refusalOf } from './compare/refusal.js'
