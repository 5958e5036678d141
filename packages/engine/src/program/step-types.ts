import type { Dataset, Ids, MaskingMethod, Metric, Role } from '@sdc/core'
import type { FileSchemaInput, StepOptions } from '../plan/plan.js'
import type { Registered } from './registered.js'

/** Parameters of a method or metric that is named by its id: checked at run time. */
export type AnyParams = Readonly<Record<string, unknown>>

/**
 * A step: a method, its parameters (by default its defaults), and settings that differ from those of the other steps.
 */
export type MaskStep<I> =
  | MaskingMethod<unknown, I>
  | readonly [method: MaskingMethod<unknown, I>, params?: NoInfer<I>, options?: StepOptions]

/** Steps in order, each with the parameters of its own method. */
export type MaskSteps<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: MaskStep<T[K]> }]

/** A step with a method by its id or as a value. */
export type NamedStep<I extends Ids = Ids> =
  | I['methods']
  | readonly [method: I['methods'], params?: AnyParams, options?: StepOptions]
  | MaskingMethod
  | readonly [method: MaskingMethod, params?: AnyParams, options?: StepOptions]

/** A metric, by itself or with parameters. */
export type MetricChoice<I> = Metric<unknown, I> | readonly [metric: Metric<unknown, I>, params: NoInfer<I>]

/** Metrics, each with its own parameters. */
export type MetricChoices<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: MetricChoice<T[K]> }]

/** A metric by its id or as a value. */
export type NamedMetric<I extends Ids = Ids> =
  | I['metrics']
  | readonly [metric: I['metrics'], params: AnyParams]
  | Metric
  | readonly [metric: Metric, params: AnyParams]

/** Schema of a file and source of its random numbers. */
export interface FileOptions {
  /** Roles of its columns: `{ income: 'confidential', region: 'quasi-identifier' }`; short for a schema. */
  readonly roles?: Readonly<Record<string, Role>> | undefined
  /** Schema, as in a file `schema.yaml`. */
  readonly schema?: FileSchemaInput | undefined
  /** Seed for repeatable numbers, in research and tests; without it they are fresh and keyed, as a release needs. */
  readonly seed?: string | number | undefined
  /** Registry for ids, also of metrics that methods and metrics refer to: `@sdc/standard`, for example. */
  readonly registry?: Registered | undefined
  /** Called with the progress, from 0 to 1; an error that it throws ends the run. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Settings of a masking, with the keys of a plan's step. */
export interface MaskSettings extends FileOptions, StepOptions {}

/** Other files that some metrics need. */
export interface OtherFiles {
  /** Population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People from the same population who are not in the original. */
  readonly control?: Dataset | undefined
}

/** Settings with a registry whose ids are known to the types. */
export type WithRegistry<S, I extends Ids> = Omit<S, 'registry'> & { readonly registry: Registered<I> }
