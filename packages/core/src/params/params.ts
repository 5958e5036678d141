import * as z from 'zod'
import type { MetricLimit, RefTarget } from '../reference/ref.js'
import { decimalNumber } from '../base/decimal-number.js'
import { SdcError, type ErrorPlace } from '../base/errors.js'
import { formProblem } from './form-problem.js'
import { closestTo } from '../base/suggest.js'

/** The schema of a method's or metric's parameters: a zod object whose output is P and whose input I. */
export type Params<P, I = unknown> = z.ZodObject & z.ZodType<P, I>

/** Parameters as a caller writes them: every one has a default, or is left out where it is not needed. */
export type ParamsInput<P> = { readonly [K in keyof P]?: P[K] | undefined }

/** Range in which an optimiser or a default comparison searches a parameter. */
export interface SearchRange {
  readonly min: number
  readonly max: number
  readonly scale?: 'linear' | 'log'
  /**
   * Default values of a comparison, ascending and within the range; by default its ends and its middle. A search covers
   * the whole range, which is wider than common practice.
   */
  readonly usual?: readonly number[]
}

/** One parameter, read off its schema: nothing here is written a second time. */
export interface ParamCard {
  readonly name: string
  readonly type: 'number' | 'integer' | 'boolean' | 'string' | 'array' | 'object'
  /** The other form that an object may be written in: a list, as of the rows of a table. */
  readonly or?: 'array'
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly exclusiveMaximum?: number
  /** The values of an enumeration. */
  readonly values?: readonly (string | number)[]
  readonly default?: unknown
  readonly unit?: string
  readonly description: string
  readonly search?: SearchRange
  /** Target of a parameter that is the id of a metric or method, with parameters (`refParam`). */
  readonly ref?: RefTarget
  /** Targets of a parameter that lists metrics and their limits (`limitsParam`). */
  readonly limits?: RefTarget
}

const ownKeys = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'unit',
  'search',
  'ref',
  'limits',
] as const

/** The parameters of a schema in the order they are written. */
export function describeParams(schema: z.ZodObject): ParamCard[] {
  const known = described.get(schema) ?? paramCards(schema)
  described.set(schema, known)
  return [...known]
}

/** Caches the parameters of each schema, which never change: every measurement asks again. */
const described = new WeakMap<z.ZodObject, readonly ParamCard[]>()

function paramCards(schema: z.ZodObject): ParamCard[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const json = property as Readonly<Record<string, unknown>>
    const { type = typeOfForms(json), description } = json
    const values = json.enum ?? ('const' in json ? [json.const] : undefined)
    return {
      name,
      type: type ?? 'string',
      ...(type === 'object' && json.type === undefined ? { or: 'array' } : {}),
      ...Object.fromEntries(ownKeys.filter((key) => isStated(json, key)).map((key) => [key, json[key]])),
      ...(values === undefined ? {} : { values }),
      ...('default' in json ? { default: json.default } : {}),
      description: description ?? '',
    } as ParamCard
  })
}

/** A union of lists and objects is read as JSON, as each of them is: it is called an object. */
function typeOfForms({ anyOf }: Readonly<Record<string, unknown>>): 'object' | undefined {
  const forms = Array.isArray(anyOf) ? anyOf.map(({ type }: { readonly type?: unknown }) => type) : []
  const isBoth = forms.includes('object') && forms.every((form) => form === 'object' || form === 'array')
  return isBoth ? 'object' : undefined
}

/**
 * Returns true if a range was stated: zod states ±(2⁵³ − 1) for an integer without a range, which no reader wants to
 * see.
 */
function isStated(json: Readonly<Record<string, unknown>>, key: (typeof ownKeys)[number]): boolean {
  if (json[key] === undefined) return false
  if (json.type !== 'integer') return true
  return (
    !(key === 'minimum' && json[key] === Number.MIN_SAFE_INTEGER) &&
    !(key === 'maximum' && json[key] === Number.MAX_SAFE_INTEGER)
  )
}

/** Describes the values of a parameter: `a whole number >= 2 (records), default 3`. */
export function paramRange(card: ParamCard): string {
  if (card.values) return `one of ${card.values.join(', ')}${defaultText(card)}`
  if (card.ref)
    return `a ${[card.ref.kind, card.ref.sort].filter(Boolean).join(' ')}, by its id or as { use, params }${defaultText(card)}`
  if (card.limits) {
    const by = (card.default as readonly MetricLimit[]).map(({ metric }) => metric.use)
    const kinds = [card.limits.kind, card.limits.sort].filter(Boolean).join(' ')
    return `a list of { metric, at }, the metric a ${kinds} by its id or as { use, params }, default ${by.join(', ')}`
  }
  const words = {
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    string: 'a text',
    array: 'a list',
    object: 'an object',
  }
  const limits = [
    card.exclusiveMinimum === undefined ? '' : `> ${card.exclusiveMinimum}`,
    card.minimum === undefined ? '' : `>= ${card.minimum}`,
    card.exclusiveMaximum === undefined ? '' : `< ${card.exclusiveMaximum}`,
    card.maximum === undefined ? '' : `<= ${card.maximum}`,
  ].filter(Boolean)
  const range = limits.length > 0 ? ` ${limits.join(' and ')}` : ''
  const form = card.or === undefined ? words[card.type] : `${words[card.or]} or ${words[card.type]}`
  return `${form}${range}${card.unit ? ` (${card.unit})` : ''}${defaultText(card)}`
}

