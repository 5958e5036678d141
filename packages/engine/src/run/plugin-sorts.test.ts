import {
  categorical,
  createRegistry,
  dataset,
  defineAttack,
  defineMethod,
  defineService,
  defineTableMethod,
  noRoles,
  numeric,
  seededRng,
  type Answer,
  type Measurement,
  type Registry,
  type Saved,
  type TableResult,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runAttack } from '../attack/run-attack.js'
import { openService } from '../service/ask-service.js'
import { buildService } from '../service/build-service.js'
import { applyTableMethod } from '../table/apply-table-method.js'
import { parseStep } from '../plan/plan.js'
import { runSteps } from './run.js'

const card = { title: 'T', summary: 'S.', formula: 'f', source: [{ where: 'a test' }], params: z.object({}) }
const good: Saved = { format: 'f 1', json: null, arrays: new Map() }

/** A plugin with one service, table method and attack that return the given results. */
function registryOf(does: {
  readonly saved?: unknown
  readonly answer?: unknown
  readonly result?: unknown
  readonly measurement?: unknown
  readonly masked?: object
}): Registry {
  const service = defineService({
    ...card,
    id: 'bad/service',
    traits: {},
    build: () => ('saved' in does ? does.saved : good) as Saved,
    open: () => ({ asks: ['count'], answer: () => does.answer as Answer }),
  })
  const table = defineTableMethod({
    ...card,
    id: 'bad/table',
    step: 'audit',
    protect: () => does.result as TableResult,
  })
  const attack = defineAttack({
    ...card,
    id: 'bad/attack',
    knows: {},
    unit: '%',
    attack: () => does.measurement as Measurement,
  })
  const method = defineMethod({
    ...card,
    id: 'bad/method',
    traits: {},
    plan: () => ({
      form: 'file',
      mask: ({ data: { rows } }) => ({
        files: [{ columns: new Map([['x', numeric(new Float64Array(rows))]]) }],
        ...does.masked,
      }),
    }),
  })
  const sorts = { methods: [method], services: [service], tables: [table], attacks: [attack] }
  const plugin = { name: 'bad', version: '1.0.0', sdc: '^1', ...sorts }
  return createRegistry().use(plugin).freeze()
}

const data = dataset([
  ['x', numeric([1, 2])],
  ['c', categorical(['a', 'b'])],
])
const rng = seededRng(1)
const build = (registry: Registry, columns = ['x']): Promise<unknown> =>
  buildService({ registry, service: 'bad/service', data, columns, rng })
const ask = async (registry: Registry): Promise<Answer> =>
  (await openService(registry, 'bad/service', good)).ask({ ask: 'count', columns: [] })
const dimension = { ...categorical(['a', 'b']), ordered: false }
const cells = { dimensions: [dimension], counts: Int32Array.of(1, 2), values: Float64Array.of(1, 2), equations: [] }
const protect = (registry: Registry): Promise<unknown> =>
  applyTableMethod({ registry, method: 'bad/table', table: cells, rng })
const attack = (registry: Registry): Promise<unknown> =>
  runAttack({ registry, attack: 'bad/attack', released: data, known: new Map(), columns: ['x'], roles: noRoles, rng })

const mask = (registry: Registry): Promise<unknown> =>
  runSteps({ registry, original: data, steps: [parseStep({ use: 'bad/method', columns: ['x'] })], rng })

describe('a plugin that breaks the contract', () => {
  const status = new Uint8Array(2)
  it.each<[string, object, (registry: Registry) => Promise<unknown>]>([
    ['builds nothing', { saved: undefined }, build],
    ['builds without a format', { saved: { ...good, format: '' } }, build],
    ['builds what cannot be saved', { saved: { ...good, arrays: new Map([['a', [1]]]) } }, build],
    ['answers nothing', { answer: undefined }, ask],
    ['answers no number', { answer: { value: Number.NaN } }, ask],
    ['refuses without a reason', { answer: { value: null } }, ask],
    ['has an interval that ends before it begins', { answer: { value: 1, interval: [2, 1] } }, ask],
    ['judges no cell', { result: {} }, protect],
    ['judges one cell too many', { result: { status: new Uint8Array(3) } }, protect],
    ['has a status of its own', { result: { status: Uint8Array.of(0, 3) } }, protect],
    ['shows an infinite value', { result: { status, values: Float64Array.of(1, Infinity) } }, protect],
    [
      'computes an empty interval',
      { result: { status, intervals: { low: Float64Array.of(0, 3), high: Float64Array.of(1, 2) } } },
      protect,
    ],
    ['reports in an object', { result: { status, report: { unprotected: 0 } } }, protect],
    ['warns in one text', { result: { status, warnings: 'a warning' } }, protect],
    ['measures no number', { measurement: { value: Number.NaN, used: 1 } }, attack],
    ['measures nothing without a reason', { measurement: { value: null, used: 0 } }, attack],
    ['measures columns in an object', { measurement: { value: 1, used: 1, columns: { x: 1 } } }, attack],
    ['has a table that is none', { measurement: { value: 1, used: 1, tables: new Map([['t', [1]]]) } }, attack],
    ['reports in an object what it masked', { masked: { report: { a: 1 } } }, mask],
    ['reports a list', { masked: { report: new Map([['a', ['b']]]) } }, mask],
    ['publishes a column without its table', { masked: { publish: new Map([['a', numeric([1])]]) } }, mask],
    ['warns of no text', { masked: { warnings: [1] } }, mask],
    ['protects by one name', { masked: { protects: 'x' } }, mask],
  ])('%s: BAD_PLUGIN, with its name', async (_, does, run) => {
    await expect(run(registryOf(does))).rejects.toMatchObject({ code: 'BAD_PLUGIN', place: { plugin: 'bad' } })
  })

  it('a plugin that keeps it passes', async () => {
    const registry = registryOf({
      answer: { value: null, refused: 'too few' },
      // A suppressed cell needs no value.
      result: { status: Uint8Array.of(0, 1), values: Float64Array.of(1, Number.NaN) },
      measurement: { value: 0, used: 0 },
    })
    await expect(build(registry)).resolves.toMatchObject({ columns: ['x'], saved: good })
    await expect(ask(registry)).resolves.toEqual({ value: null, refused: 'too few' })
    await expect(protect(registry)).resolves.toMatchObject({ method: { id: 'bad/table' } })
    await expect(attack(registry)).resolves.toMatchObject({ measurement: { value: 0 } })
    // Its traits apply to the columns, too: this service takes numbers.
    await expect(build(registry, ['c'])).rejects.toMatchObject({
      code: 'NOT_NUMERIC',
      place: { column: 'c' },
    })
  })
})
