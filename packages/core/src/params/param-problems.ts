import * as z from 'zod'
import { canonicalJson } from '../base/canonical.js'
import { describeParams, type ParamCard } from './params.js'

/** Types that a parameter may have. All others transform their value, or JSON cannot represent them. */
const plainTypes = new Set([
  'number',
  'boolean',
  'string',
  'enum',
  'literal',
  'array',
  'tuple',
  'object',
  'record',
  'null',
  'default',
  'prefault',
  'optional',
  'nonoptional',
  'nullable',
  'union',
  'readonly',
])

/** Lists the problems of a schema for a method's parameters; empty if there are none. */
export function paramProblems(schema: unknown): string[] {
  if (!isZodObject(schema)) return ['params is not a zod object']
  const known = found.get(schema) ?? problemsOf(schema)
  found.set(schema, known)
  return [...known]
}

/** Caches the problems of each schema, which never change: every registry that a plugin is added to asks again. */
const found = new WeakMap<z.ZodObject, readonly string[]>()

function problemsOf(schema: z.ZodObject): string[] {
  const problems = Object.entries(schema.shape).flatMap(([name, field]) => {
    return [...severalTypes(name, field), ...fieldProblems(name, field)]
  })
  if (problems.length > 0) return problems
  return describeParams(schema).flatMap((card) => cardOfParamProblems(card, schema.shape[card.name]))
}

function cardOfParamProblems(card: ParamCard, field: z.core.$ZodType): string[] {
  const problems: string[] = []
  if (card.description === '') problems.push(`parameter ${card.name} has no sentence: .meta({ description })`)
  if (/percent|fraction|share|variance/i.test(card.name) && card.type === 'number' && !card.unit) {
    problems.push(`parameter ${card.name} could be misread: .meta({ unit })`)
  }
  const needsRange = (card.type === 'number' || card.type === 'integer') && !card.values
  if (needsRange && card.minimum === undefined && card.exclusiveMinimum === undefined) {
    problems.push(`parameter ${card.name} has no lower bound`)
  }
  if (card.search) {
    const { min, max, scale, usual } = card.search
    const inside = z.safeParse(field, min).success && z.safeParse(field, max).success
    if (!inside || !(min < max)) problems.push(`the search range of ${card.name} is not within its own range`)
    if (scale === 'log' && !(min > 0)) problems.push(`the search range of ${card.name} has no logarithm at ${min}`)
    if (usual !== undefined && !isWithin(usual, { min, max }, field)) {
      problems.push(`the usual values of ${card.name} are not growing values within its search range`)
    }
  }
  return problems
}

/** Returns true if there are values, each allowed, within the range and greater than the one before. */
function isWithin(
  usual: unknown,
  { min, max }: { readonly min: number; readonly max: number },
  field: z.core.$ZodType,
): boolean {
  const values = listOf(usual)
  const allowed = values.every(
    (value) => z.safeParse(field, value).success && Number(value) >= min && Number(value) <= max,
  )
  return values.length > 0 && allowed && values.every((value, i) => i === 0 || Number(value) > Number(values[i - 1]))
}

function isZodObject(schema: unknown): schema is z.ZodObject {
  if (typeof schema !== 'object' || schema === null) return false
  return '_zod' in schema && 'shape' in schema && typeof schema.shape === 'object'
}

/** The command line reads a value by its parameter's one type. */
function severalTypes(name: string, field: unknown): string[] {
  let def = zodDef(field)
  while (def?.innerType !== undefined && def.type !== 'nullable') def = zodDef(def.innerType)
  if (def?.type === 'nullable') return [`parameter ${name} may be null: use .optional()`]
  const single = def?.type !== 'null' && (def?.type !== 'union' || isListOrObject(def))
  return single ? [] : [`parameter ${name} has no single type: use z.enum, or two parameters`]
}

/**
 * Returns true for lists and objects, which are both read as JSON: the command line sees a list of rows and an object
 * as one type.
 */
function isListOrObject({ options }: ZodDef): boolean {
  const forms = listOf(options).map((option) => String(zodDef(option)?.type))
  const isObject = (form: string): boolean => form === 'object' || form === 'record'
  return forms.some(isObject) && forms.every((form) => isObject(form) || form === 'array' || form === 'tuple')
}

/** Loose nested objects would let a misspelt key pass, transforms would make a plan's text differ from what runs. */
function fieldProblems(path: string, field: unknown): string[] {
  const def = zodDef(field)
  if (!def) return [`parameter ${path} is not a zod schema`]
  // Made by refParam or limitsParam: the parameters of what it names are checked when it is resolved.
  const { ref, limits } = z.globalRegistry.get(field as z.core.$ZodType) ?? {}
  if (ref !== undefined || limits !== undefined) return []
  if (!plainTypes.has(String(def.type)) || def.coerce === true || overwrites(def)) {
    return [`parameter ${path} transforms its value: parameters are plain JSON`]
  }
  if (def.type === 'object') {
    const strict = zodDef(def.catchall)?.type === 'never'
    const nested = Object.entries(def.shape ?? {}).flatMap(([name, one]) => fieldProblems(`${path}.${name}`, one))
    return strict ? nested : [`parameter ${path} is a loose object: use z.strictObject`, ...nested]
  }
  const { innerType, element, keyType, valueType, rest, items, options } = def
  const inner = [innerType, element, keyType, valueType, rest, ...listOf(items), ...listOf(options)]
  const problems = inner.filter((one) => one !== undefined && one !== null).flatMap((one) => fieldProblems(path, one))
  return problems.length === 0 && def.type === 'default' ? defaultProblems(path, def) : problems
}

/** zod does not parse a default: one outside its range would pass, and one of an object would lack the defaults inside. */
function defaultProblems(path: string, def: ZodDef): string[] {
  const parsed = z.safeParse(def.innerType as z.core.$ZodType, def.defaultValue)
  const value = typeof def.defaultValue === 'number' ? String(def.defaultValue) : JSON.stringify(def.defaultValue)
  if (!parsed.success) return [`the default ${value} of ${path} is outside its own range`]
  const complete = canonicalJson(parsed.data) === canonicalJson(def.defaultValue)
  return complete ? [] : [`the default ${value} of ${path} is incomplete: use .prefault`]
}

/** `.trim()`, `.toLowerCase()` and their like are checks to zod, yet change the value. */
function overwrites(def: ZodDef): boolean {
  return listOf(def.checks).some((check) => zodDef(check)?.check === 'overwrite')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

type ZodDef = Readonly<Record<string, unknown>>

function zodDef(field: unknown): ZodDef | undefined {
  if (typeof field !== 'object' || field === null || !('_zod' in field)) return undefined
  return (field as { _zod: { def: ZodDef } })._zod.def
}
