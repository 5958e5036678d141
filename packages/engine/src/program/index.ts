export {
  compare,
  type Compared,
  type CompareChoice,
  type CompareChoices,
  type CompareSettings,
  type Grid,
  type NamedChoice,
} from './compare.js'
export { mask, type Masked } from './mask.js'
export { measure, type MeasuredValue, type MeasureSettings } from './measure.js'
export type { Registered } from './registered.js'
export type {
  AnyParams,
  FileOptions,
  MaskSettings,
  MaskStep,
  MaskSteps,
  MetricChoice,
  MetricChoices,
  NamedMetric,
  NamedStep,
  OtherFiles,
  WithRegistry,
} from './step-types.js'
