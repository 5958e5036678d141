export { maskByPlan } from './mask-by-plan.js'
export { keptResults, type KeptResults } from './kept-results.js'
export { measureByPlan, sharedFiles, type SharedFiles } from './measure-by-plan.js'
