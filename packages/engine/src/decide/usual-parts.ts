import {
  kindOf,
  type Column,
  type ColumnKind,
  type Dataset,
  type MaskingMethod,
  type Registry,
  type Roles,
  type UsualCandidate,
} from '@sdc/core'
import type { StepPlan } from '../plan/plan.js'
import type { KeyRelations } from '../compare/key-relations.js'
import { stepsLabel } from './labels.js'
import { coarserSteps, coarserText, manyLevels, type ManyLevels } from './many-levels.js'
import { unchangedPart, type Part } from '../compare/part.js'
import { kindOfSteps } from './part-kind.js'
import { usualGrid } from './usual-grid.js'
import type { Sides } from './sides.js'
import { stepPlan, type StepOptions } from './step-plan.js'

export interface UsualPartsInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly roles: Roles
  readonly sides: Sides
  readonly relations: KeyRelations
  /** The columns that a user says values are masked given, and within. */
  readonly given?: readonly string[] | undefined
  readonly by?: readonly string[] | undefined
  /** What a user says of every step; where it says nothing of missing values, methods that refuse them keep them missing. */
  readonly options: Pick<StepOptions, 'precision' | 'missing'>
  /** Whether what is followed by a post-masking step is tried. */
  readonly reverseMapped: boolean
  /** The methods that are tried; all usual ones where it is not said. */
  readonly methods?: readonly string[] | undefined
}

/** Keys by which records are exchanged have no more levels than this: others seldom repeat. */
const SWAPPED_WITHIN = 3

/**
 * What is tried of either side where nobody names it: the candidates of all plugins, those for values also given the keys that
 * tell of them and within groups of one of these, those that recode keys also after keys of very many levels were made
 * coarser or left out. A plugin that names no candidates joins with those of its methods that a search tries.
 *
 * @param input - The file, its sides, and what the keys say of the values.
 * @returns The parts of the keys, then those of the values; each side begins with the part that leaves it as it is.
 */
export function usualParts(input: UsualPartsInput): Part[] {
  const { registry, sides, roles, original, methods } = input
  const known = new Set(registry.all('methods').map(({ id }) => id))
  const all = [...(registry.defaults.candidates ?? []), ...otherCandidates(registry)].filter(({ steps }) =>
    steps.every(({ use }) => known.has(use)),
  )
  const isFollowed = ({ steps }: UsualCandidate): boolean =>
    steps.some(({ use }) => registry.get('methods', use).traits.postMasking)
  const wanted = input.reverseMapped ? all : all.filter((one) => !isFollowed(one))
  const tried = methods ? methods.flatMap((id) => ofMethod(registry.get('methods', id), wanted)) : wanted
  const many = manyLevels(original, sides.keys, roles)
  const ofKeys =
    sides.keys.length > 0 ? tried.flatMap((one) => (one.of === 'keys' ? keyParts(one, many, input) : [])) : []
  const ofValues = tried.flatMap((one) => (one.of === 'keys' ? [] : valueParts(one, input)))
  return notTwice([unchangedPart('keys'), ...ofKeys, unchangedPart('values'), ...ofValues])
}

/** The usual candidates with a method; of one that has none what a search tries of it. */
function ofMethod(method: MaskingMethod, usual: readonly UsualCandidate[]): readonly UsualCandidate[] {
  const own = usual.filter(({ steps }) => steps.some(({ use }) => use === method.id))
  return own.length > 0 ? own : searchedCandidates(method)
}

/** Methods of plugins that name no candidates: those that a search tries, each with the usual values of its first parameter. */
function otherCandidates(registry: Registry): UsualCandidate[] {
  const others = registry.plugins.filter(({ defaults }) => defaults?.candidates === undefined)
  return others
    .flatMap(({ methods = [] }) => methods)
    .filter(({ traits }) => traits.searched && !traits.adds && !traits.postMasking && traits.given !== 'required')
    .flatMap(searchedCandidates)
}

/** A method on every side whose columns it masks. */
function searchedCandidates(method: MaskingMethod): UsualCandidate[] {
  const { accepts, kinds } = method.traits
  const takes = (kind: ColumnKind): boolean => accepts.includes(kind)
  return usualGrid(method).flatMap((params): UsualCandidate[] => {
    const steps = [{ use: method.id, params }]
    return [
      ...(kinds === 'coarser' || takes('nominal') ? [{ of: 'keys', steps } as const] : []),
      ...(takes('numeric') && kinds === 'same' ? [{ of: 'numbers', steps, conditioned: true } as const] : []),
      ...(takes('nominal') && kinds === 'same' ? [{ of: 'categories', steps } as const] : []),
    ]
  })
}

