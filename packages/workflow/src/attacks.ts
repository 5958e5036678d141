/** What tries a file by attacks. */
export {
  inversionAttack,
  type ColumnAttack,
  type InversionAttack,
  type InversionAttackOptions,
  type InversionData,
} from './attack/inversion-attack.js'
export { inversionJson, inversionText } from './attack/inversion-output.js'
export { linkageAttack, type LinkageAttack, type LinkageOptions } from './attack/linkage-attack.js'
export { linkageJson, linkageText } from './attack/linkage-output.js'
export { attackInversionOutput, attackLinkageOutput, attackRepeatedOutput, attackRunOutput } from './attack/output.js'
export {
  inversionValue,
  linkageValue,
  refuseAttack,
  registeredValue,
  repeatedValue,
  type AttackValue,
} from './attack/beyond.js'
export { repeatedAttack, type RepeatedAttack, type RepeatedOptions } from './attack/repeated-attack.js'
export { repeatedJson, repeatedText } from './attack/repeated-output.js'
export { parseFunction, type ColumnFunction } from './attack/published-functions.js'
export {
  checkKnownFiles,
  registeredAttack,
  type RegisteredAttack,
  type RegisteredAttackData,
  type RegisteredAttackOptions,
} from './attack/registered-attack.js'
export { serviceAttack, type ServiceAttackOptions } from './attack/service-attack.js'
export { registeredAttackJson, registeredAttackText } from './attack/registered-output.js'
