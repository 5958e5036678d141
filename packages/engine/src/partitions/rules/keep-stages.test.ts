import {
  BLOCK,
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  type Column,
  type Dataset,
  type Sink,
} from '@sdc/core'
import { ruleFindings } from '@sdc/rules'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import type { FileSchema } from '../../plan/plan.js'
import { parseStep } from '../../plan/plan.js'
import { replicateRng, runSteps } from '../../run/run.js'
import { rolesOf } from '../../bind/roles.js'
import { runInParts } from '../run-in-parts.js'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'

const ROWS = BLOCK + 300
const registry = createRegistry().use(standard).freeze()

const drawn = (name: string): Float64Array =>
  fillByBlocks(seededRng('rules in parts').child(name), new Float64Array(ROWS), (rng, part) => rng.fillNormal(part))

const wage = drawn('wage').map((z) => (z < -1 ? Number.NaN : Math.round(1000 + 300 * z)))
const rent = drawn('rent').map((z) => Math.max(0, Math.round(100 * z) / 100))
const cents = (value: number): number => Math.round(100 * value) / 100

const original: Dataset = dataset([
  ['total', numeric(wage.map((value, i) => cents(value + rent[i])))],
  ['wage', numeric(wage)],
  ['rent', numeric(rent)],
  ['tax', numeric(drawn('tax').map((z, i) => cents(Math.abs(z) * 0.1 * (Number.isNaN(wage[i]) ? 1 : wage[i]))))],
  ['age', numeric(drawn('age').map((z) => Math.round(Math.abs(30 + 20 * z))))],
  [
    'married',
    {
      kind: 'categorical',
      codes: Int32Array.from(drawn('age'), (z) => (Math.abs(30 + 20 * z) < 15.5 ? 0 : 1)),
      levels: ['no', 'yes'],
      ordered: false,
    },
  ],
])

const rules = ['total = wage + rent', 'tax <= wage', 'rent >= 0', 'if age < 15 then married = "no"']
const schemaOf = (brokenRules: FileSchema['brokenRules']): FileSchema => ({
  rules,
  brokenRules,
  columns: { wage: { min: 0 }, age: { integer: true, min: 0 } },
})

const steps = [
  parseStep({ use: 'noise/additive', columns: ['wage', 'rent', 'tax', 'age'], missing: 'keep' }),
  parseStep({ use: 'categorical/pram', columns: ['married'] }),
]

describe('rules of a schema', () => {
  it.each(['auto', 'repair', 'report'] as const)(
    '%s: bytes and facts out of core equal those in memory',
    async (policy) => {
      const schema = schemaOf(policy)
      const rng = replicateRng(seededRng('kept'))
      const memory = await runSteps({ registry, original, schema, steps, rng })
      const values = new Map<string, number[]>()
      const sink: Sink = {
        async write(_part, _range, blocks) {
          for await (const { block, data } of blocks)
            for (const name of data.names) {
              const own = values.get(name) ?? []
              cellsOf(data.column(name)).forEach((value, i) => (own[block.first + i] = value))
              values.set(name, own)
            }
        },
        close: () => Promise.resolve(),
      }
      const parts = await runInParts({
        registry,
        source: sourceOf(original),
        sink,
        store: memoryStore(),
        schema,
        steps,
        rng,
        partBlocks: 1,
        ranges: 3,
      })
      const [{ data }] = memory.files
      for (const name of data.names) expect(values.get(name), name).toEqual([...cellsOf(data.column(name))])
      expect(parts.columns).toEqual(memory.columns)
      expect(parts.warnings).toEqual(memory.warnings)
      expect(parts.ruled).toEqual(memory.ruled)
      expect(parts.kept).toEqual(memory.kept)
      const found = ruleFindings(original, [{ data }], rolesOf(original, schema))
      expect(found?.kept).toHaveLength(4)
      if (policy === 'report') expect(found?.broken).toBeGreaterThan(1000)
      else expect(found?.broken).toBe(0)
      expect(memory.ruled?.hold).toHaveLength(policy === 'report' ? 0 : 4)
      if (policy === 'auto') expect(memory.ruled?.computed).toEqual(['total'])
      if (policy === 'auto') expect(memory.columns).toContain('total')
    },
    60_000,
  )

  it('refuses a rule that leaves only the original values to masked columns', async () => {
    const schema: FileSchema = { rules: ['total = wage + rent'], columns: {} }
    const only = [parseStep({ use: 'noise/additive', columns: ['total'], missing: 'keep' })]
    await expect(runSteps({ registry, original, schema, steps: only, rng: seededRng('x') })).rejects.toThrow(
      /"total = wage \+ rent" leaves \d+ masked records no values but their original ones/,
    )
  })

  it('refuses exchanges out of core', async () => {
    const sink: Sink = { write: () => Promise.resolve(), close: () => Promise.resolve() }
    const schema = schemaOf('exchange')
    const rng = seededRng('x')
    const run = runInParts({
      registry,
      source: sourceOf(original),
      sink,
      store: memoryStore(),
      schema,
      steps,
      rng,
      partBlocks: 1,
      ranges: 1,
    })
    await expect(run).rejects.toThrow(/exchange does not run out of core/)
  })

  it('keeps the values of numbers that share no step', async () => {
    const [b, c] = [drawn('wage').slice(0, 500), drawn('rent').slice(0, 500)]
    const data = dataset([
      ['a', numeric(b.map((z, i) => z + c[i]))],
      ['b', numeric(b)],
      ['c', numeric(c)],
    ])
    const schema: FileSchema = { rules: ['a = b + c'], brokenRules: 'repair', columns: {} }
    for (const precision of ['auto', 'full'] as const) {
      const noise = [parseStep({ use: 'noise/additive', columns: ['b', 'c'], precision })]
      const run = await runSteps({ registry, original: data, schema, steps: noise, rng: seededRng('x') })
      expect(ruleFindings(data, run.files, { rules: ['a = b + c'] })?.broken).toBe(0)
      expect(numericValues(run.files[0].data, 'a')).toEqual(numericValues(data, 'a'))
    }
  })
})

const cellsOf = (column: Column): Float64Array | Int32Array =>
  column.kind === 'numeric' ? column.values : column.codes
