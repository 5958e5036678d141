import {
  createRegistry,
  defineMethod,
  definePlugin,
  SdcError,
  type MaskInput,
  type MaskingMethod,
  type Registry,
  type Traits,
} from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { standardRegistry } from '../../stage-context.js'
import { measureOperation } from './measure-operation.js'
import { smallGrid } from '../grid.js'
import type { Operation, Outcome } from '../operation.js'
import { overviewOperations } from '../overview.js'

const traits: Partial<Traits> = { scope: 'column' }

/** A registry with one more method, which inspects its input and does nothing. */
function withMethod(own: Partial<Traits>, look: (input: MaskInput<unknown>) => void): Registry {
  const method: MaskingMethod = defineMethod({
    id: 'test/one',
    title: 'test',
    summary: 'test',
    formula: 'y = x',
    source: [{ where: 'this test' }],
    traits: { ...traits, ...own },
    // A schema without parameters.
    params: standardRegistry().get('metrics', 'risk/rank-correlation').params,
    plan: () => ({
      form: 'file',
      mask(input) {
        look(input)
        return { files: [{ columns: new Map() }] }
      },
    }),
  })
  return createRegistry()
    .use(standard)
    .use(definePlugin({ name: 'test', version: '1.0.0', sdc: '^1', methods: [method] }))
    .freeze()
}

const operation: Operation = { kind: 'method', id: 'test/one', data: 'artificial', n: 50, d: 3, params: {} }
const measure = (registry: Registry, one = operation): Promise<Outcome> =>
  measureOperation(registry, one, 'once', () => {})

describe('measureOperation', () => {
  const registry = standardRegistry()
  const small = [...smallGrid(registry, 60), ...overviewOperations(registry, { methods: [60], metrics: [60] })]
  it.each(small)('measures $kind $id on $data data', async (one) => {
    let ready = 0
    const outcome = await measureOperation(registry, one, 'once', () => ready++)
    expect(outcome).toMatchObject({ status: 'measured', runs: 1 })
    expect(ready).toBe(1)
  })

  it('repeats a short run, after a warm-up', async () => {
    let runs = 0
    const outcome = await measureOperation(
      withMethod({}, () => runs++),
      operation,
      'full',
      () => {},
    )
    expect(outcome).toMatchObject({ status: 'measured', runs: expect.any(Number) })
    const measured = outcome.status === 'measured' ? outcome.runs : 0
    expect(measured).toBeGreaterThan(2)
    expect(runs).toBeGreaterThan(measured + 2)
  })

  it('stops after a first run that is short enough, and not after a longer one', async () => {
    let runs = 0
    const counting = withMethod({}, () => runs++)
    const within = (enough: number): Promise<Outcome> =>
      measureOperation(counting, operation, 'quick', () => {}, enough)
    expect(await within(60)).toMatchObject({ status: 'measured', runs: 1 })
    expect(runs).toBe(1)
    expect(await within(0)).toMatchObject({ status: 'measured', runs: expect.any(Number) })
    expect(runs).toBeGreaterThan(4)
  })

  it('gives a method the input that its traits require', async () => {
    const seen: MaskInput<unknown>[] = []
    await measure(
      withMethod({ accepts: ['ordered', 'nominal'], given: 'required', postMasking: false }, (input) =>
        seen.push(input),
      ),
    )
    const { data, columns, given, original } = seen[0]
    expect(columns).toHaveLength(3)
    expect(given).toHaveLength(2)
    expect(data).toBe(original)
    expect(columns.map((name) => data.column(name).kind)).toEqual(['categorical', 'categorical', 'categorical'])
    expect(given.map((name) => data.column(name).kind)).toEqual(['numeric', 'numeric'])
    for (const name of columns) {
      const column = data.column(name)
      // 50 records in 8 categories of about equal size.
      expect(column.kind === 'categorical' && new Set(column.codes).size).toBe(8)
    }
  })

  it('gives a post-masking method a masked file', async () => {
    const seen: MaskInput<unknown>[] = []
    await measure(withMethod({ postMasking: true }, (input) => seen.push(input)))
    const { data, original, columns } = seen[0]
    expect(columns).toEqual([...columns].sort())
    expect(data.column(columns[0])).not.toEqual(original.column(columns[0]))
  })

  it('distinguishes a refusal from a bug', async () => {
    const refusing = withMethod({}, () => {
      throw new SdcError('TOO_FEW_RECORDS', 'it wants more records')
    })
    expect(await measure(refusing)).toEqual({ status: 'refused', why: 'it wants more records' })
    const broken = withMethod({}, () => {
      throw new Error('a bug')
    })
    expect(await measure(broken)).toMatchObject({ status: 'failed', why: expect.stringContaining('a bug') })
  })
})
