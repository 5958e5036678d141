/** What takes a masked file apart into its permutation and its noise, and what somebody finds of the own record. */
export { permutationOutput, permutationVerifyOutput } from './permutation/output.js'
export { permutationJson, permutationText } from './permutation/permutation-output.js'
export { permutationReport, type PermutationOptions } from './permutation/permutation-report.js'
export { verdictJson, verdictText } from './permutation/verdict-output.js'
export { verifyOwnRecord } from './permutation/verify-own-record.js'
