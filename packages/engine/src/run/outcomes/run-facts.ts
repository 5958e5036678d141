import { kindsText, listed, type ValueBounds } from '@sdc/core'
import type { BoundPlan } from '../../bind/bind.js'
import { stillExact, type ExactMoments } from '../numbers/exact-moments-margin.js'
import { keptColumns, lostSentence, type KeptWithin } from '../numbers/keep-within.js'
import { exactMoments, madeValues } from '../numbers/made-values.js'
import { imputedColumns, missingSentences } from '../missing/missing-sentences.js'
import type { FileOutcome, StepFindings, StepOutcome } from './outcome.js'
import type { OffCodes } from '../numbers/off-codes.js'
import { keptRulesWarnings, type KeptRules } from './kept-rules.js'
import { momentsSentence, roundedColumn, untouchedSentence, type RoundedColumn } from '../numbers/precision.js'

/** Facts of a run, in memory or out of core: the source of manifests, messages and JSON. */
export interface RunFacts {
  /** Masked columns, in the order of the file. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly warnings: readonly string[]
  /** Reports and published data of the methods. */
  readonly reports: readonly StepFindings[]
  /** Rounding of columns by methods that make new values, once for each step. */
  readonly rounded: readonly RoundedColumn[]
  /** Values brought within the bounds of the schema, once for each step. */
  readonly kept: readonly KeptWithin[]
  /** Columns in which masked values equalled a code for a missing value and were moved. */
  readonly offCodes: readonly OffCodes[]
  /** Groups in which moments equal the original's, in the columns that no later step masked. */
  readonly exact: readonly ExactMoments[]
  /** Columns that a random permutation left unchanged. */
  readonly byChance: readonly string[]
  /** Columns of a step that changed only unsafe values (trait `changes`): they may be unchanged. */
  readonly spared: readonly string[]
  /** Columns of pseudonyms: they are released, whatever their role. */
  readonly pseudonyms: readonly string[]
  /** Columns that the last step protects without masking them (`protects` of its result). */
  readonly shielded: readonly string[]
  /** Columns whose missing cells are released filled. */
  readonly imputed: readonly string[]
  /** Treatment of the rules of the schema; undefined without rules. */
  readonly ruled?: KeptRules | undefined
}

/** Outcomes of the steps so far. */
export interface Outcomes {
  readonly outcomes: readonly StepOutcome[]
  /** Columns that another program masked before the first step. */
  readonly maskedBefore?: readonly string[] | undefined
  /** Treatment of the rules of the schema after the last step. */
  readonly ruled?: KeptRules | undefined
}

/** Returns the columns that were masked so far. */
export function maskedColumns({ outcomes, maskedBefore = [], ruled }: Outcomes): ReadonlySet<string> {
  return new Set([...maskedBefore, ...outcomes.flatMap(columnsOf), ...(ruled?.computed ?? [])])
}

/**
 * Derives the facts of a run from the outcomes of its steps.
 *
 * @param names - The columns of the file, in their order.
 * @param bounds - Bounds of numeric columns from the schema.
 * @param run - The outcomes.
 * @returns The facts. Columns count as imputed even if no cell of the result is filled any more.
 */
