/** Distributions that rest on a library: an entry of its own, so that who needs none of them does not bundle it. */
export { studentQuantile } from './student.js'
export {
  combineImputations,
  imputationKinds,
  type CombinedEstimate,
  type CombineOptions,
  type ImputationKind,
} from './combine-imputations.js'
