/** The search of the frontier of risk and utility. */
export { budgetSeconds } from './frontier/budget.js'
export { checkFrontier, frontierFile } from './frontier/frontier-file.js'
export { frontierJson } from './frontier/frontier-json.js'
export { frontierText } from './frontier/frontier-text.js'
