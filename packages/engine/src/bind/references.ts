import {
  describeParams,
  resolveParams,
  SdcError,
  type ErrorPlace,
  type Params,
  type Ref,
  type RefTarget,
  type Registry,
} from '@sdc/core'

/**
 * Parameters with their defaults, those that name a method or metric resolved in turn: the plan that is run says every
 * parameter of what it refers to. Throws BAD_PARAMETER, UNKNOWN_METHOD, UNKNOWN_METRIC, and BAD_PLAN for a reference
 * that leads back to where it stands.
 */
export function resolveAll(
  registry: Registry,
  schema: Params<unknown>,
  given: Readonly<Record<string, unknown>>,
  place: ErrorPlace,
  path: readonly string[] = [],
): unknown {
  const resolved = resolveParams(schema, given, place) as Readonly<Record<string, unknown>>
  const references = describeParams(schema).flatMap(({ name, ref }) => (ref ? [[name, ref] as const] : []))
  if (references.length === 0) return resolved
  const here = [...path, place.method ?? place.metric ?? place.service ?? place.table ?? place.attack ?? '']
  const settled = references.flatMap(([name, target]) => {
    const value = resolved[name] as Ref | undefined
    return value === undefined ? [] : [[name, resolveReference(registry, value, target, here)] as const]
  })
  return { ...resolved, ...Object.fromEntries(settled) }
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
  return { use, params: resolveAll(registry, metric.params, params, { metric: use }, path) as Ref['params'] }
}
