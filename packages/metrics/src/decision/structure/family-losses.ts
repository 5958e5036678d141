import type { Column, Dataset, MeasureInput, PrepareInput, Rng } from '@sdc/core'
import { knownPairs } from '@sdc/toolkit'
import { releasedColumn, referenceColumns, type FileColumn, type ReferenceColumn } from '../columns/file-columns.js'
import { finiteValues } from '../columns/decision-columns.js'
import { marginChange, marginsLoss, type MarginChange } from './margins.js'
import { modelLosses, modelsOf, type ModelLoss, type Models } from './model-loss.js'
import { normalScores } from '../columns/normal-scores.js'
import { pairComparison, shareLost, type PairComparison, type RelationChange } from './pair-relations.js'
import { disclosedKey, disclosedShare, type DisclosedKey } from './disclosed-share.js'

/** Families of statistics, named by the last part of the id of their metric. */
export const families = [
  'value-margins',
  'key-margins',
  'value-relations',
  'key-relations',
  'cross-relations',
  'key-information',
  'models',
  'closeness',
] as const

export type Family = (typeof families)[number]

export const relationFamilies = ['value-relations', 'key-relations', 'cross-relations'] as const

/** Mean |Δ| of two independent normal scores, 2/√π. */
const INDEPENDENT = 1.128

/** Values that are computed once from the original file. */
export interface StructureReference {
  readonly columns: readonly ReferenceColumn[]
  /** Quasi-identifiers with too many categories and without a hierarchy that reduces them. */
  readonly tooFine: readonly string[]
  readonly pairs: readonly ReferencePair[]
  readonly disclosed: ReadonlyMap<string, DisclosedKey>
  readonly models: Models | undefined
  /** Normal scores of each confidential number. */
  readonly scores: ReadonlyMap<string, Float64Array>
}

interface ReferencePair {
  readonly family: (typeof relationFamilies)[number]
  readonly first: number
  readonly second: number
  readonly compare: PairComparison
}

/** Changes of the relation of a pair of columns in both files. */
export interface PairLoss {
  readonly family: string
  readonly first: string
  readonly second: string
  readonly changes: readonly RelationChange[]
}

/** Losses of a masked file. */
export interface FamilyLosses {
  /** From 0 to 1; null for a family without statistics, or if the loss cannot be computed. */
  readonly losses: Readonly<Record<Family, number | null>>
  readonly margins: readonly { readonly reference: ReferenceColumn; readonly change: MarginChange }[]
  readonly pairs: readonly PairLoss[]
  readonly models: readonly ModelLoss[]
  readonly information: ReadonlyMap<string, number>
  readonly distances: ReadonlyMap<string, number | null>
}

/**
 * Computes all statistics of the original that the losses need.
 *
 * @param input - The original with its roles.
 * @param models - True to fit the regressions, too.
 * @returns Columns, statistics of pairs, information and models. Cost: O(np²).
 */
export function structureReference(input: PrepareInput<unknown>, models: boolean): StructureReference {
  const { columns, tooFine } = referenceColumns(input)
  const pairs = columns.flatMap((a, first) =>
    columns.slice(first + 1).map((b, at): ReferencePair => ({
      family: a.isKey === b.isKey ? (a.isKey ? 'key-relations' : 'value-relations') : 'cross-relations',
      first,
      second: first + 1 + at,
      compare: pairComparison(a.own, b.own),
    })),
  )
  const values = columns.filter(({ isKey, domain }) => !isKey && domain.kind === 'numeric')
  return {
    columns,
    tooFine,
    pairs,
    disclosed: new Map(columns.filter(({ isKey }) => isKey).map(({ name, domain }) => [name, disclosedKey(domain)])),
    models: models ? modelsOf(columns) : undefined,
    scores: new Map(values.map(({ name }) => [name, normalScores(finiteValues(input.original.column(name)))])),
  }
}

