export { solver, solverFrom, type SolverSource } from './solver/solver.js'
export {
  openLoaded,
  openProgram,
  type OpenProgram,
  type Program,
  type Rows,
  type Solution,
  type SolveOptions,
} from './solver/program.js'
export type { Highs } from 'highs'
