import { describeParams, paramText, resolveParams, type Params, type Registry } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import { counted } from '@sdc/inspect'
import { someOf } from './number-text.js'

/** Steps and columns for a sentence on the masking. */
export interface DoneInput {
  readonly registry: Registry
  readonly steps: readonly StepPlan[]
  /** Masked columns of the original, and the number of all columns. */
  readonly columns: readonly string[]
  readonly all: number
  /** Columns that are not in the file. */
  readonly dropped: readonly string[]
  readonly records: number
  /** Number of new records, if the records are synthetic. */
  readonly drawn?: number | undefined
}

/**
 * Describes the masking in a sentence or two, with every parameter that differs from its default.
 *
 * @param input - The steps and the columns.
 * @returns Sentences.
 */
export function doneSentence(input: DoneInput): string {
  const { registry, steps, columns, all, dropped, records, drawn } = input
  const which =
    columns.length === all ? `All ${counted(all, 'column')}` : `${columns.length} of ${counted(all, 'column')}`
  const named = columns.length === all ? '' : ` (${someOf(columns)})`
  const said = steps.map((step, s) => `${s === 0 ? '' : 'then '}${stepText(registry, step)}`).join('; ')
  const how = steps.length === 0 ? ' by another program' : `: ${said}`
  const out = dropped.length > 0 ? ` ${someOf(dropped)} left the file.` : ''
  const done =
    drawn === undefined
      ? `${which}${named} of ${counted(records, 'record')} were masked`
      : `${counted(drawn, 'new record')} with ${which.toLowerCase()}${named} were drawn from a model of ${counted(records, 'record')}`
  return `${done}${how}.${out}`
}

/** Returns `rank swapping (p = 15) within groups of region`. */
function stepText(registry: Registry, { use, params, by, given }: StepPlan): string {
  const method = registry.get('methods', use)
  const said: Readonly<Record<string, unknown>> = resolveParams<Record<string, unknown>>(
    method.params as Params<Record<string, unknown>>,
    params,
    { method: use },
  )
  const values = describeParams(method.params)
    .filter(({ name }) => Object.hasOwn(params, name) && said[name] !== undefined)
    .map((card) => shortText(card.name, paramText(card, brief(said[card.name]))))
    .filter(Boolean)
    .join(', ')
  const groups = by.length > 0 ? ` within groups of ${someOf(by)}` : ''
  const known = given && given.length > 0 ? ` given ${someOf(given)}` : ''
  return `${lowerFirst(method.title)}${values === '' ? '' : ` (${values})`}${groups}${known}`
}

/** Longest parameter in a sentence. */
const LONGEST = 80

/** Replaces a long list of settings by a reference to the plan. */
function shortText(name: string, text: string): string {
  return text.length > LONGEST ? `${name} as in the plan` : text
}

/** Rounds a number for a sentence: an integer, or three digits. Cards and the plan have all digits. */
function brief(value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value
}

/**
 * Returns all parameters of a method as texts, including its defaults.
 *
 * @param registry - Registry with the method.
 * @param use - Its id.
 * @param params - Its parameters in the plan.
 * @returns Names with values.
 */
export function parameterPairs(registry: Registry, use: string, params: unknown): [name: string, value: string][] {
  const resolved = resolveParams(registry.get('methods', use).params, params as Readonly<Record<string, unknown>>, {
    method: use,
  })
  return Object.entries(resolved as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
}

/**
 * Returns a title for use within a sentence; an abbreviation, or a name with a capital after the first letter, stays
 * unchanged.
 */
export function lowerFirst(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title[0].toLowerCase() + title.slice(1) : title
}
