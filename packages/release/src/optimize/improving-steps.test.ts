import { asInfo } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseComparePlan, parsePlan, type StepPlan } from '@sdc/engine'
import { compareFile } from '@sdc/search'
import { readDocument, readTable } from '@sdc/inspect'
import { dropped, filesOf, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { produce, type ProduceOptions } from '../release/produce.js'
import { readPlan, replayFrom } from '../release/replay.js'

/** 90 records of two regions, two correlated skewed columns, one with zeros, and an identifier. */
const lines = Array.from({ length: 90 }, (_, i) => {
  const x = 10 + ((i * i * 31) % 97)
  return `p${i},${['north', 'south'][i % 2]},${x},${2 * x + ((i * 17) % 23)},${i % 3 === 0 ? 0 : (i * 13) % 41}`
})
const file = dropped('p.csv', `id,region,x,y,z\n${lines.join('\n')}\n`)
const schema = parsePlan({
  schema: {
    columns: {
      id: { role: 'identifier' },
      region: { role: 'non-confidential' },
      ...Object.fromEntries(['x', 'y', 'z'].map((name) => [name, { role: 'confidential' }])),
    },
  },
}).schema
const source = readTable(file, schema)
const data = { source, bytes: (): Uint8Array => file.content as Uint8Array }
const noise = { use: 'noise/additive', params: { relativeVariance: 0.3 } }
const improving: readonly (readonly [string, readonly unknown[]])[] = [
  ['post-masking optimisation', [noise, { use: 'optimize/post-mask', params: { maxSteps: 2000 } }]],
  [
    'post-masking optimisation in groups',
    [noise, { use: 'optimize/post-mask', by: ['region'], params: { maxSteps: 2000 } }],
  ],
  ['permutations', [noise, 'reverse-map/rank', { use: 'optimize/permute', params: { maxProposals: 20000 } }]],
  [
    'permutations in groups',
    [
      { ...noise, given: [] },
      { use: 'reverse-map/rank', by: ['region'] },
      { use: 'optimize/permute', by: ['region'], given: [], params: { maxProposals: 20000 } },
    ],
  ],
  [
    'both',
    [
      noise,
      { use: 'optimize/post-mask', params: { maxSteps: 2000 } },
      'reverse-map/rank',
      { use: 'optimize/permute', params: { maxProposals: 20000 } },
    ],
  ],
]
const stepsOf = (steps: readonly unknown[]): readonly StepPlan[] => parsePlan({ steps }).steps

describe('a plan with steps that improve', () => {
  it.each(improving)(
    'is released by %s: the public manifest names no such step, the private one replays it',
    async (_, plan) => {
      const options: ProduceOptions = {
        steps: stepsOf(plan),
        schema,
        release: true,
        out: 'public.csv',
        private: 'keep.json',
        maxUnchanged: 100,
        acceptOpen: ['region'],
      }
      const { artefacts, result } = await produce(data, options, registry)
      expect(result.columns).toEqual(['x', 'y', 'z'])
      const manifest = textIn(filesOf(artefacts, 'public-manifest')[0])
      expect(JSON.parse(manifest)).toMatchObject({ methods: ['noise/additive'], records: 'in random order' })
      expect(manifest).not.toMatch(/optimize|permute|post-mask|reverse|target|bounds|score|0\.3/)
      const { plan: held, manifest: keep } = readPlan(filesOf(artefacts, 'private-manifest')[0])
      if (!keep) throw new Error('a private file is a manifest')
      const replay = replayFrom(keep, data.bytes())
      const again = await produce(data, { steps: held.steps, schema: held.schema, out: 'again.csv', replay }, registry)
      expect(again.messages.at(-1)).toEqual(asInfo('the replay equals the file of the run, bit for bit'))
    },
  )

  it('lists the attacks it enables in a public manifest with parameters', async () => {
    const options = { steps: stepsOf(improving[2][1]), schema, seed: '1', out: 'a.csv', publishParams: true }
    const { artefacts } = await produce(data, options, registry)
    const { parameters } = readDocument(filesOf(artefacts, 'public-manifest')[0]) as {
      parameters: { use: string; enables: string[] }[]
    }
    const permute = parameters.find(({ use }) => use === 'optimize/permute')
    expect(permute?.enables.join(' ')).toMatch(/released correlations/)
  })

  it('keeps every distribution, in every group, if values only change places', async () => {
    for (const [, plan] of improving.slice(2)) {
      const { result } = await produce(data, { steps: stepsOf(plan), schema, seed: '1' }, registry)
      for (const name of ['x', 'y', 'z']) {
        const sorted = [source.dataset, result.files[0].data].map((one) => {
          const column = one.column(name)
          return column.kind === 'numeric' ? [...column.values].sort((a, b) => a - b) : []
        })
        expect(sorted[1]).toEqual(sorted[0])
      }
    }
  })

  it('is tried by a comparison after its candidates', async () => {
    const compare = parseComparePlan({
      columns: ['x', 'y', 'z'],
      replicates: 1,
      axes: { risk: 'risk/dr-combine', loss: 'loss/il-score' },
      candidates: [{ use: 'noise/additive', grid: { relativeVariance: [0.1, 0.5] } }],
      then: [
        [],
        [{ use: 'optimize/post-mask', params: { maxSteps: 1000 } }],
        ['reverse-map/rank', { use: 'optimize/permute', params: { maxProposals: 10000 } }],
      ],
    })
    const { result, artefacts } = await compareFile(
      source.dataset,
      { compare, seed: '3', schema, data: 'p.csv' },
      registry,
    )
    expect(result.rows.map(({ then }) => then.join(' + ')).sort()).toEqual(
      ['', 'optimize/post-mask', 'reverse-map/rank + optimize/permute'].flatMap((one) => [one, one]),
    )
    expect(result.rows.filter(({ error }) => error !== undefined)).toEqual([])
    const chosen = result.rows.find((row) => row.chosen)
    const { plan } = readPlan(filesOf(artefacts, 'plan')[0])
    expect(plan.steps.map(({ use }) => use)).toEqual([chosen?.use, ...(chosen?.then ?? [])])
    const made = await produce(data, { steps: plan.steps, schema, seed: '3' }, registry)
    expect(made.artefacts[0].kind).toBe('masked')
  })
})
