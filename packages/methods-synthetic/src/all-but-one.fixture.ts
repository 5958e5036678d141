import {
  categorical,
  dataset,
  noRoles,
  numeric,
  numericValues,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
  type Roles,
} from '@sdc/core'
import { growTree, leafOf, type TreeColumn } from '@sdc/stats/trees'
import { censusColumns, eiaColumns } from '@sdc/testing/public-files'
import { predictorsOf, takeTreeColumn } from './columns/predictors.js'
import { numbersTo } from './numbers-to.js'
import type { SequentialParams } from './params.js'
import { drawFiles } from './draw-files.fixture.js'

/** A file with a person whose value is to be guessed. */
export interface AttackedFile {
  readonly name: string
  readonly data: Dataset
  readonly roles?: Roles
  /** Columns that the intruder knows of the person, and the column of the value. */
  readonly keys: readonly string[]
  readonly target: string
  /** Records of the person. */
  readonly records: readonly number[]
}

/** Outcome of the attack over several synthetic files. */
export interface AttackOutcome {
  /** Number of files with a guess within 10 % of the value, with the person in the original and without. */
  readonly inside: number
  readonly outside: number
  /** Number of files that contain the person's exact value. */
  readonly copies: number
}

/** The record with the greatest value of a column. */
function greatest(data: Dataset, name: string): number {
  const values = numericValues(data, name)
  return values.indexOf(values.reduce((most, value) => (value > most ? value : most), -Infinity))
}

function ofNumbers(columns: ReadonlyMap<string, Float64Array>): Dataset {
  return dataset([...columns].map(([name, values]) => [name, numeric(values)]))
}

export function attackedFiles(): readonly AttackedFile[] {
  const rng = seededRng('attacked files')
  const taxes = takeRows(ofNumbers(censusColumns()), numbersTo(600))
  const firms = takeRows(ofNumbers(eiaColumns()), numbersTo(600))
  const n = 500
  const job = Array.from({ length: n }, () => ['clerk', 'nurse', 'engineer'][rng.int(3)])
  const age = Float64Array.from({ length: n }, () => 20 + rng.int(45))
  const salary = age.map((years, i) =>
    Math.round(1000 * Math.exp(3 + 0.01 * years + (job[i] === 'engineer' ? 0.5 : 0) + 0.3 * rng.normal())),
  )
  const staff = dataset([
    ['job', categorical(job)],
    ['age', numeric(age)],
    ['salary', numeric(salary)],
  ])
  const rich = dataset([
    ['job', categorical(job)],
    ['age', numeric(age)],
    ['salary', numeric(salary.map((value, i) => (i === 7 ? 2_345_678 : value)))],
  ])
  // The first person has 30 visits, all with the same cost far from the others; each other one has one.
  const visits = dataset([
    ['patient', numeric(Float64Array.from({ length: n }, (_, i) => (i < 30 ? 0 : i)))],
    ['age', numeric(age.map((years, i) => (i < 30 ? 44 : years)))],
    ['cost', numeric(salary.map((value, i) => (i < 30 ? 456_789 : value)))],
  ])
  return [
    { name: 'census', data: taxes, keys: ['AGI', 'FICA'], target: 'INTVAL', records: [greatest(taxes, 'INTVAL')] },
    { name: 'eia', data: firms, keys: ['RESSALES', 'COMSALES'], target: 'INDSALES', records: [greatest(firms, 'INDSALES')] }, // oxfmt-ignore
    { name: 'staff', data: staff, keys: ['job', 'age'], target: 'salary', records: [greatest(staff, 'salary')] },
    { name: 'an extreme salary', data: rich, keys: ['job', 'age'], target: 'salary', records: [7] },
    {
      name: 'a person of 30 visits',
      data: visits,
      roles: { ...noRoles, person: 'patient' },
      keys: ['age'],
      target: 'cost',
      records: Array.from({ length: 30 }, (_, i) => i),
    },
  ]
}

/**
 * Attacks a person as an intruder who knows all records but theirs: they grow the tree of the method on what they
 * know, and find the leaf of the person. They guess the values there and in the file that are farthest from all values
 * they know. The same guess from files
 * of an original without the person is the yardstick.
 *
 * @param file - The file.
 * @param params - Parameters of the method.
 * @param runs - Number of synthetic files each.
 * @returns The outcome.
 */
export async function allButOne(
  file: AttackedFile,
  params: Partial<SequentialParams>,
  runs: number,
): Promise<AttackOutcome> {
  const { data, keys, target, records } = file
  const known = numbersTo(data.rows).filter((i) => !records.includes(i))
  const others = takeRows(data, known)
  const value = numericValues(data, target)[records[0]]
  const guess = intruder(others, takeRows(data, Int32Array.from(records)), { keys, target })
  const isNear = (made: Dataset): number =>
    guess(made).some((one) => Math.abs(one - value) <= 0.1 * Math.abs(value)) ? 1 : 0
  let [inside, outside, copies] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const made = await synthetic(file, data, params, `in ${run}`)
    inside += isNear(made)
    copies += numericValues(made, target).includes(value) ? 1 : 0
    outside += isNear(await synthetic(file, others, params, `out ${run}`))
  }
  return { inside, outside, copies }
}