/**
 * Computes the losses of all families of statistics, each from 0 to 1.
 *
 * @param reference - Values from the original.
 * @param input - The masked file, with the origin of its records.
 * @param rng - Random stream that draws the analyst's view of the columns.
 * @returns Losses, and the changes that they are computed from. Cost: O(np²), for the pairs and for the models.
 */
export function familyLosses(
  reference: StructureReference,
  input: Pick<MeasureInput<unknown>, 'original' | 'masked' | 'origin'>,
  rng: Rng,
): FamilyLosses {
  const { masked, original } = input
  const seen = reference.columns.map(({ name }, j) => columnIn(masked, name, reference.columns[j], rng))
  const margins = reference.columns.flatMap((one, j) => {
    const column = seen[j]
    return column ? [{ reference: one, change: marginChange(one, column) }] : []
  })
  const pairs = reference.pairs.flatMap(({ family, first, second, compare }): PairLoss[] => {
    const [a, b] = [seen[first], seen[second]]
    if (!a || !b) return []
    const [one, other] = [reference.columns[first].name, reference.columns[second].name]
    return [{ family, first: one, second: other, changes: compare(a, b) }]
  })
  const known = knownPairs(input.origin)
  const linked = known.masked.length > 0
  const information = new Map(
    linked
      ? [...reference.disclosed].flatMap(([name, key]) =>
          masked.names.includes(name)
            ? [[name, disclosedShare(key, masked.column(name), known, original.rows)] as const]
            : [],
        )
      : [],
  )
  const distances = new Map(
    linked
      ? [...reference.scores].flatMap(([name, scores]) => {
          const column = masked.names.includes(name) ? masked.column(name) : undefined
          return column?.kind === 'numeric' ? [[name, scoreDistance(scores, column, known)] as const] : []
        })
      : [],
  )
  const present = seen.flatMap((column) => column ?? [])
  const models =
    reference.models && masked.rows > 0 && present.length === seen.length ? modelLosses(reference.models, present) : []
  const ofMargins = (isKey: boolean): number | null =>
    masked.rows === 0
      ? null
      : marginsLoss(
          margins.filter((one) => one.reference.isKey === isKey).map((one) => one.change),
          !isKey,
        )
  const ofPairs = (family: string): number | null =>
    masked.rows === 0 ? null : shareLost(pairs.filter((one) => one.family === family).flatMap((one) => one.changes))
  return {
    losses: {
      'value-margins': ofMargins(false),
      'key-margins': ofMargins(true),
      'value-relations': ofPairs('value-relations'),
      'key-relations': ofPairs('key-relations'),
      'cross-relations': ofPairs('cross-relations'),
      'key-information': meanOf([...information.values()].map((told) => 1 - told)),
      models: meanOf(models.map(({ loss }) => loss)),
      closeness: meanOf([...distances.values()].flatMap((one) => one ?? [])),
    },
    margins,
    pairs,
    models,
    information,
    distances,
  }
}

function columnIn(masked: Dataset, name: string, reference: ReferenceColumn, rng: Rng): FileColumn | undefined {
  return masked.names.includes(name)
    ? releasedColumn(reference, masked.column(name), rng.child('view').child(name))
    : undefined
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
}

/**
 * Returns the mean |Δ normal score| of linked records over 2/√π (the value of independent scores), at most 1. Null if
 * no record has both values. Source: this project.
 */
function scoreDistance(
  scores: Float64Array,
  column: Column,
  { masked, original }: { readonly masked: Int32Array; readonly original: Int32Array },
): number | null {
  const released = normalScores(finiteValues(column))
  let [sum, count] = [0, 0]
  for (let r = 0; r < masked.length; r++) {
    const distance = Math.abs(scores[original[r]] - released[masked[r]])
    if (Number.isNaN(distance)) continue
    sum += distance
    count++
  }
  return count === 0 ? null : Math.min(1, sum / count / INDEPENDENT)
}
