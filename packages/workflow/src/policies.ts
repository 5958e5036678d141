/** The policies that the project brings along, without what reads and judges them. */
export { examplePolicies } from './policy/examples/examples.js'
