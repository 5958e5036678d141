import { numericValues, seededRng, takeRows, type Dataset, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../../testing/run.fixture.js'
import { closenessMetric } from './closeness.js'
import { fileOf, measureRoles, shuffled, type DecisionOptions } from '../decision.fixture.js'
import { destroyedMetric } from './destroyed.js'
import { keyInformationMetric } from './key-information.js'
import { keyMarginsMetric } from './key-margins.js'
import { modelsMetric } from './models.js'
import { recordsMetric } from './records.js'
import { statisticsMetric } from './statistics.js'
import { structureMetric } from '../structure/structure.js'
import { tablesMetric } from './tables.js'
import { valueMarginsMetric } from './value-margins.js'
import { crossRelationsMetric } from './cross-relations.js'
import { keyRelationsMetric } from './key-relations.js'
import { valueRelationsMetric } from './value-relations.js'

const n = 600
const roles = { keys: ['age', 'town', 'work'], confidential: ['income', 'rent', 'ill'] }

/** Returns quasi-identifiers and values that are all related by one factor, with weight `share`. */
function people(seed: number, share = 0.9, unit = 1): Dataset {
  const rng = seededRng(seed)
  const column = (name: string): Float64Array => {
    const own = rng.child(name)
    return Float64Array.from({ length: n }, () => own.normal())
  }
  const factor = column('factor')
  const mixed = (name: string): Float64Array => {
    const own = column(name)
    return factor.map((one, i) => share * one + Math.sqrt(1 - share * share) * own[i])
  }
  const cut = (name: string, words: readonly string[]): string[] =>
    Array.from(mixed(name), (one) => words[Math.max(0, Math.min(words.length - 1, Math.floor(one + words.length / 2)))])
  return fileOf({
    age: mixed('age').map((one) => unit * Math.round(45 + 12 * one)),
    town: cut('town', ['north', 'east', 'south', 'west']),
    work: cut('work', ['none', 'part', 'full']),
    income: mixed('income').map((one) => unit * (1000 + 300 * one)),
    rent: mixed('rent').map((one) => unit * (500 + 80 * one)),
    ill: cut('ill', ['no', 'yes']),
  })
}

/** Shuffles every column separately. */
function independent(file: Dataset): Dataset {
  const columns = file.names.map((name, j) => [name, takeRows(file, shuffled(n, 100 + j)).column(name)] as const)
  return { rows: n, names: file.names, column: (name) => new Map(columns).get(name) ?? file.column(name) }
}

const families = [
  valueMarginsMetric,
  keyMarginsMetric,
  valueRelationsMetric,
  keyRelationsMetric,
  crossRelationsMetric,
  keyInformationMetric,
  modelsMetric,
  closenessMetric,
] as readonly Metric[]
const all = [...families, structureMetric, tablesMetric, recordsMetric] as readonly Metric[]
const original = people(1)

async function valuesOf(
  metrics: readonly Metric[],
  x: Dataset,
  y: Dataset,
  options: DecisionOptions = roles,
): Promise<Record<string, number | null>> {
  const values = await Promise.all(metrics.map(async (one) => [one.id, (await measureRoles(one, x, y, options)).value]))
  return Object.fromEntries(values) as Record<string, number | null>
}

describe('the losses of families', () => {
  it('are 0 if nothing is masked', async () => {
    for (const [id, value] of Object.entries(await valuesOf(all, original, original)))
      expect([id, value]).toEqual([id, expect.closeTo(0, 9)])
  })

  it('are nearly total for strong relations if columns become independent, and zero for the margins', async () => {
    const values = await valuesOf(families, original, independent(original))
    for (const id of ['value-relations', 'key-relations', 'cross-relations', 'models', 'closeness'])
      expect([id, (values[`loss/${id}`] ?? 0) > 85]).toEqual([id, true])
    expect(values['loss/key-information']).toBeGreaterThan(90)
    expect(values['loss/value-margins']).toBeCloseTo(0, 9)
    expect(values['loss/key-margins']).toBeCloseTo(0, 9)
  })

  it('are nearly zero if there was no relation', async () => {
    const unrelated = people(2, 0)
    const values = await valuesOf(
      [valueRelationsMetric, keyRelationsMetric, crossRelationsMetric] as readonly Metric[],
      unrelated,
      independent(unrelated),
    )
    // No pair should change by more than 2.5 standard errors; of 15 pairs with two statistics one may, slightly.
    for (const [id, value] of Object.entries(values)) expect([id, (value ?? 100) < 15]).toEqual([id, true])
    const models = await measureRoles(modelsMetric, unrelated, independent(unrelated), roles)
    expect(models).toMatchObject({ value: null, reason: expect.stringContaining('explain no confidential number') })
  })

  it('do not depend on units or on the order of records', async () => {
    const noise = people(3)
    const masked = independent(noise)
    const values = await valuesOf(all, original, masked)
    const order = shuffled(n, 5)
    const moved = await valuesOf(all, original, takeRows(masked, order), { ...roles, origin: order })
    const scaled = await valuesOf(all, people(1, 0.9, 1024), independent(people(3, 0.9, 1024)))
    for (const id of Object.keys(values)) {
      expect([id, moved[id]]).toEqual([id, expect.closeTo(values[id] ?? Number.NaN, 9)])
      expect([id, scaled[id]]).toEqual([id, expect.closeTo(values[id] ?? Number.NaN, 9)])
    }
  })

  it('accept missing and infinite values, constants, and one or two records', async () => {
    const strange: Record<string, Dataset> = {
      holes: fileOf({ a: [1, Number.NaN, 3, 4], b: ['x', null, 'y', 'x'], c: [Number.NaN, Number.NaN, 2, 1] }),
      infinite: fileOf({ a: [1, Infinity, -Infinity, 4], b: ['x', 'x', 'y', 'x'], c: [1, 2, Infinity, 1] }),
      constant: fileOf({ a: [1, 1, 1, 1], b: ['x', 'x', 'x', 'x'], c: [2, 2, 2, 2] }),
      empty: fileOf({ a: [Number.NaN, Number.NaN], b: [null, null], c: [Number.NaN, Number.NaN] }),
      one: fileOf({ a: [1], b: ['x'], c: [2] }),
      two: fileOf({ a: [1, 2], b: ['x', 'y'], c: [2, 2] }),
    }
    for (const [what, file] of Object.entries(strange))
      for (const [keys, confidential] of [
        [['a', 'b'], ['c']],
        [['b'], ['a', 'c']],
        [[], ['a', 'b', 'c']],
      ])
        for (const masked of [
          file,
          fileOf({
            a: ['*', '[1,2)'].slice(0, file.rows),
            b: ['*', 'x'].slice(0, file.rows),
            c: [7, 7].slice(0, file.rows),
          }),
        ]) {
          const values = await valuesOf([...all, destroyedMetric] as readonly Metric[], file, masked, {
            keys,
            confidential,
          })
          for (const [id, value] of Object.entries(values))
            expect([what, id, value === null || (value >= 0 && value <= 100)]).toEqual([what, id, true])
        }
  })

  it('use the masked columns as values if no column has a role', async () => {
    const values = await valuesOf(families, original, independent(original), { columns: ['income', 'rent'] })
    expect(values['loss/value-relations']).toBeGreaterThan(85)
    expect(values['loss/key-margins']).toBeNull()
    expect(values['loss/cross-relations']).toBeNull()
  })

  it('are null without an origin if they compare records', async () => {
    const origin = new Int32Array(n).fill(-1)
    const values = await valuesOf(all, original, independent(original), { ...roles, origin })
    const without = Object.keys(values).filter((id) => values[id] === null)
    expect(without.sort()).toEqual([
      'loss/closeness',
      'loss/key-information',
      'loss/records',
      'loss/structure',
      'loss/tables',
    ])
  })
})

describe('single families', () => {
  it('value-margins by hand', async () => {
    const x = fileOf({
      a: Array.from({ length: 40 }, (_, i) => i),
      b: Array.from({ length: 40 }, (_, i) => (i < 20 ? 'x' : 'y')),
    })
    const y = fileOf({
      a: Array.from({ length: 40 }, (_, i) => i + 4),
      b: Array.from({ length: 40 }, (_, i) => (i < 22 ? 'x' : 'y')),
    })
    const { value } = await measureRoles(valueMarginsMetric, x, y, { confidential: ['a', 'b'] })
    // KS 4/40; a shift of 4 in sd √(40·41/12); the same sd; TVD 2/40.
    const ofNumbers = (2 * 0.1 + 4 / Math.sqrt((40 * 41) / 12)) / 3
    expect(value).toBeCloseTo((100 * (ofNumbers + 2 * 0.05)) / 2, 9)
  })

  it('value-margins count point masses, and missing values', async () => {
    const zeros = Array.from({ length: 40 }, (_, i) => (i < 10 ? 0 : i))
    const x = fileOf({ a: zeros })
    const y = fileOf({ a: zeros.map((one, i) => (i < 4 ? Number.NaN : one)) })
    const found = await measureRoles(valueMarginsMetric, x, y, { confidential: ['a'] })
    expect(tableColumn(found, 'margins', 'point masses')[0]).toBeCloseTo(0.1, 12)
    const ks = 10 / 40 - 6 / 36 + 0.1
    expect(tableColumn(found, 'margins', 'Kolmogorov distance')[0]).toBeCloseTo(ks, 12)
  })

  it("key-margins use an analyst's draws from coarse cells", async () => {
    const coarse = fileOf({
      ...Object.fromEntries(['town', 'work', 'income', 'rent', 'ill'].map((name) => [name, cellsOf(original, name)])),
      age: Array.from(
        numericValues(original, 'age'),
        (age) => `[${5 * Math.floor(age / 5)},${5 * Math.floor(age / 5) + 5})`,
      ),
    })
    const { value } = await measureRoles(keyMarginsMetric, original, coarse, roles)
    expect(value).toBeLessThan(3)
    const blank = fileOf({ age: Array.from({ length: n }, () => '*') })
    const lost = await measureRoles(keyMarginsMetric, original, blank, roles)
    expect(lost.value).toBeGreaterThan(50)
    expect(lost.warnings).toEqual(['omitted columns that the masked file lacks: town, work, income, rent, ill'])
  })

  it('margins of a column with many categories use the most frequent ones and a class of all others', async () => {
    // 50 categories: the first 30 ten times each, the others once.
    const cells = Array.from({ length: 320 }, (_, i) => `c${i < 300 ? i % 30 : i - 270}`)
    const fine = fileOf({ code: cells })
    const moved = fileOf({ code: cells.map((cell, i) => (cell === 'c0' ? 'c1' : i === 319 ? 'c48' : cell)) })
    const found = await measureRoles(valueMarginsMetric, fine, moved, { confidential: ['code'] })
    // Ten of 320 change their class; c49 and c48 are both in the class of all others.
    expect(tableColumn(found, 'margins', 'total variation')[0]).toBeCloseTo(10 / 320, 12)
    expect(found.value).toBeGreaterThan(0)
  })

  it('closeness is 0 if ranks stay, and compares records, not distributions', async () => {
    const curved = numericValues(original, 'income').map((one) => one * one * Math.sign(one))
    const masked = fileOf({ income: curved })
    const { value } = await measureRoles(closenessMetric, original, masked, { confidential: ['income'] })
    expect(value).toBeCloseTo(0, 9)
  })

  it('destroyed names the columns and the reason', async () => {
    const x = fileOf({
      a: Array.from({ length: 50 }, (_, i) => i),
      b: Array.from({ length: 50 }, (_, i) => (i % 2 ? 'x' : 'y')),
    })
    const y = fileOf({ a: Array.from({ length: 50 }, (_, i) => i + 30), b: Array.from({ length: 50 }, () => 'x') })
    const kept = await measureRoles(destroyedMetric, x, x, { confidential: ['a', 'b'] })
    expect(kept.value).toBe(0)
    const { value, columns, tables } = await measureRoles(destroyedMetric, x, y, { keys: ['b'], confidential: ['a'] })
    expect(value).toBe(2)
    expect(columns).toEqual(
      new Map([
        ['b', 1],
        ['a', 1],
      ]),
    )
    expect(tables?.get('destroyed')?.column('why')).toMatchObject({
      levels: [
        'total variation distance above 0.3',
        'Kolmogorov distance above 0.3; mean off by more than half a standard deviation',
      ],
    })
  })

  it('are weighted by purpose, without those that have no value', async () => {
    const masked = independent(original)
    const found = await measureRoles(structureMetric, original, masked, roles)
    const [percent, weight] = ['percent', 'weight'].map((name) => tableColumn(found, 'families', name))
    const mean = percent.reduce((sum, one, k) => sum + one * weight[k], 0) / weight.reduce((sum, one) => sum + one, 0)
    expect(found.value).toBeCloseTo(mean, 9)
    const whole = await measureRoles(statisticsMetric, original, masked, roles)
    const [structure, tables, validity] = tableColumn(whole, 'parts', 'percent')
    expect(structure).toBe(found.value)
    expect(tables).toBeGreaterThan(0)
    expect(whole.value).toBeCloseTo((4 * structure + tables + validity) / 6, 9)
    const values = await measureRoles(recordsMetric, original, masked, { confidential: ['income'] })
    // Closeness 2 and value-margins ¼; one column has no relations.
    expect(tableColumn(values, 'families', 'percent').filter((one) => !Number.isNaN(one))).toHaveLength(2)
    const closeness = (await measureRoles(closenessMetric, original, masked, { confidential: ['income'] })).value ?? 0
    expect(values.value).toBeCloseTo((2 * closeness) / 2.25, 9)
  })
})

function cellsOf(file: Dataset, name: string): Float64Array | string[] {
  const column = file.column(name)
  return column.kind === 'numeric' ? column.values : Array.from(column.codes, (code) => column.levels[code])
}
