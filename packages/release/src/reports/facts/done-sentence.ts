import { describeParams, paramText, resolveParams, type Params, type Registry } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import { counted } from '@sdc/inspect'
import { someOf } from './number-text.js'

/** What was done, as far as a sentence needs it. */
export interface DoneInput {
  readonly registry: Registry
  readonly steps: readonly StepPlan[]
  /** The columns of the original that were masked, and all there are. */
  readonly columns: readonly string[]
  readonly all: number
  /** The columns that were left out of the file. */
  readonly dropped: readonly string[]
  readonly records: number
  /** Number of new records, where the records are synthetic. */
  readonly drawn?: number | undefined
}

/**
 * What was done, in a sentence or two, with every parameter that differs from its default.
 *
 * @param input - The steps, and what they were about.
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

/** `rank swapping (p = 15) within groups of region`. */
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

/** A long list of settings is in the plan, not in a sentence. */
function shortText(name: string, text: string): string {
  return text.length > LONGEST ? `${name} as in the plan` : text
}

/** A number as a sentence has it: whole, or with three digits. Cards and the plan have all digits. */
function brief(value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value
}

/**
 * All parameters of a method, those of its defaults too, as texts.
 *
 * @param registry - Where the method is.
 * @param use - Its id.
 * @param params - What was said of them.
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

/** A title within a sentence; an abbreviation, or a name with a capital after the first letter, stays as it is. */
export function lowerFirst(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title[0].toLowerCase() + title.slice(1) : title
}
