import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  categorical,
  createRegistry,
  dataset,
  numeric,
  numericValues,
  seededRng,
  takeColumn,
  type Column,
  type Dataset,
} from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { measureFiles, originOf, parsePrivateManifest, parseStep, runSteps, type RunResult } from '@sdc/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import standard from './index.js'

/**
 * Every step keeps the origin of each record. A sample is recoded, other columns are swapped and reverse-mapped, and
 * each record is still compared with its original.
 */
const registry = createRegistry().use(standard).freeze()

/** Census with its tax bracket as an ordered category, and a code with leading zeros. */
function people(): Dataset {
  const file = census()
  const brackets = ['none', 'low', 'middle', 'high', 'top']
  const tax = numericValues(file, 'FEDTAX')
  const bracket = Array.from(
    tax,
    (one) => brackets[one === 0 ? 0 : one < 2000 ? 1 : one < 5000 ? 2 : one < 15_000 ? 3 : 4],
  )
  const area = Array.from(tax, (_, i) => `00${1 + ((i * i) % 7)}`)
  return dataset([
    ...file.names.map((name) => [name, file.column(name)] as const),
    ['bracket', categorical(bracket, brackets)],
    ['area', categorical(area)],
  ])
}

const brackets = { none: 'little', low: 'little', middle: 'some', high: 'much', top: 'much' }
const areas = Object.fromEntries(Array.from({ length: 7 }, (_, k) => [`00${k + 1}`, k < 3 ? '001-003' : '004-007']))
const plan = [
  { use: 'coding/sampling', columns: 'all', params: { records: 700 } },
  {
    use: 'coding/global-recode',
    columns: ['AGI', 'bracket', 'area'],
    params: { breaks: { AGI: [0, 20_000, 40_000, 80_000] }, map: { bracket: brackets, area: areas } },
  },
  { use: 'swapping/rank-swap', columns: ['EMCONTRB', 'INTVAL', 'WSALVAL'], params: { percent: 8 } },
  { use: 'reverse-map/rank', columns: ['EMCONTRB', 'INTVAL', 'WSALVAL'] },
]

const sorted = (values: Float64Array): Float64Array => values.slice().sort()