export function runFacts(names: readonly string[], bounds: BoundPlan['bounds'], run: Outcomes): RunFacts {
  const { outcomes } = run
  const files = outcomes.flatMap((one) => one.files)
  const masked = maskedColumns(run)
  const imputed = new Set(imputedColumns(files.flatMap(({ missing = [] }) => missing)))
  const pseudonyms = new Set(
    outcomes.flatMap((one) => (one.step.method.traits.kinds === 'pseudonyms' ? columnsOf(one) : [])),
  )
  const last = outcomes.at(-1)?.files ?? []
  return {
    columns: names.filter((name) => masked.has(name)),
    given: unique(outcomes.flatMap(({ step }) => step.given)),
    warnings: [
      ...outcomes.flatMap((one, s) => stepWarnings(one, bounds, restoredBy(outcomes.slice(s + 1)))),
      ...keptRulesWarnings(run.ruled),
    ],
    reports: files.flatMap(({ reports }) => reports),
    // Several files of one step have the same moments and rounding.
    rounded: outcomes.flatMap(({ step, files: [{ rounding }] }) =>
      [...rounding].map(([name, chosen]) => roundedColumn(step, name, chosen)),
    ),
    kept: outcomes.flatMap(({ step, files: [{ moved }] }, s) => {
      const restored = restoredBy(outcomes.slice(s + 1))
      return keptColumns(step, moved, bounds).map((one) =>
        restored.has(one.column) ? { ...one, isReplaced: true as const } : one,
      )
    }),
    offCodes: outcomes.flatMap(({ files: of }, s) => {
      const later = new Set(outcomes.slice(s + 1).flatMap(columnsOf))
      const own = unique(of.flatMap(({ coded }) => [...coded.keys()])).filter((name) => !later.has(name))
      return own.map((column) => ({ column, values: Math.max(...of.map(({ coded }) => coded.get(column) ?? 0)) }))
    }),
    exact: outcomes.reduce<readonly ExactMoments[]>(
      (exact, one) => [...stillExact(exact, one.step, columnsOf(one)), ...one.files[0].exact],
      [],
    ),
    byChance: unique(files.flatMap(({ byChance }) => byChance)),
    spared: unique(outcomes.flatMap((one) => (one.step.method.traits.changes === 'unsafe' ? columnsOf(one) : []))),
    pseudonyms: names.filter((name) => pseudonyms.has(name)),
    // The safety that a step found does not hold after another step.
    shielded: last.length === 1 ? (last[0].shielded ?? []) : [],
    imputed: names.filter((name) => imputed.has(name)),
    ruled: run.ruled,
  }
}

const columnsOf = ({ files }: StepOutcome): string[] => unique(files.flatMap(({ columns }) => columns))

const unique = (names: readonly string[]): string[] => [...new Set(names)]

/** Columns that later steps received from before they were brought within bounds. */
const restoredBy = (later: readonly StepOutcome[]): ReadonlySet<string> =>
  new Set(later.flatMap(({ files: [{ restored }] }) => restored))

/** Warnings of a step; those about moved values are left out if none of these values was released. */
function stepWarnings(
  { step, files }: StepOutcome,
  bounds: ReadonlyMap<string, ValueBounds>,
  restored: ReadonlySet<string>,
): string[] {
  const moved = [...files[0].moved.keys()]
  const isReplaced = moved.length > 0 && moved.every((name) => restored.has(name))
  const { method, columns, left, level, apart = [] } = step
  const isApart = apart.length > 0 && level !== undefined && method.traits.scope === 'file'
  const asBound = [
    ...(left.length > 0
      ? [
          `${method.id}: NOT MASKED, because it masks ${kindsText(method.traits.accepts)} columns only: ${left.join(', ')}`,
        ]
      : []),
    ...(isApart
      ? [
          `${method.id}: ${listed(columns)} (one value per ${level.of}) and ${listed(apart)} are masked ` +
            'separately: relations between the two and k-anonymity over both are not kept',
        ]
      : []),
  ]
  return files.flatMap((file) => {
    const own = fileWarnings(step, isReplaced ? { ...file, moved: new Map() } : file, bounds)
    return [...asBound, ...(file.units === undefined ? own : own.map((sentence) => `${sentence} (${file.units})`))]
  })
}

function fileWarnings(
  step: StepOutcome['step'],
  { warnings, moved, rounding, untouched, missing = [] }: FileOutcome,
  bounds: ReadonlyMap<string, ValueBounds>,
): string[] {
  const nearly = madeValues(step) === 'drawn' ? momentsSentence(step, rounding, bounds) : undefined
  return [
    ...warnings,
    ...[lostSentence(step, exactMoments(step), moved), nearly].filter((one) => one !== undefined),
    ...[...untouched].map(([name, count]) => untouchedSentence(step.method.id, name, count)),
    ...missingSentences(step, missing),
  ]
}
