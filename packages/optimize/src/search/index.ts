export { boxWinners } from './boxes.js'
export {
  confirmationTasks,
  endingOf,
  CHOICE_RUNS,
  FRESH_RUNS,
  freshTasks,
  isSettled,
  missingRuns,
  winnersOf,
  type Ending,
} from './confirm.js'
export { dominates, kneeOf, paretoFront, type Place } from './front.js'
export { GENERATION, inOrder, nextGeneration, RUNS, stepSize, type Generation, type SearchTask } from './generation.js'
export { parentsOf, type Parents } from './parents.js'
export { pointId, type Family, type Point, type RangeEnd, type SearchParameter } from './search-space.js'
export {
  byMerit,
  byScore,
  newTrial,
  scoreIn,
  standing,
  standings,
  type Objective,
  type TrialRun,
  type Standing,
  type Trial,
} from './trials.js'
export { fromUnit, toUnit } from './unit-scale.js'
export { endOf, movedEnd, widened, type End } from './widen.js'
