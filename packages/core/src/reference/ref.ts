import * as z from 'zod'
import type { MetricKind } from './metric-kind.js'

/** A method or metric by its id, with the parameters that differ from its defaults: plain JSON. */
export interface Ref {
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What a parameter made by `refParam` or `boundsParam` may name. */
export interface RefTarget {
  readonly sort: 'metric' | 'method'
  /** Of a metric: only these. */
  readonly kind?: MetricKind | undefined
  /** Of a metric: only those of which this is better. */
  readonly better?: 'lower' | undefined
}

/**
 * A parameter that names a metric or a method: `{ use, params }`. Whoever runs the method resolves and checks it before
 * anything runs, so that it fails early and with the names that there are; `default` is the id used where none is given.
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
  /** The greatest value that is allowed; where it is left out, whoever has the parameter says what is. */
  readonly at?: number | undefined
}

/** A bound as it may be written: a metric by its id, or with parameters. */
export interface WrittenLimit {
  readonly metric: string | { readonly use: string; readonly params?: Readonly<Record<string, unknown>> }
  readonly at?: number | undefined
}

/**
 * A parameter that lists metrics none of which is to rise above a value: `[{ metric, at }]`, the metric by its id or as
 * `{ use, params }`. Only metrics that are better where they are lower can be listed. They are resolved and checked as one of
 * `refParam` is, before anything runs; the method gets every one as a `Ref`.
 */
export function boundsParam(options: {
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
    .meta({ description, bounds: { sort: 'metric', kind, better: 'lower' } }) as unknown as z.ZodType<
    readonly MetricLimit[],
    readonly WrittenLimit[] | undefined
  >
}
