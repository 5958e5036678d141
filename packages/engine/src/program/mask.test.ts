import { createRegistry, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugins, { columnGroupsMethod, drawsMethod, reverseMethod, turningMethod } from '../testing/fake-methods.js'
import { groupsMethod, noiseMethod } from '@sdc/testing/fake-plugin'
import { fromRows, toRows } from '../index.js'
import { parseStep } from '../plan/plan.js'
import { replicateRng, runSteps } from '../run/run.js'
import { mask, type Masked } from './mask.js'

const rows = Array.from({ length: 60 }, (_, i) => ({
  income: 1000 + ((i * 37) % 60) * 25,
  tax: 100 + ((i * 53) % 60) * 7,
  region: i % 2 === 0 ? 'n' : 's',
}))
const data = fromRows(rows)
const sorted = ({ data: file }: Masked, name: 'income' | 'tax'): number[] =>
  toRows(file)
    .map((row) => Number(row[name]))
    .sort((a, b) => a - b)

describe('mask', () => {
  it('masks a column by a method, and returns its origin and warnings', async () => {
    const masked = await mask(data, groupsMethod, { k: 5 }, { columns: ['income'], seed: 1 })
    expect(masked.columns).toEqual(['income'])
    expect(masked.data).toBe(masked.files[0].data)
    expect(masked.origin).toEqual(Int32Array.from(rows.keys()))
    const counts = new Map<unknown, number>()
    for (const { income } of toRows(masked.data)) counts.set(income, (counts.get(income) ?? 0) + 1)
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(5)
    expect(masked.data.column('tax')).toBe(data.column('tax'))
    expect(masked.reports[0]?.step).toBe('fake/groups')
  })

  it('equals a plan with the same seed, by value and by id', async () => {
    const registry = createRegistry().use(plugins).freeze()
    const steps = ['fake/noise', 'fake/reverse'].map((use, s) =>
      parseStep(
        s === 0 ? { use, columns: ['income', 'tax'], params: { share: 0.2 }, by: ['region'] } : { use, by: ['region'] },
      ),
    )
    const plan = await runSteps({ registry, original: data, steps, rng: replicateRng(seededRng(7)) })
    const settings = { columns: ['income', 'tax'], by: ['region'], seed: 7 } as const
    const byValue = await mask(data, [[noiseMethod, { share: 0.2 }], reverseMethod], settings)
    const id = 'fake/noise'
    const byId = await mask(data, [[id, { share: 0.2 }], 'fake/reverse'], {
      ...settings,
      registry: plugins,
    })
    for (const masked of [byValue, byId]) expect(toRows(masked.data)).toEqual(toRows(plan.files[0].data))
    // With reverse mapping after it, each column has its own values.
    for (const name of ['income', 'tax'] as const)
      expect(sorted(byValue, name)).toEqual(rows.map((row) => row[name]).sort((a, b) => a - b))
  })

  it('rounds drawn values, and draws fresh numbers without a seed', async () => {
    const draw = (): Promise<Masked> => mask(data, noiseMethod, {}, { columns: ['income'] })
    const [one, other] = [sorted(await draw(), 'income'), sorted(await draw(), 'income')]
    expect(one).not.toEqual(other)
    expect(one.every((value) => Number.isInteger(value / 25))).toBe(true)
  })

  it('takes the columns from roles, and passes these to the method', async () => {
    const roles = { income: 'confidential', region: 'non-confidential' } as const
    const masked = await mask(data, drawsMethod, { files: 2 }, { roles, seed: 1 })
    expect(masked.files).toHaveLength(2)
    expect([masked.columns, masked.given]).toEqual([['income'], ['region']])
  })

  it('passes given columns to the steps that condition on some', async () => {
    const steps = [
      [drawsMethod, { files: 1 }],
      [noiseMethod, {}],
    ] as const
    expect((await mask(data, steps, { columns: ['income'], given: ['region'] })).given).toEqual(['region'])
  })

  it('takes options of one step together with those of all, and treats undefined as absent', async () => {
    const steps = [
      [groupsMethod, { k: undefined }],
      [columnGroupsMethod, { k: 3 }, { columns: ['tax'] }],
    ] as const
    const masked = await mask(data, steps, { columns: ['income'], by: undefined, seed: 1 })
    expect(masked.columns).toEqual(['income', 'tax'])
  })

  it('looks up what a method names in a given registry, or in one built from plugins', async () => {
    const after = [
      [noiseMethod, {}],
      reverseMethod,
      [turningMethod, { loss: { use: 'fake/distance', params: {} } }],
    ] as const
    const settings = { columns: ['income', 'tax'], seed: 1 }
    const wrong = { code: 'UNKNOWN_METRIC', message: 'no metric "fake/distance" was passed' }
    await expect(mask(data, after, settings)).rejects.toMatchObject(wrong)
    for (const registry of [plugins, createRegistry().use(plugins)])
      expect((await mask(data, after, { ...settings, registry })).columns).toEqual(['income', 'tax'])
  })

  it.each([
    ['BAD_PARAMETER', 'k must be', () => mask(data, groupsMethod, { k: 0 }, { columns: ['income'] })],
    ['UNKNOWN_COLUMN', '"incme"', () => mask(data, groupsMethod, { k: 3 }, { columns: ['incme'] })],
    ['UNKNOWN_COLUMN', '"incme"', () => mask(data, groupsMethod, { k: 3 }, { roles: { incme: 'confidential' } })],
    ['NO_COLUMNS', 'no columns are named', () => mask(data, groupsMethod, { k: 3 })],
    ['BAD_OPTION', 'the seed', () => mask(data, groupsMethod, { k: 3 }, { columns: ['income'], seed: 1.5 })],
    ['BAD_PLAN', 'no steps are given', () => mask(data, [], { columns: ['income'] })],
    ['UNKNOWN_METHOD', '"fake/nose"', () => mask(data, ['fake/nose' as 'fake/noise'], { registry: plugins })],
    ['ID_CLASH', 'two methods', () => mask(data, [noiseMethod, { ...noiseMethod }], { columns: ['income'] })],
  ])('throws %s: %s', async (code, message, run) => {
    await expect(Promise.resolve().then(run)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    })
  })

  it('has types: names and values of parameters, ids, and the files of a result', () => {
    // Checked by the type checker only, which fails if one of these is not an error.
    const neverRun = async (): Promise<void> => {
      // @ts-expect-error a name that is none
      await mask(data, groupsMethod, { kk: 5 })
      // @ts-expect-error a text for a number
      await mask(data, groupsMethod, { k: '5' })
      // @ts-expect-error a value that is none
      await mask(data, groupsMethod, { k: 'usual' })
      // @ts-expect-error a name that is none, in the second of two steps
      // oxfmt-ignore
      await mask(data, [[groupsMethod, { k: 5 }], [noiseMethod, { k: 5 }]])
      // @ts-expect-error an id that is none
      await mask(data, 'fake/nose', {}, { registry: plugins })
      // @ts-expect-error ids need a registry
      await mask(data, 'fake/noise', {})
      // @ts-expect-error a key that is none
      await mask(data, groupsMethod, { k: 5 }, { column: ['income'] })
      // @ts-expect-error a role that is none
      await mask(data, groupsMethod, { k: 5 }, { roles: { income: 'secret' } })
      const { files } = await mask(data, groupsMethod)
      const [first]: readonly [{ readonly origin: Int32Array }, ...unknown[]] = files
      first.origin.fill(0)
    }
    expect(neverRun).toBeTypeOf('function')
  })
})
