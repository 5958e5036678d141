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
import type { StepPlan } from '../../plan/plan.js'
import type { KeyRelations } from '../../compare/key-relations.js'
import { stepsLabel } from './labels.js'
import { coarserSteps, coarserText, manyLevels, type ManyLevels } from './many-levels.js'
import { distinctParts, unchangedPart, type Part } from '../../compare/part.js'
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
  /** Columns that a user set as conditions (`given`) and groups (`by`) for the masking of confidential columns. */
  readonly given?: readonly string[] | undefined
  readonly by?: readonly string[] | undefined
  /** Options that a user set for every step; without `missing`, methods that refuse missing values keep them missing. */
  readonly options: Pick<StepOptions, 'precision' | 'missing'>
  /** True to try candidates with a post-masking step as well. */
  readonly reverseMapped: boolean
  /** Methods to try; by default, all usual ones. */
  readonly methods?: readonly string[] | undefined
  /** True for candidates that draw whole records, and no others. */
  readonly synthetic: boolean
}

/** Maximum number of levels of a quasi-identifier within which values are exchanged: other values seldom repeat. */
const SWAPPED_WITHIN = 3

/**
 * Lists the usual parts of either side, from the candidates of all plugins. Candidates marked `conditioned` are also tried given
 * the related quasi-identifiers, and within groups of one of them. Candidates marked `manyLevels` are also, or only, tried after
 * quasi-identifiers with many levels were coarsened or left out. Candidates that draw whole records are parts of the confidential
 * columns, with all columns, if their methods accept these. Numeric items are only exchanged between records. A plugin without candidates adds its methods that a search tries.
 *
 * @param input - The file, its sides, and the relations of the quasi-identifiers to the confidential columns.
 * @returns The parts for the quasi-identifiers, then those for the confidential columns; the first of each side masks nothing.
 */
export function usualParts(input: UsualPartsInput): Part[] {
  const { registry, sides, roles, original, methods, synthetic } = input
  const known = new Set(registry.all('methods').map(({ id }) => id))
  const all = [...(registry.defaults.candidates ?? []), ...(synthetic ? [] : otherCandidates(registry))].filter(
    ({ of, steps }) => (of === 'records') === synthetic && steps.every(({ use }) => known.has(use)),
  )
  const isFollowed = ({ steps }: UsualCandidate): boolean =>
    steps.some(({ use }) => registry.get('methods', use).traits.postMasking)
  const wanted = input.reverseMapped ? all : all.filter((one) => !isFollowed(one))
  const tried = methods ? methods.flatMap((id) => ofMethod(registry.get('methods', id), wanted, synthetic)) : wanted
  const many = manyLevels(original, sides.keys, roles)
  const ofKeys =
    sides.keys.length > 0 ? tried.flatMap((one) => (one.of === 'keys' ? keyParts(one, many, input) : [])) : []
  const ofValues = tried.flatMap((one) => (one.of === 'keys' ? [] : valueParts(one, input)))
  return distinctParts([unchangedPart('keys'), ...ofKeys, unchangedPart('values'), ...ofValues])
}

/** Usual candidates that use a method; for a method without any, the candidates that a search tries. */
function ofMethod(
  method: MaskingMethod,
  usual: readonly UsualCandidate[],
  synthetic: boolean,
): readonly UsualCandidate[] {
  const own = usual.filter(({ steps }) => steps.some(({ use }) => use === method.id))
  if (own.length > 0) return own
  const asRecords = (params: Readonly<Record<string, number>>): UsualCandidate => ({
    of: 'records',
    steps: [{ use: method.id, params }],
  })
  return synthetic ? usualGrid(method).map(asRecords) : searchedCandidates(method)
}

/** Candidates from plugins that name none: methods that a search tries, at the usual values of their first searched parameter. */
function otherCandidates(registry: Registry): UsualCandidate[] {
  const others = registry.plugins.filter(({ defaults }) => defaults?.candidates === undefined)
  return others
    .flatMap(({ methods = [] }) => methods)
    .filter(({ traits }) => traits.searched && !traits.adds && !traits.postMasking && traits.given !== 'required')
    .flatMap(searchedCandidates)
}

/** Candidates with a method, for every side whose columns it masks. */
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
  const columns = columnsOf(one, input)
  if (columns.length === 0 || (one.sparse === true && !columns.some((name) => isSparse(original.column(name)))))
    return []
  const traits = one.steps.map(({ use }) => registry.get('methods', use).traits)
  // An answer that no respondent could give is wrong: items only get methods that exchange their values.
  const hasItems = one.of === 'numbers' && columns.some((name) => input.roles.items?.includes(name))
  if (hasItems && input.methods === undefined && !traits[traits.length - 1].claims.marginals) return []
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

/** Columns that a candidate masks; none if it draws whole records and its methods do not accept all of their columns. */
function columnsOf({ of, steps }: UsualCandidate, { registry, original, sides }: UsualPartsInput): readonly string[] {
  if (of !== 'records') return of === 'numbers' ? sides.numbers : sides.categories
  const all = original.names.filter((name) => sides.numbers.includes(name) || sides.categories.includes(name))
  const accepted = (name: string): boolean =>
    steps.every(({ use }) => registry.get('methods', use).traits.accepts.includes(kindOf(original.column(name))))
  return all.every(accepted) ? all : []
}

/** Minimum share of zeros in a sparse column. */
const MOSTLY_ZERO = 0.3

function isSparse(column: Column): boolean {
  if (column.kind !== 'numeric') return false
  const zeros = column.values.reduce((count, value) => count + (value === 0 ? 1 : 0), 0)
  return zeros >= MOSTLY_ZERO * column.values.length
}

/** Keeps missing values missing if a method would refuse them. */
function keptMissing({ registry, original }: UsualPartsInput, use: string, columns: readonly string[]): StepOptions {
  if (registry.get('methods', use).traits.missing !== 'refuse') return {}
  const lacks = (name: string): boolean => {
    const column = original.column(name)
    return column.kind === 'numeric' ? column.values.some(Number.isNaN) : column.codes.includes(-1)
  }
  return columns.some(lacks) ? { missing: 'keep' } : {}
}

/** Conditions of a candidate for confidential columns: none, given the related quasi-identifiers, within groups of one, both. */
function conditions(
  { conditioned = false }: UsualCandidate,
  { related, group }: KeyRelations,
  { given, by }: UsualPartsInput,
  takesGiven: boolean,
): StepOptions[] {
  // Conditions that a user sets apply to all candidates.
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

/** Finds a quasi-identifier with few levels within which to exchange values. */
function swappedWithin(original: Dataset, keys: readonly string[]): string[] | undefined {
  const few = keys.find((name) => {
    const column = original.column(name)
    return column.kind === 'categorical' && new Set(column.codes).size <= SWAPPED_WITHIN
  })
  return few === undefined ? undefined : [few]
}
