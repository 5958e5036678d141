import {
  defineAttack,
  option,
  SdcError,
  type Attack,
  type AttackInput,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import { combineColumns, type CombinedReleases } from '@sdc/toolkit/internal'
import * as z from 'zod'

const id = 'attacks/repeated-release'
const params = z.object({})
const further = ['third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const

export type RepeatedReleaseAttackParams = z.infer<typeof params>

/** Repeated-release attack: estimates the originals from several independent maskings of one file. */
export const repeatedReleaseAttack: Attack<RepeatedReleaseAttackParams> = defineAttack({
  id,
  title: 'Repeated release',
  summary: 'Estimates original values from several independently masked releases of the same records.',
  formula:
    'x̂ = Σ_r y_r/R, or the middle of the ranks in every [rank y_r − W, rank y_r + W], or the most frequent category;  ' +
    '100 · cells with |x̂ − x| ≤ sd/100, or the right category/cells',
  source: [{ where: 'this project: mean, ranks and mode of the releases' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The better of two estimates of a number counts. The intruder does not know which one this is, but can ' +
        'guess: the average undoes noise, the window undoes rank swapping. W is the greatest change of a rank, known to ' +
        'anybody with the parameter.',
    },
    {
      topic: 'limits',
      text:
        'The worst case: record i of every file is the same person. If a release has a random record order, the intruder ' +
        'must first link its records, by unmasked columns or by a linkage of the masked ones.',
    },
    {
      topic: 'interpretation',
      text: 'The repeated attack of a plan runs the plan several times and measures the same for its releases.',
    },
    { topic: 'missing', text: 'A release with a missing value is omitted for that cell.' },
  ],
  knows: {
    original: 'The original, to count the values near it: record i is record i of every release.',
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
    const fix = `Give ${option('known', 'original=FILE')} and ${option('known', 'second=FILE')}.`
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
  const fix = 'Give releases of the same records in the same order.'
  throw new SdcError('LENGTH_MISMATCH', message, { attack: id }, fix)
}
