import {
  categorical,
  dataset,
  maskInput,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type MaskInput,
  type MaskResult,
  type Measurement,
} from '@sdc/core'
import { pearson, spearman } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { permutedColumns, reverseMapped } from './permute.fixture.js'
import { permuteMethod, type PermuteParams } from './permute.js'
import { maskByPlan } from '@sdc/toolkit'

interface Files {
  readonly original: Dataset
  readonly masked: Dataset
}

function filesOf(columns: readonly { name: string; x: Float64Array; z: Float64Array }[]): Files {
  return {
    original: dataset(columns.map(({ name, x }) => [name, numeric(x)])),
    masked: dataset(columns.map(({ name, z }) => [name, numeric(z)])),
  }
}

async function permute(
  { original, masked }: Files,
  params: Readonly<Record<string, unknown>> = { limits: [] },
  more: Partial<MaskInput<PermuteParams>> = {},
): Promise<MaskResult> {
  const resolved = resolveParams(permuteMethod.params, { limits: [], ...params })
  return maskByPlan(permuteMethod, maskInput(masked, { original, params: resolved, ...more }))
}

function valuesOf(column: Column | null | undefined): Float64Array {
  return column?.kind === 'numeric' ? column.values : Float64Array.from(column?.codes ?? expect.fail())
}

const files = filesOf(permutedColumns(400, 4))

