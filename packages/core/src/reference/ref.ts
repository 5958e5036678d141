import * as z from 'zod'
import type { MetricKind } from './metric-kind.js'

/** A method or metric by its id, with the parameters that differ from its defaults: plain JSON. */
export interface Ref {
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Targets of a parameter made by `refParam` or `limitsParam`. */
export interface RefTarget {
  readonly sort: 'metric' | 'method'
  /** Allowed kinds of metrics. */
  readonly kind?: MetricKind | undefined
  /** Allowed direction of metrics. */
  readonly better?: 'lower' | undefined
}

/**
 * Makes a parameter that names a metric or a method: `{ use, params }`. The engine resolves and checks it before
 * anything runs, so that it fails early and lists the known names.
 *
 * @param sort - Kind of the named object: metrics or methods.
 * @param options - Kind of the metric, if it is restricted; the id used by default; and the description.
 * @returns The schema of the parameter.
 */
export function refParam(
  sort: RefTarget['sort'],
  options: { readonly kind?: MetricKind; readonly default: string; readonly description: string },
): z.ZodType<Ref, Ref | undefined> {
  const { kind, description } = options
  return z
    .strictObject({ use: z.string(), params: z.record(z.string(), z.unknown()).default({}) })
    .default({ use: options.default, params: {} })
    .meta({ description, ref: { sort, ...(kind && { kind }) } }) as unknown as z.ZodType<Ref, Ref | undefined>
}

/** A metric that is not to rise above a value. */
export interface MetricLimit {
  /** Before it is resolved also its id alone. */
  readonly metric: Ref
  /** Greatest allowed value; if it is left out, the method decides. */
  readonly at?: number | undefined
}

/** A bound as it may be written: a metric by its id, or with parameters. */
export interface WrittenLimit {
  readonly metric: string | { readonly use: string; readonly params?: Readonly<Record<string, unknown>> }
  readonly at?: number | undefined
}

/**
 * Makes a parameter that lists metrics with their upper limits: `[{ metric, at }]`, the metric by its id or as `{ use,
 * params }`. Only metrics whose lower values are better can be listed. They are resolved and checked before anything
 * runs, as those of `refParam`; the method gets each as a `Ref`.
 */
export function limitsParam(options: {
  readonly kind: MetricKind
  readonly default: readonly string[]
  readonly description: string
}): z.ZodType<readonly MetricLimit[], readonly WrittenLimit[] | undefined> {
  const { kind, description } = options
  const params = z.record(z.string(), z.unknown()).default({})
  const metric = z.union([z.string(), z.strictObject({ use: z.string(), params })])
  return z
    .array(z.strictObject({ metric, at: z.number().optional() }))
    .default(options.default.map((use) => ({ metric: { use, params: {} } })))
    .meta({ description, limits: { sort: 'metric', kind, better: 'lower' } }) as unknown as z.ZodType<
    readonly MetricLimit[],
    readonly WrittenLimit[] | undefined
  >
}
