import {
  canonicalJson,
  describeParams,
  resolveParams,
  SdcError,
  type ErrorPlace,
  type MetricLimit,
  type Params,
  type Ref,
  type RefTarget,
  type Registry,
} from '@sdc/core'

/**
 * Resolves parameters with their defaults, and recursively those that name a method or metric, so that the plan states
 * every parameter. Throws BAD_PARAMETER, UNKNOWN_METHOD, UNKNOWN_METRIC, and BAD_PLAN for a circular reference.
 */
export function resolveAll(
  registry: Registry,
  schema: Params<unknown>,
  given: Readonly<Record<string, unknown>>,
  place: ErrorPlace,
  path: readonly string[] = [],
): unknown {
  const resolved = resolveParams(schema, given, place) as Readonly<Record<string, unknown>>
  const cards = describeParams(schema).filter(({ ref, limits }) => ref !== undefined || limits !== undefined)
  if (cards.length === 0) return resolved
  const here = [...path, place.method ?? place.metric ?? place.service ?? place.table ?? place.attack ?? '']
  const settled = cards.flatMap(({ name, ref, limits }): (readonly [string, unknown])[] => {
    const value = resolved[name]
    if (value === undefined) return []
    if (ref) return [[name, resolveReference(registry, value as Ref, ref, here)] as const]
    return limits ? [[name, resolveLimits(registry, value as readonly MetricLimit[], limits, here)] as const] : []
  })
  return { ...resolved, ...Object.fromEntries(settled) }
}

/** The metrics of a list, each once, as references. */
function resolveLimits(
  registry: Registry,
  limits: readonly { readonly metric: Ref | string; readonly at?: number | undefined }[],
  target: RefTarget,
  path: readonly string[],
): readonly MetricLimit[] {
  const settled = limits.map(({ metric: named, at }) => {
    const ref = typeof named === 'string' ? { use: named, params: {} } : named
    return { metric: resolveReference(registry, ref, target, path), ...(at !== undefined && { at }) }
  })
  const texts = settled.map(({ metric }) => canonicalJson(metric))
  const twice = settled.find((_, i) => texts.indexOf(texts[i]) !== i)
  if (twice === undefined) return settled
  const message = `${path.at(-1)}: ${twice.metric.use} is limited twice`
  throw new SdcError('BAD_PARAMETER', message, { metric: twice.metric.use }, 'Name every metric once.')
}

function resolveReference(registry: Registry, { use, params }: Ref, target: RefTarget, path: readonly string[]): Ref {
  if (path.includes(use)) {
    const message = `a reference that leads back to itself: ${[...path, use].join(' → ')}`
    throw new SdcError('BAD_PLAN', message, {}, 'Name another method or metric.')
  }
  if (target.sort === 'method') {
    const { params: schema } = registry.get('methods', use)
    return { use, params: resolveAll(registry, schema, params, { method: use }, path) as Ref['params'] }
  }
  const metric = registry.get('metrics', use)
  if (target.kind !== undefined && metric.kind !== target.kind) {
    const known = registry.all('metrics').flatMap(({ id, kind }) => (kind === target.kind ? [id] : []))
    const message = `${path.at(-1)} needs a metric of ${target.kind}, ${use} is one of ${metric.kind}`
    throw new SdcError('BAD_PARAMETER', message, { metric: use }, `Known: ${known.join(', ')}.`)
  }
  if (target.better !== undefined && metric.better !== target.better) {
    const message = `${path.at(-1)} limits metrics from above, and ${use} is better where it is ${metric.better}`
    throw new SdcError('BAD_PARAMETER', message, { metric: use }, 'Name one that is better where it is lower.')
  }
  return { use, params: resolveAll(registry, metric.params, params, { metric: use }, path) as Ref['params'] }
}
