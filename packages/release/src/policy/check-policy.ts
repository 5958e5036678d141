import { didYouMean, isSdcError, SdcError, type Registry } from '@sdc/core'
import { bindLimits, limitEnd, isBeyond, type Limit } from '@sdc/engine'
import { isDay } from './calendar-day.js'
import type { WrittenPolicy } from './policy-form.js'
import type { PolicyException, ReleaseType } from './policy-types.js'

/**
 * Checks the names in a policy, and that its values are possible.
 *
 * @param policy - A policy of the right form.
 * @param registry - Registry with the metrics.
 * @throws BAD_PLAN, BAD_OPTION, UNKNOWN_METRIC with the place in the document.
 */
export function checkPolicy({ releases }: WrittenPolicy, registry: Registry): void {
  const types = Object.entries(releases)
  if (types.length === 0)
    throw wrong(
      'the policy has no type of release',
      ['releases'],
      'One such as scientific-use: { limits: … } is needed.',
    )
  for (const [name, type] of types) checkType(name, type, registry)
}

function checkType(name: string, { limits, require, allowNull, exceptions }: ReleaseType, registry: Registry): void {
  const at = ['releases', name]
  const bound = new Map(
    Object.entries(limits).map(([key, value]) => [key, boundAt([...at, 'limits', key], registry, key, value)] as const),
  )
  const { keyed, shuffled, identifiers, openColumns } = require
  if (bound.size === 0 && !(keyed ?? false) && !(shuffled ?? false) && !identifiers && !openColumns) {
    const message = `the type ${name} asks for nothing: every file would meet it`
    throw wrong(message, at, 'Give it limits (by metric) or demands (require).')
  }
  for (const key of Object.keys(allowNull))
    if (![...bound].some(([limit, { metric }]) => key === limit || key === metric.id))
      throw withoutLimit(`allowNull of ${name}`, key, [...at, 'allowNull', key], [...bound.keys()])
  for (const [i, exception] of exceptions.entries()) {
    const path = [...at, 'exceptions', i]
    const limit = bound.get(exception.metric)
    if (!limit) throw withoutLimit(`an exception of ${name}`, exception.metric, [...path, 'metric'], [...bound.keys()])
    if (exceptions.findIndex(({ metric }) => metric === exception.metric) < i) {
      const message = `${name} has two exceptions from its limit of ${exception.metric}`
      throw wrong(message, path, 'Leave one of them out: which of them holds would be a guess.')
    }
    checkException(exception, limit, registry, path)
  }
}

function checkException(
  { metric, upTo, until }: PolicyException,
  limit: Limit,
  registry: Registry,
  path: readonly (string | number)[],
): void {
  boundAt([...path, 'upTo'], registry, metric, upTo)
  if (!isBeyond(limit, upTo)) {
    const [way, turned] = limit.metric.better === 'higher' ? ['below', 'above'] : ['above', 'below']
    const message = `the exception from ${metric} lets nothing pass: up to ${upTo} is not ${way} its limit, ${limitEnd(limit)}`
    throw wrong(message, [...path, 'upTo'], `A stricter limit (${turned} it) stands among the limits.`)
  }
  if (!isDay(until)) {
    const message = `the exception from ${metric} holds until "${until}", which is not a day`
    throw wrong(message, [...path, 'until'], 'Write the last day on which it holds as 2027-03-31.')
  }
}

/** Returns the limit of one metric; errors have its place in the policy. */
function boundAt(path: readonly (string | number)[], registry: Registry, key: string, value: number): Limit {
  try {
    return bindLimits(registry, { [key]: value })[0]
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(error.code, error.message, { ...error.place, path }, error.fix)
  }
}

function withoutLimit(
  what: string,
  metric: string,
  path: readonly (string | number)[],
  limits: readonly string[],
): SdcError {
  const there = limits.length > 0 ? `Its limits are ${limits.join(', ')}.` : 'It has no limits.'
  return wrong(`${what} is for ${metric}, which has no limit`, path, `${didYouMean(metric, limits)}${there}`)
}

function wrong(message: string, path: readonly (string | number)[], fix: string): SdcError {
  return new SdcError('BAD_PLAN', message, { path }, fix)
}