function defaultText({ default: value }: ParamCard): string {
  if (value === undefined) return ''
  if (value === '') return ', by default empty'
  return `, default ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

/**
 * Returns parameters with their defaults.
 *
 * @param schema - Schema of the parameters.
 * @param given - Parameters that differ from the defaults, by name.
 * @param place - Method or metric, for error messages.
 * @returns Values of all parameters.
 * @throws BAD_PARAMETER with the parameter, its range and its unit.
 */
export function resolveParams<P>(
  schema: Params<P>,
  given: Readonly<Record<string, unknown>>,
  place: ErrorPlace = {},
): P {
  const cards = describeParams(schema)
  const names = cards.map((card) => card.name)
  const owner = place.method ?? place.metric ?? place.service ?? place.table ?? place.attack ?? 'this step'
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const guess = closestTo(name, names)
    const known = names.length > 0 ? `Its parameters are ${names.join(', ')}.` : 'It has no parameters.'
    const fix = guess ? `Did you mean "${guess}"? ${known}` : known
    throw new SdcError('BAD_PARAMETER', `${owner} has no parameter "${name}"`, { ...place, parameter: name }, fix)
  }
  refuseAwkward(given, owner, place)
  // There is no other name among them; a strict schema, made anew, would be compiled anew.
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data as P
  const issue = parsed.error.issues[0]
  const name = String(issue.path[0] ?? '')
  const card = cards.find((one) => one.name === name)
  const got = Object.hasOwn(given, name) ? shown(given[name]) : 'nothing'
  const wrong = card
    ? `${name} must be ${paramRange(card)}; got ${got}${detail(card, issue, given, schema)}`
    : issue.message
  throw new SdcError('BAD_PARAMETER', `${owner}: ${wrong}`, { ...place, parameter: name }, card?.description ?? '')
}

/** Zod leaves out what is called `__proto__`: a column of that name would have no value, and nobody would say so. */
function refuseAwkward(given: Readonly<Record<string, unknown>>, owner: string, place: ErrorPlace): void {
  const awkward = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    (Object.hasOwn(value, '__proto__') || Object.values(value).some(awkward))
  const name = Object.keys(given).find((one) => awkward(given[one]))
  if (name === undefined) return
  const message = `${owner}: ${name} has an entry for "__proto__", which no parameter may have`
  throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: name }, 'Rename the column in the file.')
}

/** A value in a message; JSON has no NaN, no Infinity. */
function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return JSON.stringify(value) ?? String(value)
}

/** Adds details that the range in words lacks: the place within a list or object, and further rules. */
function detail(card: ParamCard, issue: z.core.$ZodIssue, given: unknown, schema: z.ZodType): string {
  const isType = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  const isBound = issue.code === 'too_small' || issue.code === 'too_big'
  const isNumber = card.type === 'number' || card.type === 'integer'
  if (issue.path.length <= 1 && (isType || (isBound && isNumber))) return ''
  const parts = issue.path.length > 1 || issue.code === 'invalid_union'
  return ` (${parts ? formProblem([issue], given, schema).sentence : issue.message})`
}

/** Bounds as they are written on a command line, `risk/dld=20,risk/dbrl`; the text itself where it is none. */
function boundsText(text: string): unknown {
  const limits = text.split(',').map((part) => {
    const [, metric = '', at] = /^\s*([^\s=]*\/[^\s=]*)\s*(?:=(.*))?$/.exec(part) ?? []
    return { metric, ...(at !== undefined && { at: decimalNumber(at.trim()) ?? at }) }
  })
  return limits.every(({ metric }) => metric !== '') ? limits : text
}

/**
 * Reads a parameter's value from the command line: numbers, booleans and JSON by the parameter's type.
 *
 * @param card - Description of the parameter.
 * @param text - The value as text.
 * @returns The value; the text itself if it cannot be read.
 */
export function parseParam(card: ParamCard, text: string): unknown {
  if (card.values) return card.values.find((value) => String(value) === text) ?? text
  switch (card.type) {
    case 'number':
    case 'integer':
      return decimalNumber(text) ?? text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'array':
    case 'object':
      try {
        return JSON.parse(text)
      } catch {
        if (card.limits) return boundsText(text)
        return card.ref ? { use: text, params: {} } : text
      }
    case 'string':
      return text
  }
}
