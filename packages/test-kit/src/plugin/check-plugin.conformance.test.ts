import {
  definePlugin,
  type Attack,
  type MaskingMethod,
  type Metric,
  type Plugin,
  type QueryMethod,
  type TableMethod,
} from '@sdc/core'
import { localExecutor, type Executor } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { checkPlugin } from './check-plugin.js'
import { soundLink } from '../fixtures/attacks.fixture.js'
import { soundCounts } from '../fixtures/services.fixture.js'
import { soundParts } from '../fixtures/sound-metrics.fixture.js'
import { soundRule } from '../fixtures/tables.fixture.js'
import { soundLoss } from '../fixtures/sound-metric.fixture.js'
import { soundGroups, soundNoise } from '../fixtures/sound.fixture.js'

const sound = definePlugin({
  name: 'sdc-plugin-fixture',
  version: '1.0.0',
  sdc: '^1',
  methods: [soundNoise, soundGroups] as MaskingMethod[],
  metrics: [soundLoss, soundParts] as Metric[],
  services: [soundCounts] as QueryMethod[],
  tables: [soundRule] as TableMethod[],
  attacks: [soundLink] as Attack[],
})

describe('checkPlugin', () => {
  it('checks the form, and all five sorts of plugin parts', async () => {
    const checks = await checkPlugin(sound)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect([...new Set(checks.map(({ subject }) => subject))]).toEqual([
      'sdc-plugin-fixture',
      'fixture/noise',
      'fixture/groups',
      'loss/fixture',
      'score/fixture',
      'services/fixture',
      'tabular/fixture-rule',
      'attack/fixture',
    ])
  })

  it.each<readonly [string, Partial<Plugin> | null | undefined, RegExp]>([
    ['no default export', undefined, /no default export/],
    ['null', null, /no default export/],
    ['no name', { ...sound, name: '' }, /name is missing/],
    ['another contract', { ...sound, sdc: '^2' }, /written for contract \^2/],
    [
      'nothing in it',
      { name: 'x', version: '1.0.0', sdc: '^1' },
      /none of methods, metrics, services, tables, attacks/,
    ],
    ['an id twice', { ...sound, methods: [soundNoise, soundNoise] as MaskingMethod[] }, /fixture\/noise occurs twice/],
  ])('finds a plugin with %s', async (_what, plugin, message) => {
    const checks = await checkPlugin(plugin)
    expect(checks).toHaveLength(1)
    expect(checks[0]).toMatchObject({ ok: false, name: 'it has the form of a plugin' })
    expect(checks[0].message).toMatch(message)
  })

  it('runs its methods as tasks elsewhere, and finds different results', async () => {
    const axes = { numeric: { risk: 'loss/fixture', loss: 'loss/fixture' } }
    const withAxes = { ...sound, defaults: { axes } }
    let sent = 0
    const executor = (change: (value: number) => number): Executor => ({
      width: 2,
      open: (work) => {
        const here = localExecutor.open(work)
        return {
          ...here,
          async run(tasks, tick) {
            sent += tasks.length
            const outcomes = structuredClone(await here.run(tasks, tick))
            return outcomes.map((outcome) => ({
              ...outcome,
              values: new Map(
                [...outcome.values].map(([id, one]) => [id, { ...one, value: one.value && change(one.value) }]),
              ),
            }))
          },
        }
      },
    })
    const name = 'its methods give in a worker what they give here'
    const found = async (change: (value: number) => number) =>
      (await checkPlugin(withAxes, { executor: executor(change) })).filter((check) => check.name === name)
    expect(await found((value) => value)).toMatchObject([{ ok: true }])
    expect(sent).toBe(8)
    expect(await found((value) => value * (1 + 2 ** -52))).toMatchObject([{ ok: false, subject: sound.name }])
  })
})
