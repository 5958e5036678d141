import type { Dataset, Ids, MaskingMethod, Metric, Role } from '@sdc/core'
import type { FileSchemaInput, StepOptions } from '../plan/plan.js'
import type { Registered } from './registered.js'

/** Parameters of what is named by its id: checked when it runs. */
export type AnyParams = Readonly<Record<string, unknown>>

/** A step: a method, its parameters (the defaults where they are left out), and what it does otherwise than the others. */
export type MaskStep<I> =
  | MaskingMethod<unknown, I>
  | readonly [method: MaskingMethod<unknown, I>, params?: NoInfer<I>, options?: StepOptions]

/** Steps one after the other, each with parameters of its own method. */
export type MaskSteps<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: MaskStep<T[K]> }]

/** A step whose method is named by its id, or any other. */
export type NamedStep<I extends Ids = Ids> =
  | I['methods']
  | readonly [method: I['methods'], params?: AnyParams, options?: StepOptions]
  | MaskingMethod
  | readonly [method: MaskingMethod, params?: AnyParams, options?: StepOptions]

/** A metric, by itself or with parameters. */
export type MetricChoice<I> = Metric<unknown, I> | readonly [metric: Metric<unknown, I>, params: NoInfer<I>]

/** Metrics, each with parameters of its own. */
export type MetricChoices<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: MetricChoice<T[K]> }]

/** A metric that is named by its id, or any other. */
export type NamedMetric<I extends Ids = Ids> =
  | I['metrics']
  | readonly [metric: I['metrics'], params: AnyParams]
  | Metric
  | readonly [metric: Metric, params: AnyParams]

/** Schema of a file and source of its random numbers. */
export interface FileOptions {
  /** Roles of its columns: `{ income: 'confidential', region: 'quasi-identifier' }`; short for a schema. */
  readonly roles?: Readonly<Record<string, Role>> | undefined
  /** The schema, as a file `schema.yaml` would have it. */
  readonly schema?: FileSchemaInput | undefined
  /** Makes the numbers repeatable, for research and tests; without one they are fresh and keyed, as a release needs. */
  readonly seed?: string | number | undefined
  /** Registry for looking up ids, also those of metrics that methods and metrics name: `@sdc/standard`, say. */
  readonly registry?: Registered | undefined
  /** Called with the progress, from 0 to 1; an error that it throws ends the run. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Settings of a masking; every key is one of a plan's step. */
export interface MaskSettings extends FileOptions, StepOptions {}

/** Another file that metrics may need. */
export interface OtherFiles {
  /** The population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People like those of the original who are not in it. */
  readonly control?: Dataset | undefined
}

/** Any settings, with a registry whose ids the types know. */
export type WithRegistry<S, I extends Ids> = Omit<S, 'registry'> & { readonly registry: Registered<I> }
