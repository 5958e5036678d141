import {
  categorical,
  createRegistry,
  dataset,
  defineMethod,
  definePlugin,
  measureInput,
  numeric,
  numericValues,
  refParam,
  seededRng,
  takeRows,
  type Column,
} from '@sdc/core'
import { groupsOf, parseStep, runSteps } from '@sdc/engine'
import { correlationMetric } from '@sdc/metrics'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import standard from '../index.js'

/** Turns every column but the first upside down, and reports the loss that its parameter names. */
const turning = defineMethod({
  id: 'test/turning',
  title: 'Turning',
  summary: 'Turns columns upside down.',
  formula: 'y = −x',
  source: [{ where: 'this test' }],
  traits: { scope: 'cell' },
  params: z.object({
    loss: refParam('metric', { kind: 'loss', default: 'loss/correlation', description: 'What is reported.' }),
  }),
  async apply({ data, columns, params: { loss }, measure, session }) {
    const turned = (name: string): Column =>
      numeric(numericValues(data, name).map((x, i) => (i % 3 === 0 ? 2 - x : -x)))
    const masked = new Map(columns.map((name) => [name, turned(name)]))
    const report = new Map([
      ['measured', (await measure(loss, masked)).value ?? Number.NaN],
      ['session', (await session(loss, masked)).value],
    ])
    return { files: [{ columns: masked }], report }
  },
})

describe('a method that measures', () => {
  it('measures its group against the originals of the group, not of the file', async () => {
    const rng = seededRng('group')
    const n = 90
    const x = Float64Array.from({ length: n }, () => rng.normal())
    // In one region y follows x, in the other it goes against it: over the whole file there is next to no correlation.
    const original = dataset([
      ['region', categorical(Array.from(x, (_, i) => (i % 3 === 0 ? 'north' : 'south')))],
      ['x', numeric(x)],
      ['y', numeric(x.map((value, i) => (i % 3 === 0 ? value : -value) + rng.normal() / 2))],
    ])
    const plugin = definePlugin({ name: 'test', version: '1.0.0', sdc: '^1', methods: [turning] })
    const { files, reports } = await runSteps({
      registry: createRegistry()
        .use([...standard, plugin])
        .freeze(),
      original,
      steps: [parseStep({ use: 'test/turning', columns: ['y', 'x'], by: ['region'] })],
      rng: seededRng(1),
    })
    const groups = groupsOf(original, ['region'])
    expect(reports).toHaveLength(2)
    for (const [g, { rows }] of groups.entries()) {
      const [before, after] = [original, files[0].data].map((file) => takeRows(file, rows))
      const input = measureInput(before, after, { params: {}, columns: ['x', 'y'] })
      const { value } = await correlationMetric.measure(input)
      expect(value).toBeGreaterThan(0)
      expect(reports[g].values.get('measured')).toBe(value)
      expect(reports[g].values.get('session')).toBeCloseTo(value ?? Number.NaN, 12)
    }
  })
})