function keyParts(one: UsualCandidate, many: readonly ManyLevels[], input: UsualPartsInput): Part[] {
  const { registry, sides, original, options } = input
  const { recoding } = registry.defaults
  if (one.sensitive === true && sides.categories.length === 0) return []
  const stepsOn = (keys: readonly string[]): StepPlan[] =>
    one.steps.flatMap(({ use, params, of }) => {
      const { accepts } = registry.get('methods', use).traits
      const columns = keys.filter((name) => {
        const kind = kindOf(original.column(name))
        return accepts.includes(kind) && (of === undefined || (kind === 'numeric') === (of === 'numbers'))
      })
      return columns.length === 0
        ? []
        : [
            stepPlan(use, columns, {
              params: { ...params, ...(one.sensitive && { sensitive: sides.categories }) },
              ...keptMissing(input, use, columns),
              ...options,
            }),
          ]
    })
  const part = (before: readonly StepPlan[], keys: readonly string[], words = ''): Part[] => {
    const own = stepsOn(keys)
    if (own.length === 0) return []
    const steps = [...before, ...own]
    const label = [words, stepsLabel(own)].filter(Boolean).join('; ')
    return [{ side: 'keys', kind: kindOfSteps(registry, steps), label, steps, varied: {} }]
  }
  const plain = one.manyLevels === 'none' && many.length > 0 ? [] : part([], sides.keys)
  if (one.manyLevels === undefined || many.length === 0 || recoding === undefined) return plain
  const variant = (drop: boolean): Part[] => {
    const left = sides.keys.filter((name) => !many.some(({ key, coarser }) => key === name && (drop || !coarser)))
    return part(coarserSteps(many, recoding, drop), left, coarserText(many, drop))
  }
  return [...plain, ...(many.some(({ coarser }) => coarser) ? variant(false) : []), ...variant(true)]
}

function valueParts(one: UsualCandidate, input: UsualPartsInput): Part[] {
  const { registry, sides, original, relations } = input
  const columns = one.of === 'numbers' ? sides.numbers : sides.categories
  if (columns.length === 0 || (one.sparse === true && !columns.some((name) => isSparse(original.column(name)))))
    return []
  const traits = one.steps.map(({ use }) => registry.get('methods', use).traits)
  const exchanging = traits.some(({ given }) => given === 'keys')
  const within = exchanging ? swappedWithin(original, sides.keys) : undefined
  if (exchanging && within === undefined) return []
  const part = (options: StepOptions): Part => {
    const { given: conditions, ...groups } = options
    const steps = one.steps.map(({ use, params = {} }): StepPlan => {
      const { given, postMasking } = registry.get('methods', use).traits
      const own: StepOptions = given === 'unused' || postMasking ? {} : { given: conditions ?? [] }
      const missing = keptMissing(input, use, [...columns, ...(own.given ?? [])])
      return stepPlan(use, columns, { ...missing, ...input.options, ...groups, ...own, params })
    })
    return { side: 'values', kind: kindOfSteps(registry, steps), label: stepsLabel(steps), steps, varied: {} }
  }
  if (within !== undefined) return [part({ given: within })]
  return conditions(
    one,
    relations,
    input,
    traits.some(({ given }) => given === 'optional' || given === 'required'),
  ).map(part)
}

/** A column of which so much is zero. */
const MOSTLY_ZERO = 0.3

function isSparse(column: Column): boolean {
  if (column.kind !== 'numeric') return false
  const zeros = column.values.reduce((count, value) => count + (value === 0 ? 1 : 0), 0)
  return zeros >= MOSTLY_ZERO * column.values.length
}

/** Missing cells stay missing where a method would refuse them. */
function keptMissing({ registry, original }: UsualPartsInput, use: string, columns: readonly string[]): StepOptions {
  if (registry.get('methods', use).traits.missing !== 'refuse') return {}
  const lacks = (name: string): boolean => {
    const column = original.column(name)
    return column.kind === 'numeric' ? column.values.some(Number.isNaN) : column.codes.includes(-1)
  }
  return columns.some(lacks) ? { missing: 'keep' } : {}
}

/** Under which conditions a candidate for values is tried: none, given the related keys, within groups of one, both. */
function conditions(
  { conditioned = false }: UsualCandidate,
  { related, group }: KeyRelations,
  { given, by }: UsualPartsInput,
  takesGiven: boolean,
): StepOptions[] {
  // What a user says is how all are tried.
  if (given !== undefined || (by !== undefined && by.length > 0))
    return [{ ...(takesGiven && given && { given: [...given] }), ...(by && within(by)) }]
  if (!conditioned) return [{}]
  const others = related.filter((name) => name !== group)
  return [
    {},
    ...(takesGiven && related.length > 0 ? [{ given: [...related] }] : []),
    ...(group === undefined ? [] : [within([group])]),
    ...(group !== undefined && takesGiven && others.length > 0 ? [{ ...within([group]), given: others }] : []),
  ]
}

function within(by: readonly string[]): StepOptions {
  return by.length === 0 ? {} : { by: [...by], smallGroups: 'pooled' }
}

/** A key of few levels within which values are exchanged. */
function swappedWithin(original: Dataset, keys: readonly string[]): string[] | undefined {
  const few = keys.find((name) => {
    const column = original.column(name)
    return column.kind === 'categorical' && new Set(column.codes).size <= SWAPPED_WITHIN
  })
  return few === undefined ? undefined : [few]
}

function notTwice(parts: readonly Part[]): Part[] {
  const seen = new Set<string>()
  return parts.filter(({ side, label }) => {
    const name = `${side} ${label}`
    return seen.has(name) ? false : seen.add(name)
  })
}
