import * as z from 'zod'
import type { MetricKind } from '../metric/metric-kind.js'

/** A method or metric by its id, with the parameters that differ from its defaults: plain JSON. */
export interface Ref {
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What a parameter made by `refParam` may name. */
export interface RefTarget {
  readonly sort: 'metric' | 'method'
  /** Of a metric: only these. */
  readonly kind?: MetricKind | undefined
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
