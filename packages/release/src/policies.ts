/** The policies that the project brings along and how a state counts, without what reads and judges them. */
export { examplePolicies } from './policy/examples/examples.js'
export { isRefused } from './policy/policy-types.js'
