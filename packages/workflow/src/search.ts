/** The search of the frontier of risk and utility. */
export { budgetSeconds } from './frontier/budget.js'
export { checkFrontier, frontierFile, type FrontierOptions } from './frontier/frontier-file.js'
export { frontierJson } from './frontier/frontier-json.js'
export { frontierText } from './frontier/frontier-text.js'
export type { Frontier } from './frontier/frontier.js'
export { frontierOutput } from './frontier/output.js'
export type { SearchProgress } from './frontier/search-candidates.js'
export type { SearchCut, SearchExtent } from './frontier/search-extent.js'
