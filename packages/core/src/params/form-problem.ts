import * as z from 'zod'
import { listed } from '../columns/dataset.js'
import { closestTo, didYouMean } from '../base/suggest.js'

type Issue = z.core.$ZodIssue
type Json = Readonly<Record<string, unknown>>

/** Problem of a value, and its remedy if one is known. */
export interface FormProblem {
  readonly sentence: string
  readonly help: string | undefined
  /** The keys that lead to it. */
  readonly path: readonly (string | number)[]
}

/**
 * Describes the problem of a value with several parts: the wrong key, its place, the expected and the actual value. If
 * a part may be one of several things, it is compared with the nearest one: the message for a step that is an object
 * names its wrong key.
 *
 * @param issues - The issues from zod.
 * @param value - The value.
 * @param schema - Its form, for the known keys.
 * @returns The sentence, and a fix.
 */
export function formProblem(issues: readonly Issue[], value: unknown, schema: z.ZodType): FormProblem {
  const all = issues.map(nearest)
  // A key that is missing is often there under another name.
  const issue = all.find(({ code }) => code === 'unrecognized_keys') ?? all[0]
  const at = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const path = plainPath([...issue.path, issue.keys[0]])
    return { ...unknownKey(issue.keys[0], at, knownKeys(schema, issue.path)), path }
  }
  const part = valueAt(value, issue.path)
  const help = quotesHelp(issue, part) ?? valueHelp(issue, part)
  return { sentence: wrongValue(issue, part, at), help, path: plainPath(issue.path) }
}

/** The issue itself, or of a value that may be several things that of the one it comes nearest to. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const branches = issue.errors.flatMap((branch) => {
    const inner = branch.find(({ code }) => code === 'unrecognized_keys') ?? branch[0]
    return inner ? [nearest({ ...inner, path: [...issue.path, ...inner.path] })] : []
  })
  const within = branches.filter((one) => one.path.length > issue.path.length || !isWholeType(one))
  const deepest = within.sort((a, b) => b.path.length - a.path.length)[0]
  return deepest ?? { ...issue, message: eitherOf(branches) }
}

/** Returns true if an issue only says that the whole value has the wrong type. */
function isWholeType({ code }: Issue): boolean {
  return code === 'invalid_type' || code === 'invalid_value'
}

function eitherOf(branches: readonly Issue[]): string {
  return [...new Set(branches.map(expectation))].join(' or ')
}

function unknownKey(key: string, at: string, known: readonly string[]): Omit<FormProblem, 'path'> {
  const guess = closestTo(key, known)
  const there = `The known keys are ${listed(known)}.`
  const where = at === '' ? 'at its top' : `at ${at}`
  return {
    sentence: `unknown key "${key}" ${where}`,
    help: guess === undefined ? there : `Did you mean "${guess}"? ${there}`,
  }
}

function wrongValue(issue: Issue, value: unknown, at: string): string {
  const subject = at === '' ? 'it' : at
  if (value === undefined && at !== '') {
    const path = issue.path.slice(0, -1).join('.')
    return `${path === '' ? 'it' : path} has no "${String(issue.path.at(-1))}"`
  }
  return `${subject} must be ${expectation(issue)}, and is ${shown(value)}`
}

const sorts: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object of keys and values',
  record: 'an object of keys and values',
}

/** Words the expected value. */
function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return sorts[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value') return listedValues(issue.values)
  if (issue.code === 'too_small' || issue.code === 'too_big') return limitEnd(issue)
  if (issue.code === 'invalid_union') return issue.message
  return issue.message.charAt(0).toLowerCase() + issue.message.slice(1)
}

function listedValues(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value))
  return texts.length === 1 ? texts[0] : `one of ${texts.join(', ')}`
}

function limitEnd(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = String(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const than = issue.code === 'too_small' ? 'at least' : 'at most'
  const exactly = 'exact' in issue && issue.exact === true
  if (issue.origin === 'string') return exactly ? `${bound} character(s) long` : `${than} ${bound} character(s) long`
  if (issue.origin === 'array') return `a list of ${than} ${bound}`
  return issue.origin === 'int' || Number.isSafeInteger(Number(bound))
    ? `a number of ${than} ${bound}`
    : `${than} ${bound}`
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (typeof value === 'string') return `the text ${JSON.stringify(cut(value))}`
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return `an object with ${listed(Object.keys(value), 5) || 'nothing in it'}`
  return String(value)
}

function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function plainPath(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((part) => (typeof part === 'number' ? part : String(part)))
}

/** The value that was probably meant, where it must be one of a few. */
function valueHelp(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return undefined
  const guess = didYouMean(value, issue.values.map(String))
  return guess === '' ? undefined : guess.trim()
}

/** YAML takes -9, true and nothing at all for something other than text. */
function quotesHelp(issue: Issue, value: unknown): string | undefined {
  if (issue.code !== 'invalid_type' || issue.expected !== 'string') return undefined
  if (value === null) return "Write '' for the empty text."
  return typeof value === 'number' || typeof value === 'boolean' ? `Write it in quotes: '${value}'.` : undefined
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Json)[String(key)] : undefined,
    value,
  )
}

/** The keys that an object at this place may have. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const places = path.reduce<Json[]>((nodes, key) => nodes.flatMap((node) => below(node, key)), alternatives(root))
  return [...new Set(places.flatMap((node) => Object.keys((node.properties ?? {}) as Json)))]
}

function alternatives(node: Json): Json[] {
  return Array.isArray(node.anyOf) ? (node.anyOf as Json[]).flatMap(alternatives) : [node]
}

function below(node: Json, key: PropertyKey): Json[] {
  const {
    properties = {},
    additionalProperties,
    items,
  } = node as {
    readonly properties?: Json
    readonly additionalProperties?: unknown
    readonly items?: unknown
  }
  const own = Object.hasOwn(properties, key) ? properties[String(key)] : undefined
  const next = typeof key === 'number' ? items : (own ?? additionalProperties)
  return typeof next === 'object' && next !== null ? alternatives(next as Json) : []
}
