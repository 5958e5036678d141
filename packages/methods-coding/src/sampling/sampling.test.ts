import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { bernoulliSample, simpleSample } from './sample-records.js'
import { samplingMethod } from './sampling.js'
import { maskByPlan } from '@sdc/toolkit'

async function run(
  data: Dataset,
  params: Readonly<Record<string, unknown>> = {},
  weight?: string,
  seed = 1,
): Promise<MaskResult> {
  const roles = { ...noRoles, weight }
  return maskByPlan(
    samplingMethod,
    maskInput(data, { params: resolveParams(samplingMethod.params, params), roles, rng: seededRng(seed) }),
  )
}

const file = (rows: number, more: Readonly<Record<string, Column>> = {}): Dataset =>
  dataset([['x', numeric(Float64Array.from({ length: rows }, (_, i) => i))], ...Object.entries(more)])

function taken({ files }: MaskResult): number[] {
  return [...(files[0].origin ?? expect.fail('no origin'))]
}

function weights({ files }: MaskResult, name = 'weight'): number[] {
  const column = files[0].columns.get(name)
  if (column?.kind !== 'numeric') throw new Error(`no weights ${name}`)
  return [...column.values]
}

/** A greater |z| is a false alarm once in 1e7. */
const zBound = 5.33

describe('simpleSample', () => {
  it('takes every set of records equally often', () => {
    const rng = seededRng('sets')
    const runs = 20_000
    const found = new Map<string, number>()
    for (let r = 0; r < runs; r++) {
      const set = simpleSample(5, 2, () => rng.uniform()).join()
      found.set(set, (found.get(set) ?? 0) + 1)
    }
    expect(found.size).toBe(10)
    for (const count of found.values()) {
      expect(Math.abs(count - runs / 10) / Math.sqrt(runs * 0.1 * 0.9)).toBeLessThan(zBound)
    }
  })

  it('takes the right number for the least and the greatest numbers, and uses one for each record', () => {
    for (const u of [0, 1 - 2 ** -53]) {
      let drawn = 0
      const sample = simpleSample(10, 4, () => {
        drawn++
        return u
      })
      expect([...sample]).toEqual(u === 0 ? [0, 1, 2, 3] : [6, 7, 8, 9])
      expect(drawn).toBe(10)
    }
    expect(simpleSample(3, 3, () => 0.999)).toEqual(Int32Array.of(0, 1, 2))
    expect(simpleSample(3, 0, () => 0)).toHaveLength(0)
    expect(() => simpleSample(3, 4, () => 0)).toThrow(RangeError)
  })
})

describe('bernoulliSample', () => {
  it('takes the records whose number is below the share', () => {
    const numbers = [0.1, 0.3, 0.29, 0.9]
    let at = 0
    expect([...bernoulliSample(4, 0.3, () => numbers[at++])]).toEqual([0, 2])
  })
})

describe('coding/sampling', () => {
  it('takes the percent of the records, ascending, each with the weight N/n', async () => {
    const result = await run(file(1000), { percent: 12.5 })
    const origin = taken(result)
    expect(origin).toHaveLength(125)
    expect(origin).toEqual([...new Set(origin)].sort((a, b) => a - b))
    expect(weights(result)).toEqual(Array(125).fill(8))
    expect([...result.files[0].columns.keys()]).toEqual(['weight'])
    expect(taken(await run(file(7), { records: 3 }))).toHaveLength(3)
    expect(weights(await run(file(7), { records: 3 }))).toEqual(Array(3).fill(7 / 3))
    expect(taken(await run(file(7), { percent: 100 }))).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('bernoulli takes each record with the same probability, with the weight 1/p', async () => {
    const n = 20_000
    const result = await run(file(n), { design: 'bernoulli', percent: 30 })
    const origin = taken(result)
    expect(Math.abs(origin.length - 0.3 * n) / Math.sqrt(n * 0.3 * 0.7)).toBeLessThan(zBound)
    const firstHalf = origin.filter((i) => i < n / 2).length
    expect(Math.abs(firstHalf - 0.15 * n) / Math.sqrt((n / 2) * 0.3 * 0.7)).toBeLessThan(zBound)
    weights(result).forEach((w) => expect(w).toBeCloseTo(1 / 0.3, 12))
    // 5 expected of 20,000: a share of the file.
    expect(weights(await run(file(n), { design: 'bernoulli', records: 5 }))).toSatisfy((all: number[]) =>
      all.every((w) => w === 4000),
    )
    const none = await run(file(3), { design: 'bernoulli', percent: 1e-6 })
    expect(taken(none)).toEqual([])
    expect(none.warnings).toEqual(['no record of 3 records was drawn'])
  })

  it('warns of persons with only some of their records in the sample', async () => {
    const data = file(400, { pid: numeric(Float64Array.from({ length: 400 }, (_, i) => Math.floor(i / 4))) })
    const sample = (unit: string): Promise<MaskResult> =>
      Promise.resolve(
        maskByPlan(
          samplingMethod,
          maskInput(data, {
            params: resolveParams(samplingMethod.params, { unit, percent: 50 }),
            roles: { ...noRoles, person: 'pid' },
            rng: seededRng(1),
          }),
        ),
      )
    const [records, persons] = [await sample('record'), await sample('person')]
    expect(records.warnings).toEqual([expect.stringMatching(/^\d\d persons have only some of their records/)])
    expect(persons.warnings).toEqual([])
  })

  it('multiplies existing weights, and adds no others', async () => {
    const data = file(4, { w: numeric([1, 0.5, Number.NaN, 4e9]) })
    for (const params of [{ records: 2 }, { records: 2, weightName: 'w' }]) {
      const result = await run(data, params, 'w')
      expect(weights(result, 'w')).toEqual(taken(result).map((i) => 2 * [1, 0.5, Number.NaN, 4e9][i]))
      expect([...result.files[0].columns.keys()]).toEqual(['w'])
      expect(result.warnings).toEqual([])
      expect(result.report?.get('w multiplied by')).toBe(2)
    }
    const place = { parameter: 'weightName', column: 'w' }
    await expect(run(data, { weightName: 'v' }, 'w')).rejects.toMatchObject({ code: 'BAD_PARAMETER', place })
  })

  it('refuses a name that exists in the file, unless it is its weight, and weights that are text', async () => {
    const named = { code: 'BAD_PARAMETER', place: { parameter: 'weightName', column: 'x' } }
    await expect(run(file(4), { weightName: 'x' })).rejects.toMatchObject(named)
    const taken = { code: 'BAD_PARAMETER', place: { parameter: 'weightName', column: 'weight' } }
    await expect(run(file(4, { weight: numeric([1, 2, 3, 4]) }))).rejects.toMatchObject(taken)
    const text = file(4, { w: categorical(['a', 'b', 'c', 'd']) })
    await expect(run(text, {}, 'w')).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
  })

  it('refuses more records than there are, and a percent that makes none', async () => {
    await expect(run(file(4), { records: 5 })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    await expect(run(file(4), { percent: 20 })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      fix: 'The smallest percent that takes a record is 25.',
    })
    expect(taken(await run(file(4), { percent: 25 }))).toHaveLength(1)
  })
})
