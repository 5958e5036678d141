import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric, numericValues, seededRng, type Column, type Dataset } from '@sdc/core'
import { pearson } from '@sdc/stats'
import { parseFileSchema, parseStep } from '../../plan/plan.js'
import { registry } from '../../testing/fake-methods.js'
import { runSteps, type RunResult } from '../run.js'

/**
 * A panel of 1,000 persons in three waves: a fifth of the records and some values are missing; ids have leading zeros.
 */
function panel(): Dataset {
  const rng = seededRng('panel')
  const rows: (readonly [id: string, wave: number, birth: number, income: number])[] = []
  for (let p = 1; p <= 1000; p++) {
    const id = String(p).padStart(5, '0')
    const birth = 1930 + rng.int(70)
    let income = 1000 * (20 + 8 * rng.normal())
    for (const wave of [2019, 2020, 2021]) {
      income += 1000 * rng.normal()
      const value = rng.int(10) === 0 ? Number.NaN : Math.max(0, Math.round(income))
      if (rng.int(5) > 0) rows.push([id, wave, rng.int(20) === 0 ? Number.NaN : birth, value])
    }
  }
  const mixed = rows.map((row) => [rng.int(1e9), row] as const).sort((a, b) => a[0] - b[0])
  const column = (at: 1 | 2 | 3): Column => numeric(mixed.map(([, row]) => row[at]))
  return dataset([
    ['pid', categorical(mixed.map(([, row]) => row[0]))],
    ['wave', column(1)],
    ['birth', column(2)],
    ['income', column(3)],
  ])
}

const original = panel()
const columns = { pid: { role: 'person' }, wave: { role: 'wave' }, income: { min: 0 } }

function run(step: unknown, data = original, said: unknown = { columns }): Promise<RunResult> {
  return runSteps({
    registry,
    original: data,
    schema: parseFileSchema(said),
    steps: [parseStep(step)],
    rng: seededRng('1'),
  })
}

const values = ({ files }: RunResult, name: string): Float64Array => numericValues(files[0].data, name)
const noise = { use: 'fake/noise', columns: ['income'] }

/** Correlation between consecutive waves over the persons who have both. */
function between(income: Float64Array): number {
  const [pid, wave] = [original.column('pid'), numericValues(original, 'wave')]
  const at = new Map<string, number>()
  if (pid.kind === 'categorical') pid.codes.forEach((code, i) => at.set(`${code} ${wave[i]}`, i))
  const pairs = [...at].flatMap(([key, i]) => {
    const [code, year] = key.split(' ').map(Number)
    const next = at.get(`${code} ${year + 1}`)
    return next === undefined || Number.isNaN(income[i] + income[next]) ? [] : [[income[i], income[next]]]
  })
  return pearson(Float64Array.from(pairs, ([a]) => a), Float64Array.from(pairs, ([, b]) => b)) // oxfmt-ignore
}

