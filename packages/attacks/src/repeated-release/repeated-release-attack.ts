import {
  defineAttack,
  SdcError,
  type Attack,
  type AttackInput,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { combineCategories, combineNumbers, type CombinedReleases } from './combine-releases.js'

const id = 'attacks/repeated-release'
const params = z.object({})
const further = ['third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const

export type RepeatedReleaseAttackParams = z.infer<typeof params>

/** Repeated release: estimates the originals from several releases of one file, each masked anew. */
export const repeatedReleaseAttack: Attack<RepeatedReleaseAttackParams> = defineAttack({
  id,
  title: 'Repeated release',
  summary: 'Estimates original values from several releases of the same records, each masked anew.',
  formula:
    'x̂ = Σ_r y_r/R, or the middle of the ranks in every [rank y_r − W, rank y_r + W], or the most frequent category;  ' +
    '100 · cells with |x̂ − x| ≤ sd/100, or the right category/cells',
  source: [{ where: 'a choice made here: the mean, the ranks and the mode of the releases' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Of the two estimates of a number the better one is taken, which the intruder does not know, but can guess: the ' +
        'average undoes noise, the window rank swapping. W is the most that a rank moved, known to who has the parameter.',
    },
    {
      topic: 'limits',
      text:
        'The worst case: record i of every file is the same person. Where the records of a release are in random order ' +
        'they must be linked first, by unmasked columns or by a linkage of the masked ones.',
    },
    {
      topic: 'interpretation',
      text: 'sdc attack repeated PLAN runs a plan several times and measures the same of its releases.',
    },
    { topic: 'missing', text: 'A release in which a value is missing is left out of that cell.' },
  ],
  knows: {
    original: 'The original, to count what is near it: record i is record i of every release.',
    second: 'A second release of the same records in the same order.',
  },
  mayKnow: Object.fromEntries(further.map((name) => [name, `A ${name} release.`])),
  unit: '%',
  params,
  attack: combineFiles,
})

function combineFiles({ released, known, columns, tick }: AttackInput<RepeatedReleaseAttackParams>): Measurement {
  const original = known.get('original')
  const releases = [released, ...['second', ...further].flatMap((name) => known.get(name) ?? [])]
  if (!original || releases.length < 2) {
    const fix = 'Give --known original=FILE and --known second=FILE.'
    throw new SdcError('BAD_OPTION', `${id} needs the original and two releases`, { attack: id }, fix)
  }
  for (const file of releases) requireLength(file, original)
  if (columns.length === 0) return unmeasured('no column is attacked')
  const combined = columns.flatMap((name, j): (readonly [string, CombinedReleases])[] => {
    tick(j / columns.length)
    const found = combineColumns(original.column(name), releases.map((file) => file.column(name))) // oxfmt-ignore
    return found && found.cells > 0 ? [[name, found]] : []
  })
  const cells = combined.reduce((sum, [, one]) => sum + one.cells, 0)
  if (cells === 0) return unmeasured('no cell has an original and a released value')
  return {
    value: (100 * combined.reduce((sum, [, one]) => sum + one.near * one.cells, 0)) / cells,
    used: cells,
    columns: new Map(combined.map(([name, { near }]) => [name, 100 * near])),
    tables: new Map([['columns', combinedTable(combined)]]),
  }
}

/**
 * Numbers or categories, as the columns are; null where some are the one and some the other.
 *
 * @param original the original column
 * @param releases the same column of each release, record by record
 */
export function combineColumns(original: Column, releases: readonly Column[]): CombinedReleases | null {
  const numbers = releases.flatMap((one) => (one.kind === 'numeric' ? [one.values] : []))
  if (original.kind === 'numeric')
    return numbers.length === releases.length ? combineNumbers(original.values, numbers) : null
  return numbers.length === 0 ? combineCategories(labelsOf(original), releases.map(labelsOf)) : null
}

function labelsOf(column: Column): (string | null)[] {
  if (column.kind === 'numeric') return []
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}

function combinedTable(combined: readonly (readonly [string, CombinedReleases])[]): Dataset {
  const numbers = (of: (one: CombinedReleases) => number): Float64Array =>
    Float64Array.from(combined, ([, one]) => of(one))
  return table({
    column: combined.map(([name]) => name),
    estimate: combined.map(([, { estimate }]) => estimate),
    'error of one': numbers((one) => one.errorOfOne),
    error: numbers((one) => one.error),
    'ranks by one': numbers(({ window }) => window?.ofOne ?? Number.NaN),
    'ranks left': numbers(({ window }) => window?.left ?? Number.NaN),
    'near by one, %': numbers((one) => 100 * one.nearByOne),
    'near, %': numbers((one) => 100 * one.near),
  })
}

function requireLength(file: Dataset, original: Dataset): void {
  if (file.rows === original.rows) return
  const message = `the original has ${original.rows} records, a release ${file.rows}`
  const fix = 'The releases must be of the same records in the same order.'
  throw new SdcError('LENGTH_MISMATCH', message, { attack: id }, fix)
}
