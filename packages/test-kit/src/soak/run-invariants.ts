import {
  claimed,
  columnLength,
  isMissing,
  resolveParams,
  sameColumn,
  takeColumn,
  type Claim,
  type Column,
  type Dataset,
  type MaskingMethod,
} from '@sdc/core'
import type { FileState, RunResult } from '@sdc/engine'
import { marginalProblems } from '../method/method-claims.js'
import type { RandomPlan } from './random-plan.js'

/** Invariants of every run: of its files, their records, and the unmasked columns. */
export function runInvariants(
  original: Dataset,
  plan: RandomPlan,
  methods: ReadonlyMap<string, MaskingMethod>,
  result: RunResult,
): string[] {
  const used = plan.steps.flatMap(({ use }) => methods.get(use) ?? [])
  if (result.files.length === 0) return ['expected a file, got none']
  return result.files.flatMap((file) => [
    ...recordProblems(original, used, file),
    ...columnsProblems(original, used, result.columns, file),
    ...claimProblems(original, plan, used, file),
  ])
}

function recordProblems(original: Dataset, used: readonly MaskingMethod[], { data, origin }: FileState): string[] {
  if (origin.length !== data.rows) return [`expected ${data.rows} origins, got ${origin.length}`]
  if (origin.some((row) => row < -1 || row >= original.rows)) return ['expected origins of the file, got another']
  const same = used.every(({ traits }) => traits.records === 'same')
  if (same && (data.rows !== original.rows || origin.some((row, i) => row !== i)))
    return ['expected every record in its place (trait records: same), got other records']
  const subset = used.every(({ traits }) => traits.records !== 'synthetic')
  if (subset && (origin.includes(-1) || new Set(origin).size < origin.length))
    return ['expected records of the file, each once at the most, got others']
  return []
}

function columnsProblems(
  original: Dataset,
  used: readonly MaskingMethod[],
  masked: readonly string[],
  { data, origin }: FileState,
): string[] {
  const adds = used.some((method) => method.traits.adds)
  const known = !origin.includes(-1)
  return data.names.flatMap((name) => {
    const column = data.column(name)
    const whole = arrayProblems(name, column, data.rows)
    if (whole.length > 0) return whole
    if (!original.names.includes(name)) return adds ? [] : [`expected no new column, got "${name}"`]
    if (!known) return []
    const before = takeColumn(original.column(name), origin)
    if (!masked.includes(name))
      return adds || sameColumn(before, column) ? [] : [`expected "${name}", which was not masked, unchanged`]
    return used.some(({ traits }) => traits.missing === 'own') ? [] : inventedProblems(name, before, column)
  })
}

/** Cells that lost their value. */
function inventedProblems(name: string, before: Column, after: Column): string[] {
  for (let i = 0; i < columnLength(after); i++) {
    if (isMissing(after, i) && !isMissing(before, i))
      return [`expected a value in record ${i + 1} of "${name}", got none`]
  }
  return []
}

function arrayProblems(name: string, column: Column, rows: number): string[] {
  if (columnLength(column) !== rows) return [`expected ${rows} records in "${name}", got ${columnLength(column)}`]
  if (column.kind === 'numeric') {
    const infinite = column.values.findIndex((value) => Math.abs(value) === Number.POSITIVE_INFINITY)
    return infinite < 0 ? [] : [`expected a finite value in record ${infinite + 1} of "${name}", got an infinite one`]
  }
  const { codes, levels } = column
  return codes.some((code) => code < -1 || code >= levels.length)
    ? [`expected codes of the ${levels.length} levels of "${name}", got another`]
    : []
}

/** Checks claims of exact permutation and of k-anonymity, which hold on every file; for plans of one step. */
function claimProblems(
  original: Dataset,
  { steps }: RandomPlan,
  used: readonly MaskingMethod[],
  { data, origin }: FileState,
): string[] {
  if (steps.length !== 1 || used.length !== 1) return []
  const [step] = steps
  const [{ traits, params }] = used
  const resolved = resolveParams(params, step.params)
  const names = original.names.filter(
    (name) => (step.columns === 'all' || step.columns?.includes(name)) && data.names.includes(name),
  )
  const holds = (claim: Claim | undefined): boolean => claimed(claim, resolved)
  if (!holds(traits.claims.marginals) || origin.length !== original.rows) return []
  return marginalProblems(
    names.map((name) => original.column(name)),
    names.map((name) => data.column(name)),
    names,
  )
}