describe('optimize/permute', () => {
  it('brings all correlations within the target, keeps every value, and reports both', async () => {
    const { files: made, report, warnings } = await permute(files)
    const names = files.original.names
    const [x, z] = [
      names.map((name) => valuesOf(files.original.column(name))),
      names.map((name) => valuesOf(made[0].columns.get(name))),
    ]
    for (const [kind, of] of [
      ['Pearson', pearson],
      ['Spearman', spearman],
    ] as const) {
      let greatest = 0
      for (let j = 0; j < 4; j++) for (let k = 0; k < j; k++) greatest = Math.max(greatest, Math.abs(of(z[j], z[k]) - of(x[j], x[k]))) // oxfmt-ignore
      expect(greatest).toBeLessThanOrEqual(1e-3)
      expect(report?.get(`largest ${kind} error`)).toBeCloseTo(greatest, 12)
      expect(report?.get(`largest ${kind} error at the start`)).toBeGreaterThan(0.05)
    }
    z.forEach((column, j) => expect(column.slice().sort()).toEqual(x[j].slice().sort()))
    expect(report?.get('reached')).toBe(1)
    const loss = (when: string): number => report?.get(`mean correlation loss${when}`) as number
    expect(loss('')).toBeLessThan(loss(' at the start') / 100)
    expect(warnings).toEqual([])
  })

  it('gives the same file for the same source, and another for another', async () => {
    const [a, b, c] = [await permute(files), await permute(files), await permute(files, {}, { rng: seededRng(2) })].map(
      ({ files: [{ columns }] }) => [...columns.values()],
    )
    expect(a).toEqual(b)
    expect(a).not.toEqual(c)
  })

  it('moves no missing value, and aims at the complete pairs', async () => {
    const holed = permutedColumns(400, 4).map(({ name, x }, j) => {
      const gone = (values: Float64Array): Float64Array =>
        values.map((v, i) => ((i + 3 * j) % 10 === 4 ? Number.NaN : v))
      const rng = seededRng(name)
      return { name, x: gone(x), z: reverseMapped(gone(x), gone(x.map((v) => v + 0.7 * rng.normal()))) }
    })
    const { files: made, report } = await permute(filesOf(holed))
    for (const { name, z } of holed) {
      const after = valuesOf(made[0].columns.get(name))
      after.forEach((value, i) => expect(Number.isNaN(value)).toBe(Number.isNaN(z[i])))
      expect(after.slice().sort()).toEqual(z.slice().sort())
    }
    const [a, b] = [0, 1].map((j) => valuesOf(made[0].columns.get(holed[j].name)))
    expect(Math.abs(pearson(a, b) - pearson(holed[0].x, holed[1].x))).toBeLessThanOrEqual(1e-3)
    expect(report?.get('reached')).toBe(1)
  })

  it('accepts a file whose masking lost values, in the records that have them', async () => {
    const columns = permutedColumns(200, 3)
    const x = columns[0].x
    const y = x.map((v, i) => (i % 11 === 5 ? Number.NaN : v + 0.5 * ((i * 7) % 5)))
    const z = reverseMapped(
      x.map((v, i) => (Number.isNaN(y[i]) ? Number.NaN : v)),
      y,
    )
    const { files: made } = await permute(filesOf([{ ...columns[0], z }, ...columns.slice(1)]))
    expect(valuesOf(made[0].columns.get('v0')).slice().sort()).toEqual(z.slice().sort())
  })

  it('permutes ordered categories by their ranks, for any order of the levels', async () => {
    const levels = ['low', 'some', 'much', 'most']
    const code = (v: number): number => Math.max(0, Math.min(3, Math.floor(v + 2)))
    const columns = permutedColumns(300, 3)
    const [last] = columns.slice(2)
    const column = (values: Float64Array, of: readonly string[]): CategoricalColumn => ({
      ...categorical(
        Array.from(values, (v) => levels[code(v)]),
        of,
      ),
      ordered: true,
    })
    const turned = [...levels].reverse()
    const ordered: Files = {
      original: dataset([
        ...columns.slice(0, 2).map(({ name, x }) => [name, numeric(x)] as const),
        ['o', column(last.x, levels)],
      ]),
      masked: dataset([
        ...columns.slice(0, 2).map(({ name, z }) => [name, numeric(z)] as const),
        ['o', column(last.z, turned)],
      ]),
    }
    const { files: made, report } = await permute(ordered)
    const after = made[0].columns.get('o') as CategoricalColumn
    expect(after.levels).toEqual(turned)
    const labels = ({ codes, levels: of }: CategoricalColumn): string[] => Array.from(codes, (c) => of[c])
    const before = ordered.original.column('o') as CategoricalColumn
    expect(labels(after).sort()).toEqual(labels(before).sort())
    const rank = Float64Array.from(labels(after), (label) => levels.indexOf(label))
    const own = spearman(rank, valuesOf(made[0].columns.get('v0')))
    expect(Math.abs(own - spearman(Float64Array.from(before.codes), columns[0].x))).toBeLessThanOrEqual(1e-3)
    expect(report?.get('reached')).toBe(1)
  })

  it('restores relations with given columns, numbers and categories', async () => {
    const columns = permutedColumns(300, 4)
    const [s, g] = [columns[2].x, categorical(Array.from(columns[3].x, (v) => (v > 0.3 ? 'a' : v < -0.8 ? 'b' : 'c')))]
    const withGiven = (which: 'x' | 'z'): Dataset =>
      dataset([
        ...columns.slice(0, 2).map((one) => [one.name, numeric(one[which])] as const),
        ['s', numeric(s)],
        ['g', g],
      ])
    const both = { original: withGiven('x'), masked: withGiven('z') }
    const { files: made, warnings } = await permute(
      both,
      { target: 5e-3 },
      { columns: ['v0', 'v1'], given: ['g', 's'] },
    )
    expect([...made[0].columns.keys()]).toEqual(['v0', 'v1'])
    expect(warnings?.join()).toMatch(/g: its categories are conditioned on one by one/)
    const isA = Float64Array.from(g.codes, (c) => Number(g.levels[c] === 'a'))
    for (const fixed of [s, isA])
      for (const { name, x } of columns.slice(0, 2)) {
        const after = valuesOf(made[0].columns.get(name))
        expect(Math.abs(pearson(after, fixed) - pearson(x, fixed))).toBeLessThan(6e-3)
        expect(Math.abs(spearman(after, fixed) - spearman(x, fixed))).toBeLessThan(6e-3)
      }
  })

  it('permutes a group against the originals of its records', async () => {
    const rows = Int32Array.from({ length: 150 }, (_, i) => 299 - 2 * i)
    const group = { original: takeRows(files.original, rows), masked: takeRows(files.original, rows) }
    const z = files.original.names.map((name) => {
      const x = valuesOf(group.original.column(name))
      return [
        name,
        numeric(
          reverseMapped(
            x,
            x.map((v, i) => v + (i % 4) / 2),
          ),
        ),
      ] as const
    })
    const alone = await permute({ ...group, masked: dataset(z) })
    const within = await permute(
      { original: files.original, masked: dataset(z) },
      {},
      { origin: rows, whole: files.original },
    )
    expect(within.files).toEqual(alone.files)
  })

  it('states the remaining errors if it cannot reach the target', async () => {
    const heavy = permutedColumns(120, 3, 1).map(({ name, x }) => {
      const spiked = x.map((v, i) => (i === 7 ? 1e6 * (1 + v * v) : v))
      const rng = seededRng(name)
      return {
        name,
        x: spiked,
        z: reverseMapped(
          spiked,
          spiked.map(() => rng.normal()),
        ),
      }
    })
    const { report, warnings } = await permute(filesOf(heavy), { target: 1e-5, maxProposals: 20_000 })
    expect(report?.get('reached')).toBe(0)
    expect(report?.get('proposals')).toBeLessThanOrEqual(20_000)
    expect(warnings?.join('\n')).toMatch(
      /TARGET 0.00001 NOT REACHED after 2?\d{1,5} proposals|TARGET 0.00001 NOT REACHED/,
    )
    expect(warnings?.join('\n')).toMatch(/largest Pearson error .* before, .* after \(v\d and v\d\)/)
  })

  it('names the smallest eigenvalue if columns determine each other', async () => {
    const [a, b] = permutedColumns(200, 2)
    const sum = a.x.map((v, i) => v + b.x[i])
    const z = reverseMapped(
      sum,
      a.z.map((v, i) => v + b.z[i]),
    )
    const { warnings } = await permute(filesOf([a, b, { name: 'sum', x: sum, z }]))
    expect(warnings?.join('\n')).toMatch(
      /columns determine each other \(the smallest eigenvalue of the original correlations is /,
    )
  })

  it.each([
    [
      'another value',
      (z: Float64Array) => z.map((v, i) => (i === 3 ? v + 1 : v)),
      /not a permutation of the original's/,
    ],
    ['a value less', (z: Float64Array) => z.map((v, i) => (i === 3 ? z[4] : v)), /not a permutation of the original's/],
    ['a zero of another sign', (z: Float64Array) => z.map((v) => (v === 0 ? -0 : v)), /zeros with a sign/],
  ])('refuses a column with %s', async (_, change, message) => {
    const columns = permutedColumns(50, 3).map((column) => {
      const zero = column.x.indexOf(column.x.slice().sort()[20])
      const [x, value] = [column.x.slice(), column.x[zero]]
      x[zero] = 0
      return { ...column, x, z: column.z.map((v) => (v === value ? 0 : v)) }
    })
    const changed = filesOf([{ ...columns[0], z: change(columns[0].z) }, ...columns.slice(1)])
    const error = await permute(changed).then(
      () => expect.fail(),
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code: 'NOT_A_PERMUTATION', place: { column: 'v0' }, message: expect.stringMatching(message), fix: expect.stringMatching(/First reverse-map the file/) }) // oxfmt-ignore
  })

  it('refuses unknown origins, another number of records, and fewer than three', async () => {
    await expect(permute(files, {}, { origin: new Int32Array(400).fill(-1) })).rejects.toThrow(
      /comes from no known record/,
    )
    const short = { ...files, masked: takeRows(files.masked, Int32Array.of(0, 1, 2)) }
    await expect(permute(short, {}, { origin: Int32Array.of(0, 1) })).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' })
    const few = [files.original, files.masked].map((file) => takeRows(file, Int32Array.of(0)))
    await expect(permute({ original: few[0], masked: few[1] })).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
  })

  it('leaves a single column unchanged, with a message', async () => {
    const { files: made, warnings } = await permute(filesOf(permutedColumns(50, 1)))
    expect(warnings?.join()).toMatch(/one column has no correlations/)
    expect(made[0].columns.size).toBe(1)
  })
})

describe('limits of optimize/permute', () => {
  /** Measures by a function of the columns; a session measures again on each proposal. */
  function measuring(of: (z: readonly Float64Array[]) => number | null): Partial<MaskInput<PermuteParams>> {
    const measure = (_: unknown, columns: ReadonlyMap<string, Column>): Promise<Measurement> => {
      const value = of([...columns.values()].map(valuesOf))
      return Promise.resolve(value === null ? { value, reason: 'there are no keys', used: 0 } : { value, used: 1 })
    }
    return {
      measure,
      async session(ref, columns) {
        const { value } = await measure(ref, columns)
        return { value: value ?? Number.NaN, propose: () => expect.fail('not stepwise'), accept: () => {} }
      },
    }
  }

  const x = files.original.names.map((name) => valuesOf(files.original.column(name)))
  /** Returns the percentage of records with a value near their own. */
  const near = (z: readonly Float64Array[]): number =>
    z.reduce((sum, column, j) => sum + column.reduce((s, v, i) => s + Number(Math.abs(v - x[j][i]) < 0.5), 0), 0) / 16
  const metric = { use: 'risk/near', params: {} }

  it('hold at the end, and are in the report', async () => {
    const start = near(files.masked.names.map((name) => valuesOf(files.masked.column(name))))
    const { files: made, report } = await permute(files, { limits: [{ metric }] }, measuring(near))
    const end = near([...made[0].columns.values()].map(valuesOf))
    expect(end).toBeLessThanOrEqual(start)
    const table = report?.get('limits') as Dataset
    expect(valuesOf(table.column('at the start'))[0]).toBe(start)
    expect(valuesOf(table.column('at the end'))[0]).toBe(end)
    expect(valuesOf(table.column('at most'))[0]).toBe(start)
    expect(report?.get('limits kept')).toBe(1)
  })

  it('are approached by a walk if the masked file exceeds them, with a message', async () => {
    const start = near(files.masked.names.map((name) => valuesOf(files.masked.column(name))))
    const at = 0.8 * start
    const {
      files: made,
      report,
      warnings,
    } = await permute(files, { limits: [{ metric, at }], keepNear: false }, measuring(near))
    expect(near([...made[0].columns.values()].map(valuesOf))).toBeLessThanOrEqual(at)
    expect(report?.get('reached')).toBe(1)
    expect(warnings?.join()).toMatch(/breaks limits before the search begins \(risk\/near/)
  })

  it('give the nearest file and a warning if they cannot hold', async () => {
    const { report, warnings } = await permute(
      files,
      { limits: [{ metric, at: 0.01 }], maxProposals: 60_000 },
      measuring(near),
    )
    expect(report?.get('limits kept')).toBe(0)
    expect(warnings?.join()).toMatch(/LIMITS NOT KEPT: risk\/near .* at most 0.01/)
  })

  it('give the last file that kept them and a warning if they contradict the target', async () => {
    // Every file except that of the start is worse.
    const first = files.masked.names.map((name) => valuesOf(files.masked.column(name)))
    const moved = (z: readonly Float64Array[]): number =>
      z.reduce((sum, column, j) => sum + column.reduce((s, v, i) => s + Number(v !== first[j][i]), 0), 0)
    const shuffledLess = (z: readonly Float64Array[]): number => Math.min(moved(z), 500)
    const { files: made, report, warnings } = await permute(files, { limits: [{ metric, at: 0 }], maxProposals: 60_000 }, measuring(shuffledLess)) // oxfmt-ignore
    expect([...made[0].columns.values()].map(valuesOf)).toEqual(first)
    expect(report?.get('limits kept')).toBe(1)
    expect(report?.get('reached')).toBe(0)
    expect(warnings?.join()).toMatch(/the last file that kept them is returned/)
  })

  it('allow the chance value plus two standard errors', async () => {
    // Small for the masked file, larger for the original's records in a random order.
    const first = files.masked.names.map((name) => valuesOf(files.masked.column(name)))
    let draw = 0
    const chancy = (z: readonly Float64Array[]): number =>
      z[0].every((v, i) => v === first[0][i]) ? 1 : 10 + (draw++ % 5)
    const { report } = await permute(files, { limits: [{ metric }] }, measuring(chancy))
    const table = report?.get('limits') as Dataset
    // Five draws of 10 … 14: a mean of 12 and a standard deviation of √2.5.
    expect(valuesOf(table.column('at most'))[0]).toBeCloseTo(12 + 2 * Math.sqrt(2.5), 12)
  })

  it('have no effect without a value, with a message; a named value is then an error', async () => {
    const none = measuring(() => null)
    const { warnings, report } = await permute(files, { limits: [{ metric }] }, none)
    expect(warnings?.join()).toMatch(/risk\/near has no value at the start, so it limits nothing: there are no keys/)
    expect(report?.has('limits')).toBe(false)
    await expect(permute(files, { limits: [{ metric, at: 5 }] }, none)).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })

  it('give a warning if they are below the values of independent data', async () => {
    const first = files.original.names.map((name) => valuesOf(files.original.column(name)))
    // By a rule, the rank of a record's values in the masked file is never its own among the original's.
    const low = (z: readonly Float64Array[]): number => (z[0].slice().sort()[3] === first[0].slice().sort()[3] && z[1] !== first[1] ? Math.abs(spearman(z[0], first[0])) : 0) // oxfmt-ignore
    let asked = 0
    const falling = (z: readonly Float64Array[]): number => (low(z) > 0.3 ? 1 : 5 + (asked++ % 2))
    const { warnings } = await permute(files, { limits: [{ metric }] }, measuring(falling))
    expect(warnings?.join()).toMatch(/risk\/near is 1, below the 5\.\d* of independent data/)
  })
})