/** Reads the written file, as text and numbers: cells with a comma are in quotes, and no cell contains a quote. */
function readBack(text: string): Dataset {
  const cells = (line: string): string[] =>
    [...line.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map(([, a, b]) => a ?? b)
  const [names, ...rows] = text.trimEnd().split('\n').map(cells)
  return dataset(
    // The end of a line is a match without a name.
    names.filter(Boolean).map((name, j) => {
      const values = rows.map((row) => row[j])
      const isText = ['AGI', 'bracket', 'area'].includes(name)
      return [name, isText ? categorical(values) : numeric(values.map(Number))] as const
    }),
  )
}

/** Expected released record of each original one, column by column. */
function checkLinked(original: Dataset, masked: Dataset, origin: Int32Array): void {
  expect(new Set(origin).size).toBe(origin.length)
  // A column that no step names keeps the values of its record.
  expect(masked.column('TAXINC')).toEqual(takeColumn(original.column('TAXINC'), origin))
  const agi = numericValues(original, 'AGI')
  const [from, of] = [masked.column('AGI'), masked.column('bracket')]
  const before = original.column('bracket')
  if (from.kind === 'numeric' || of.kind === 'numeric' || before.kind === 'numeric') return expect.fail('no categories')
  origin.forEach((row, i) => {
    const [low, high] = from.levels[from.codes[i]].slice(1, -1).split(',')
    expect(agi[row]).toBeGreaterThanOrEqual(low === '-inf' ? -Infinity : Number(low))
    expect(agi[row]).toBeLessThan(high === 'inf' ? Infinity : Number(high))
    expect(of.levels[of.codes[i]]).toBe(brackets[before.levels[before.codes[row]] as keyof typeof brackets])
  })
  // Swapped and reverse-mapped: exactly the values of the drawn records, in another order.
  for (const name of ['EMCONTRB', 'INTVAL', 'WSALVAL']) {
    const own = numericValues(original, name)
    const values = numericValues(masked, name)
    expect(sorted(values)).toEqual(sorted(Float64Array.from(origin, (row) => own[row])))
    expect(values).not.toEqual(Float64Array.from(origin, (row) => own[row]))
  }
}

describe('sampling, recoding, swapping and reverse mapping', () => {
  const original = people()
  let result: RunResult

  beforeAll(async () => {
    result = await runSteps({ registry, original, steps: plan.map(parseStep), rng: seededRng('pipeline') })
  })

  it('keep the origin of each record', () => {
    const [{ data, origin }] = result.files
    expect(data.rows).toBe(700)
    checkLinked(original, data, origin)
    expect([...numericValues(data, 'weight')]).toEqual(Array(700).fill(1080 / 700))
    expect(data.column('bracket')).toMatchObject({ ordered: true, levels: ['little', 'some', 'much'] })
    expect(data.column('area')).toMatchObject({ ordered: false, levels: ['001-003', '004-007'] })
  })

  it('can be measured: no metric loses the link', async () => {
    const [{ data, origin }] = result.files
    const swapped = ['EMCONTRB', 'INTVAL', 'WSALVAL']
    const measure = (columns: readonly string[], ids: readonly string[]) =>
      measureFiles({
        registry,
        original,
        masked: data,
        origin,
        columns: [...columns],
        metrics: ids.map((use) => ({ use, params: {} })),
        rng: seededRng('measure'),
      })
    const ofNumbers = ['loss/il1s', 'loss/il-score', 'loss/rank-correlation', 'risk/dld', 'risk/interval-disclosure']
    const ofCategories = ['loss/categorical-distance', 'loss/entropy', 'loss/contingency-tables']
    for (const measured of [await measure(swapped, ofNumbers), await measure(['bracket', 'area'], ofCategories)]) {
      expect(measured.map(({ measurement: { value, reason } }) => [value === null, reason])).toEqual(
        measured.map(() => [false, undefined]),
      )
    }
    // Rank swapping within 8 %, reverse-mapped: values near the original's, far from another record's.
    const [il1s] = await measure(swapped, ['loss/il1s'])
    const shuffled = origin.slice().reverse()
    const [wrong] = await measureFiles({
      registry,
      original,
      masked: data,
      origin: shuffled,
      columns: swapped,
      metrics: [{ use: 'loss/il1s', params: {} }],
      rng: seededRng('measure'),
    })
    expect(Number(il1s.measurement.value)).toBeLessThan(Number(wrong.measurement.value) / 3)
  })
})

describe('recoding ordered categories', () => {
  it('commutes with reverse mapping if classes are runs of neighbours', async () => {
    const original = people()
    const bracket = original.column('bracket')
    const recode = { use: 'coding/global-recode', columns: ['bracket'], params: { map: brackets } }
    const noise = { use: 'categorical/pram', columns: ['bracket'] }
    const reverse = { use: 'reverse-map/rank', columns: ['bracket'], params: { ties: 'first' } }
    const run = async (steps: readonly object[], file = original): Promise<Column> => {
      const { files } = await runSteps({ registry, original: file, steps: steps.map(parseStep), rng: seededRng(5) })
      return files[0].data.column('bracket')
    }
    const after = await run([noise, reverse, recode])
    if (bracket.kind === 'numeric' || after.kind === 'numeric') return expect.fail('no categories')
    const mapped = await run([noise, reverse])
    if (mapped.kind === 'numeric') return expect.fail('no categories')
    // RM(c(x), y): the classes of the original in the order of the masked codes, with the same ties.
    const masked = await run([noise])
    if (masked.kind === 'numeric') return expect.fail('no categories')
    const byRank = [...masked.codes.keys()].sort((a, b) => masked.codes[a] - masked.codes[b] || a - b)
    const coded = await run([recode])
    if (coded.kind === 'numeric') return expect.fail('no categories')
    const expected = new Int32Array(byRank.length)
    const ascending = coded.codes.slice().sort()
    byRank.forEach((row, rank) => (expected[row] = ascending[rank]))
    expect(after.levels).toEqual(coded.levels)
    expect(after.codes).toEqual(expected)
  })
})

describe('recoding numbers', () => {
  it('and reverse mapping restores the numbers, each within its class', async () => {
    const original = census()
    const breaks = [0, 20_000, 40_000, 80_000]
    const steps = [
      parseStep({ use: 'coding/global-recode', columns: ['AGI'], params: { breaks: { AGI: breaks } } }),
      parseStep('reverse-map/rank'),
    ]
    const runs = (count: number): Promise<RunResult> =>
      runSteps({ registry, original, steps: steps.slice(0, count), rng: seededRng(2) })
    const recoded = (await runs(1)).files[0].data.column('AGI')
    const [x, z] = [original, (await runs(2)).files[0].data].map((file) => numericValues(file, 'AGI'))
    if (recoded.kind === 'numeric') throw new Error('it was not recoded')
    expect(z).not.toEqual(x)
    for (const code of recoded.levels.keys()) {
      const ofClass = (values: Float64Array): Float64Array => sorted(values.filter((_, i) => recoded.codes[i] === code))
      expect(ofClass(z)).toEqual(ofClass(x))
    }
  })
})

describe('the same on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-pipeline-'))
  const path = (name: string): string => join(folder, name)
  let program = ''

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(async () => {
    program = await bundledProgram('apps/cli/src/cli.ts', path('sdc.mjs'))
    const original = people()
    const cell = (column: Column, i: number): string =>
      column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]]
    const rows = Array.from({ length: original.rows }, (_, i) =>
      original.names.map((name) => cell(original.column(name), i)).join(),
    )
    writeFileSync(path('people.csv'), [original.names.join(), ...rows, ''].join('\n'))
    const schema = {
      columns: {
        bracket: { levels: ['none', 'low', 'middle', 'high', 'top'], ordered: true },
        area: { kind: 'categorical' },
      },
    }
    writeFileSync(path('plan.yaml'), JSON.stringify({ steps: plan, schema }))
  })

  function sdc(...argv: readonly string[]): Promise<{ status: number; stderr: string; stdout: string }> {
    return new Promise((resolve) =>
      execFile(process.execPath, [program, ...argv], { cwd: folder }, (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
      }),
    )
  }

  it('keeps the origins in the private file, and is replayed bit for bit', async () => {
    const made = await sdc('run', 'plan.yaml', '--data', 'people.csv', '--private', 'keep.json', '-o', 'out.csv')
    expect(made, made.stderr).toMatchObject({ status: 0 })
    const text = readFileSync(path('out.csv'), 'utf8')
    const released = readBack(text)
    const keep = parsePrivateManifest(JSON.parse(readFileSync(path('keep.json'), 'utf8')))
    const origins = originOf(keep, readFileSync(path('out.csv')))
    const origin = Int32Array.from(origins, (one) => one - 1)
    checkLinked(people(), released, origin)
    expect(text).toContain('004-007')
    const again = await sdc('run', 'keep.json', '--data', 'people.csv', '-o', 'again.csv')
    expect(again, again.stderr).toMatchObject({ status: 0 })
    expect(again.stderr).toMatch(/replay equals the file of the run, bit for bit/)
    expect(readFileSync(path('again.csv'))).toEqual(readFileSync(path('out.csv')))
    writeFileSync(path('origin.csv'), ['origin', ...origins, ''].join('\n'))
    const what = '--origin origin.csv --columns EMCONTRB,INTVAL --metrics loss/il1s,risk/dld --json'
    const measured = await sdc('measure', 'people.csv', 'out.csv', ...what.split(' '))
    expect(measured, measured.stderr).toMatchObject({ status: 0 })
    const values = [...measured.stdout.matchAll(/"value": ?([^,\n]+)/g)].map(([, value]) => Number(value))
    expect(values.length).toBeGreaterThanOrEqual(2)
    expect(values.every((value) => value > 0)).toBe(true)
  })
})