describe('a step that masks changes between waves', () => {
  it('keeps the correlation between waves better than masking each record', async () => {
    const [levels, changes] = [await run(noise), await run({ ...noise, waves: 'changes' })]
    const [was, one, other] = [numericValues(original, 'income'), values(levels, 'income'), values(changes, 'income')]
    const lost = [one, other].map((income) => Math.abs(between(income) - between(was)))
    expect(between(was)).toBeGreaterThan(0.95)
    expect(lost[1]).toBeLessThan(lost[0] / 3)
    expect(other.every((value, i) => Number.isNaN(value) === Number.isNaN(was[i]))).toBe(true)
    expect(Math.min(...other.filter((value) => !Number.isNaN(value)))).toBeGreaterThanOrEqual(0)
    expect(other.every((value) => Number.isNaN(value) || Number.isInteger(value))).toBe(true)
  })

  it('masks first values and changes separately, as by hand', async () => {
    // a: 10, missing, 40 (waves 2, 9, 10 as texts); b: 7 once; c: 20, 21; d without an id.
    const small = dataset([
      ['pid', categorical(['a', 'a', 'b', 'a', 'c', 'c', null])],
      ['wave', categorical(['w10', 'w2', 'w2', 'w9', 'w2', 'w9', 'w2'])],
      ['x', numeric([40, 10, 7, Number.NaN, 20, 21, 5])],
    ])
    const result = await run({ use: 'fake/shift', columns: ['x'], params: { by: 3 }, waves: 'changes' }, small, {
      columns: { pid: { role: 'person' }, wave: { role: 'wave' } },
    })
    // First values 10, 7, 20 and 5 rise by 3; the changes 30 (over the wave without a value) and 1 do, too.
    expect([...values(result, 'x')]).toEqual([46, 13, 10, Number.NaN, 23, 27, 8])
  })

  it('leaves equal changes unchanged and says so; warns of two records in one wave', async () => {
    const small = dataset([
      ['pid', categorical(['a', 'b', 'a', 'b', 'b'])],
      ['wave', numeric([1, 1, 2, 2, 2])],
      ['age', numeric([30, 50, 31, 51, 52])],
    ])
    const step = { use: 'fake/shift', columns: ['age'], waves: 'changes' }
    const result = await run(step, small, { columns: { pid: { role: 'person' }, wave: { role: 'wave' } } })
    expect([...values(result, 'age')]).toEqual([31, 51, 32, 52, 53])
    expect(result.warnings.join('\n')).toMatch(/all changes between waves of age are equal and stay unchanged/)
    expect(result.warnings.join('\n')).toMatch(/1 person \("pid"\) has several records in the same wave \("wave"\)/)
  })

  it('refuses columns that it cannot mask, by name', async () => {
    const changes = { ...noise, waves: 'changes' }
    await expect(run(changes, original, { columns: { pid: { role: 'person' } } })).rejects.toThrow(
      /needs a column with the role wave/,
    )
    await expect(run(changes, original, { columns: { wave: { role: 'wave' } } })).rejects.toThrow(
      /needs a column with the role person/,
    )
    await expect(run({ use: 'fake/sample', columns: ['income'], waves: 'changes' })).rejects.toThrow(
      /fake\/sample cannot mask changes between waves: it takes some of the records/,
    )
    await expect(run({ ...changes, missing: 'impute' })).rejects.toThrow(/fills no missing cells/)
    const texts = dataset([...['pid', 'wave', 'income'].map((name) => [name, original.column(name)] as const), ['job', categorical(Array.from({ length: original.rows }, (_, i) => `j${i % 7}`))]]) // oxfmt-ignore
    await expect(run({ use: 'fake/swap', columns: ['job'], waves: 'changes' }, texts)).rejects.toThrow(
      /waves: changes masks numbers, but job/,
    )
  })
})

describe('columns that are constant within each person', () => {
  it('get one masked value per person, without a level in the schema', async () => {
    const masked = values(await run({ use: 'fake/noise', columns: ['birth', 'income'] }), 'birth')
    const pid = original.column('pid')
    const seen = new Map<number, number>()
    if (pid.kind === 'categorical')
      pid.codes.forEach((code, i) => {
        if (Number.isNaN(masked[i])) return
        expect(masked[i]).toBe(seen.get(code) ?? masked[i])
        seen.set(code, masked[i])
      })
    expect(new Set(seen.values()).size).toBeGreaterThan(30)
    expect(masked).not.toEqual(numericValues(original, 'birth'))
    const said = { columns: { ...columns, birth: { level: 'record' } } }
    const apart = values(await run({ use: 'fake/noise', columns: ['birth'] }, original, said), 'birth')
    const pairs = new Set(pid.kind === 'categorical' ? Array.from(pid.codes, (code, i) => `${code} ${apart[i]}`) : [])
    expect(pairs.size).toBeGreaterThan(seen.size * 1.5)
  })

  it('are not masked within groups of waves, with a warning', async () => {
    const { warnings } = await run({ use: 'fake/noise', columns: ['birth', 'income'], by: ['wave'] })
    expect(warnings.join('\n')).toMatch(
      /fake\/noise masks birth by one value per person \("pid"\), not within groups of wave/,
    )
  })
})
