export { planParts, runInParts, type PartsPlan, type PlannedParts } from './partitions/run-in-parts.js'
export type { PartsResult } from './partitions/steps/drive-options.js'
export type { Driven, PartsProgress } from './partitions/tasks/drive.js'
export type { Launcher, Task, TaskOutcome } from './partitions/tasks/launcher.js'
export { checkBeside } from './partitions/steps/masked-beside.js'
export { emptyFileOf, partsOf, sourceOf, withRows, type LinkBy } from './partitions/source/source.js'
export { taskIsDone, type HasStore } from './partitions/tasks/stage.js'
export { getJson, memoryStore, putJson } from './partitions/tasks/store.js'
export { widestWalk } from './partitions/walk-memory.js'
export {
  measureInParts,
  planMeasure,
  type MeasuredInParts,
  type MeasurePlan,
} from './partitions/measure/measure-in-parts.js'
