export { examplePolicies } from './policy/examples/examples.js'