/** Makes the intruder's guesses by a synthetic file: in the leaf of the person, and in the whole file. */
function intruder(
  known: Dataset,
  person: Dataset,
  { keys, target }: Pick<AttackedFile, 'keys' | 'target'>,
): (made: Dataset) => readonly number[] {
  const toPredictors = keys.map((name) => predictorsOf(known.column(name)))
  const of = (data: Dataset): TreeColumn[] => keys.flatMap((name, at) => toPredictors[at](data.column(name)))
  const values = numericValues(known, target)
  const predictors = of(known)
  const tree = growTree({ kind: 'numbers', values }, predictors, { smallestLeaf: 5, complexity: 1e-8 })
  const leaf = leafOf(tree, of(person).map((one) => takeTreeColumn(one, Int32Array.of(0))))(0) // oxfmt-ignore
  const distance = (value: number): number =>
    values.reduce((least, other) => Math.min(least, Math.abs(other - value)), Infinity)
  return (made) => {
    const find = leafOf(tree, of(made))
    const drawn = numericValues(made, target)
    const farthest = (among: Float64Array): number =>
      among.reduce((best, one) => (distance(one) > distance(best) ? one : best), among[0])
    return [farthest(drawn.filter((_, i) => find(i) === leaf)), farthest(drawn)]
  }
}

async function synthetic(
  { keys, target, roles = noRoles }: AttackedFile,
  data: Dataset,
  params: Partial<SequentialParams>,
  seed: string,
): Promise<Dataset> {
  const columns = [...keys, target]
  return (await drawFiles(data, { order: columns, ...params }, { columns, roles, seed })).files[0]
}

/** A person with a category that nobody else has, and the files that show it. */
export interface AttackedCategory {
  readonly name: string
  readonly data: Dataset
  readonly roles?: Roles
  readonly column: string
  readonly category: string
}

export function attackedCategories(): readonly AttackedCategory[] {
  const rng = seededRng('attacked categories')
  const n = 2000
  const countries = ['home', 'north', 'south', 'east', 'west', 'isle']
  // Shares like those of a census: nine of ten were born at home, some 40 in each other place.
  const born = Array.from({ length: n }, (_, i) => {
    if (i === 11) return 'Ruritania'
    const u = rng.uniform()
    return u < 0.9 ? countries[0] : countries[1 + rng.int(5)]
  })
  const school = ['none', 'basic', 'middle', 'high', 'doctorate']
  const level = Array.from({ length: n }, (_, i) =>
    i === 11 ? 4 : Math.min(3, rng.int(3) + (born[i] === 'home' ? 1 : 0)),
  )
  const age = Float64Array.from(level, (one) => 20 + 5 * one + rng.int(40))
  const columns: (readonly [string, Column])[] = [
    ['age', numeric(age)],
    ['born', categorical(born)],
    ['code', categorical(born.map((one) => `${one.slice(0, 2).toUpperCase()}-${one.length}`))],
    ['school', categorical(level.map((one) => school[one]), school)],
  ] // oxfmt-ignore
  const adult = dataset(columns)
  // The person has 40 records, so that a count of records takes their category for a common one.
  const rows = Int32Array.from({ length: n + 39 }, (_, i) => (i < 40 ? 11 : i - 39))
  const visits = takeRows(adult, rows)
  const persons = dataset([...columns.map(([name]) => [name, visits.column(name)] as const), ['id', numeric(Float64Array.from(rows))]]) // oxfmt-ignore
  return [
    { name: 'a country', data: adult, column: 'born', category: 'Ruritania' },
    { name: 'its code', data: adult, column: 'code', category: 'RU-9' },
    { name: 'the highest level', data: adult, column: 'school', category: 'doctorate' },
    { name: 'a person of 40 records', data: persons, roles: { ...noRoles, person: 'id' }, column: 'born', category: 'Ruritania' }, // oxfmt-ignore
  ]
}

/** Number of synthetic files of several that have the category: an intruder who knows all others reads the person from it. */
export async function shownCategories(
  { data, roles = noRoles, column, category }: AttackedCategory,
  params: Partial<SequentialParams>,
  runs: number,
): Promise<number> {
  let shown = 0
  for (let time = 0; time < runs; time++) {
    const { files } = await drawFiles(data, params, { roles, seed: `run ${time}` })
    const made = files[0].column(column)
    if (made.kind !== 'categorical') throw new RangeError(`${column} has no categories`)
    const code = made.levels.indexOf(category)
    shown += code >= 0 && made.codes.includes(code) ? 1 : 0
  }
  return shown
}
