import { claimed, option } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import { countsText, type MissingCells } from './missing-cells.js'
import type { MissingHandled } from './with-missing.js'

/**
 * Words the handling of missing cells in the groups of a step, one sentence for each kind.
 *
 * @param step - The step.
 * @param all - Handling in each of its groups.
 * @returns The sentences; none if no cell was missing, or if the method used its own default.
 */
export function missingSentences(step: BoundStep, all: readonly MissingHandled[]): string[] {
  const of = (how: MissingHandled['how']): readonly MissingHandled[] => all.filter((one) => one.how === how)
  return [...imputed(step, of('imputed')), ...restored(step, of('restored')), ...alone(step, of('alone'))]
}

/**
 * Masked columns whose missing cells are released filled.
 *
 * @param all - Handling of missing cells in each group of a step.
 * @returns Their names, once each.
 */
export function imputedColumns(all: readonly MissingHandled[]): string[] {
  return [...new Set(all.flatMap((one) => (one.how === 'imputed' ? one.columns.map(({ column }) => column) : [])))]
}

function imputed({ method: { id } }: BoundStep, all: readonly MissingHandled[]): string[] {
  const cells = together(all.map(({ columns }) => columns))
  const before = together(all.map(({ original }) => original ?? []))
  return [
    ...(before.length > 0
      ? [
          `${id}: missing cells of the original were imputed for it too; its result maps back to the filled ` +
            `original: ${countsText(before)}`,
        ]
      : []),
    ...(cells.length > 0
      ? [
          `${id}: missing cells were imputed from the file's own records (predictive mean matching) and are ` +
            `released filled and masked: ${countsText(cells)}`,
        ]
      : []),
    ...givenSentence(id, all),
  ]
}

function restored(step: BoundStep, all: readonly MissingHandled[]): string[] {
  const { method } = step
  const cells = together(all.map(({ columns }) => columns))
  const anew = all.length > 0 && all.every((one) => one.anew)
  const exact = exactClaims(step)
  const what = exact === '' ? '' : `; ${exact} of the filled file, not of the remaining cells`
  const sentences = [
    ...(cells.length > 0 && anew
      ? [
          `${method.id}: while it worked, missing cells were filled from the file's own records (predictive mean ` +
            `matching); its new records have all values: ${countsText(cells)}`,
        ]
      : []),
    ...(cells.length > 0 && !anew
      ? [
          `${method.id}: missing cells were filled from the file's own records (predictive mean matching) while it worked, and are missing again: ${countsText(cells)}${what}`,
        ]
      : []),
    ...givenSentence(method.id, all),
  ]
  const broken = all.flatMap((one) => one.broken ?? [])
  const records = broken.reduce((sum, one) => sum + one.records, 0)
  if (records === 0) return sentences
  const groups = broken.reduce((sum, one) => sum + one.groups, 0)
  return [
    ...sentences,
    `${method.id}: the pattern of missing cells breaks k-anonymity: ${records} record(s) of ${groups} ` +
      `group(s) share their masked values and missing cells with fewer than k = ${broken[0].k} records ` +
      `(risk/k-anonymity with missing = own-level measures it). With ${option('missing', 'impute')} there is no such pattern`,
  ]
}

function alone(step: BoundStep, all: readonly MissingHandled[]): string[] {
  const cells = together(all.map(({ columns }) => columns))
  if (cells.length === 0) return []
  const { id } = step.method
  return [
    `${id}: each column was masked by the records with a value; missing cells stay missing and form a ` +
      `category: ${countsText(cells)}`,
  ]
}

function givenSentence(id: string, all: readonly MissingHandled[]): string[] {
  const cells = together(all.map(({ given }) => given))
  if (cells.length === 0) return []
  return [
    `${id}: missing cells of given columns were filled from the file's own records while it worked, and are ` +
      `released missing: ${countsText(cells)}`,
  ]
}

/** Names the claims that a method keeps exactly with its parameters; empty if there are none. */
function exactClaims({ method: { traits }, params }: BoundStep): string {
  const kept = (['marginals', 'means', 'correlations', 'covariances'] as const).filter((name) =>
    claimed(traits.claims[name], params),
  )
  if (kept.length === 0) return ''
  return `${kept.join(', ')} are exactly those`
}

/** Missing cells of all groups, column by column. */
function together(all: readonly (readonly MissingCells[])[]): { column: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { column, count } of all.flat()) counts.set(column, (counts.get(column) ?? 0) + count)
  return [...counts].map(([column, count]) => ({ column, count }))
}
