import { describeParams, isSdcError, resolveParams, type ParamCard, type Params } from '@sdc/core'
import { errorText, runCheck, type Check } from './check.js'

/** Checks that the schema of the parameters matches their card: no value outside a stated range may pass. */
export async function parameterChecks(
  subject: string,
  params: Params<unknown>,
  examples: readonly Readonly<Record<string, unknown>>[],
): Promise<Check[]> {
  return [
    await runCheck(subject, 'its defaults and examples are valid parameters', () =>
      [{}, ...examples].flatMap((given) => unresolved(params, given)),
    ),
    await runCheck(subject, 'it refuses parameters outside their range', () =>
      describeParams(params).flatMap((card) => accepted(params, card)),
    ),
  ]
}

function unresolved(params: Params<unknown>, given: Readonly<Record<string, unknown>>): string[] {
  try {
    resolveParams(params, given)
    return []
  } catch (error) {
    return [`expected ${JSON.stringify(given)} to be accepted, got ${errorText(error)}`]
  }
}

function accepted(params: Params<unknown>, card: ParamCard): string[] {
  return wrongValues(card).flatMap((value) => {
    const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
    const expected = `expected ${card.name} = ${text} to be refused`
    try {
      resolveParams(params, { [card.name]: value })
      return [`${expected}, it was accepted`]
    } catch (error) {
      return isSdcError(error) && error.code === 'BAD_PARAMETER'
        ? []
        : [`${expected} with BAD_PARAMETER, got ${errorText(error)}`]
    }
  })
}

/** Values outside what a parameter's card states, made from the card. */
function wrongValues(card: ParamCard): unknown[] {
  if (card.values) return ['no such value', 0.5, null]
  switch (card.type) {
    case 'number':
    case 'integer':
      return wrongNumbers(card)
    case 'boolean':
      return ['true', 1, null]
    case 'string':
      return [1, true, null]
    case 'array':
    case 'object':
      return ['text', 1, null]
  }
}

function wrongNumbers({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum }: ParamCard): unknown[] {
  const wrong: unknown[] = ['1', true, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  if (minimum !== undefined) wrong.push(minimum - Math.max(1, Math.abs(minimum)))
  if (maximum !== undefined) wrong.push(maximum + Math.max(1, Math.abs(maximum)))
  if (exclusiveMinimum !== undefined) wrong.push(exclusiveMinimum, exclusiveMinimum - 1)
  if (exclusiveMaximum !== undefined) wrong.push(exclusiveMaximum, exclusiveMaximum + 1)
  if (type === 'integer') wrong.push((minimum ?? exclusiveMinimum ?? 0) + 0.5)
  return wrong
}

/** Sets one parameter at a time to an end of its known range: a search or a user will try these values. */
export function limitValues(card: ParamCard): unknown[] {
  if (card.values) return [...card.values]
  if (card.type === 'boolean') return [true, false]
  if (card.type !== 'number' && card.type !== 'integer') return []
  const ends = [card.minimum, card.search?.min, card.search?.max].filter((end) => end !== undefined)
  return [...new Set(ends)]
}
