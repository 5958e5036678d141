<<<<<<< HEAD
=======
/** The policies that the project brings along, without what reads and judges them. */
>>>>>>> h-ui2
export { examplePolicies } from './policy/examples/examples.js'
