export { planParts, runInParts, type PartsPlan, type PlannedParts } from './run-in-parts.js'
export type { DriveOptions, PartsResult } from './steps/drive-options.js'
export type { Driven, PartsProgress } from './work/drive.js'
export type { Launcher, Task, TaskOutcome } from './work/launcher.js'
export { checkBeside } from './steps/masked-beside.js'
export type { ColumnOutcome } from './steps/finish-stage.js'
export type { MaskedColumn } from './steps/finished-blocks.js'
export type { PartsRelease } from './release/released.js'
export type { PartOfTexts, RecordTexts, Sink, SinkOfTexts, TextRun } from './files/sink.js'
export {
  emptyFileOf,
  partsOf,
  sourceOf,
  type LinkBy,
  type MaskedBeside,
  type PartRange,
  type Source,
  type SourceBlock,
} from './files/source.js'
export { runTask, taskIsDone, type HasStore, type Stage, type Surroundings } from './work/stage.js'
export { getJson, memoryStore, putJson, type Store } from './work/store.js'
export { widestWalk, type WidestWalk } from './walk-memory.js'
export {
  measureInParts,
  planMeasure,
  type MeasuredInParts,
  type MeasurePlan,
  type PlannedMeasure,
} from './measure/measure-in-parts.js'
export { shapeOf } from './measure/metric-on-parts.js'
