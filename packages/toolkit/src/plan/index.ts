export { maskByPlan } from './mask-by-plan.js'
export { measureByPlan } from './measure-by-plan.js'
