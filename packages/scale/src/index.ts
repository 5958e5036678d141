export { planParts, runInParts, type PartsPlan, type PlannedParts } from './run-in-parts.js'
export type { PartsResult } from './steps/drive-options.js'
export type { Driven, PartsProgress } from './work/drive.js'
export type { Launcher, Task, TaskOutcome } from './work/launcher.js'
export { checkBeside } from './steps/masked-beside.js'
export type { Sink } from './files/sink.js'
export {
  emptyFileOf,
  partsOf,
  sourceOf,
  withRows,
  type LinkBy,
  type PartRange,
  type Source,
  type SourceBlock,
} from './files/source.js'
export { taskIsDone, type HasStore } from './work/stage.js'
export { getJson, memoryStore, putJson, type Store } from './work/store.js'
export { widestWalk } from './walk-memory.js'
export {
  measureInParts,
  planMeasure,
  type MeasuredInParts,
  type MeasurePlan,
  type PlannedMeasure,
} from './measure/measure-in-parts.js'
