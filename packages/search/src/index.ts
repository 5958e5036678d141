/** Comparison of candidates: their plan, the choice, and the document of the comparison. */
export { budgetSeconds } from './candidates/budget.js'
export {
  planFromRequirements,
  plannedComparison,
  withRequirements,
  type ComparisonRequirements,
} from './candidates/comparison-plan.js'
export {
  cannotMeet,
  cannotMeetMessages,
  type CannotMeet,
  type MeetInput,
  type MeetRemedy,
} from './before/cannot-meet.js'
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
export { firstThings } from './before/first-things.js'
export { compareOutput } from './compare/output.js'
export { planYaml } from './compare/plan-yaml.js'
export { refusalOf } from './compare/refusal.js'
