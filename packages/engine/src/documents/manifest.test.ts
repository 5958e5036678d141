import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { categorical, dataset, keyedRng, numeric, numericValues, seededRng, type Dataset, type Rng } from '@sdc/core'
import { registry } from '../testing/fake-methods.js'
import { parseFileSchema, parseStep } from '../plan/plan.js'
import { release } from '../release/release.js'
import { replicateRng, runSteps } from '../run/run.js'
import { publicManifest, sha256Hex } from './manifest.js'
import type { RunRecord } from './run-record.js'
import {
  isPrivateManifest,
  originOf,
  parsePrivateManifest,
  privateManifest,
  replayOf,
  type PrivateManifest,
} from './private-manifest.js'
import { sealed } from './seal.js'

const names = Array.from({ length: 40 }, (_, i) => `person ${i}`)
const original: Dataset = dataset([
  ['name', categorical(names)],
  ['income', numeric(names.map((_, i) => i * i + 1))],
  ['age', numeric(names.map((_, i) => 20 + (i % 7)))],
])
const schema = parseFileSchema({
  columns: { name: { role: 'identifier' }, income: { role: 'confidential' }, age: { role: 'quasi-identifier' } },
})
const steps = [
  parseStep({ use: 'fake/noise', params: { share: 0.3 } }),
  parseStep({ use: 'fake/groups', params: { k: 4 } }),
]
const bytes = (data: Dataset): Uint8Array =>
  new TextEncoder().encode(
    data.names
      .map((name) => (data.column(name).kind === 'numeric' ? [...numericValues(data, name)].join() : ''))
      .join(';'),
  )
const input = new TextEncoder().encode('the bytes of the input')

async function made(root: Rng): Promise<{ record: RunRecord; data: Dataset; origin: Int32Array }> {
  const run = await runSteps({ registry, original, schema, steps, rng: replicateRng(root) })
  const { data, origin } = root.state.source === 'chacha20' ? release(run.files[0], schema, root) : run.files[0]
  const record = {
    registry,
    steps,
    schema,
    root,
    released: root.state.source === 'chacha20',
    input,
    outputs: [{ sha256: sha256Hex(bytes(data)), origin }],
    reports: run.reports,
  }
  return { record, data, origin }
}

describe('released files', () => {
  it('drop identifiers and put the records in random order, which only the holder knows', async () => {
    const { data, origin } = await made(keyedRng())
    expect(data.names).toEqual(['income', 'age'])
    expect([...origin].sort((a, b) => a - b)).toEqual(names.map((_, i) => i))
    // Probability of the same order by chance: 1/40!.
    expect([...origin]).not.toEqual(names.map((_, i) => i))
  })

  it('refuse a seed', async () => {
    const run = await runSteps({ registry, original, schema, steps, rng: replicateRng(seededRng(1)) })
    expect(() => release(run.files[0], schema, seededRng(1))).toThrow(/keyed source/)
  })
})

describe('publicManifest', () => {
  it('has nothing that replays the run or confirms a guess', async () => {
    const { record, data } = await made(keyedRng())
    const text = JSON.stringify(publicManifest(record))
    const secrets = [privateManifest(record).key, sha256Hex(input), '0.3', '"k"', '"share"', 'origin']
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(publicManifest(record)).toMatchObject({
      randomness: 'keyed',
      records: 'in random order',
      methods: ['fake/noise', 'fake/groups'],
    })
    expect(publicManifest(record).outputSha256).toEqual([sha256Hex(bytes(data))])
  })

  it('publishes parameters only on request, with the attacks that they enable', async () => {
    const { record } = await made(keyedRng())
    const { parameters } = publicManifest(record, true)
    expect(parameters?.map(({ params }) => params)).toMatchObject([{ share: 0.3 }, { k: 4 }])
    expect(parameters?.[0].enables).toEqual(registry.get('methods', 'fake/noise').enables)
    expect(parameters?.[0].enables.join()).toMatch(/knows the standard deviation/)
  })

  it('says that a file is reverse-mapped, which enables an attack, only if parameters are published', async () => {
    const { record } = await made(keyedRng())
    const mapped = { ...record, steps: [...steps, parseStep('fake/reverse')] }
    expect(publicManifest(mapped)).toEqual(publicManifest(record))
    expect(JSON.stringify(publicManifest(mapped))).not.toMatch(/reverse|map/)
    const said = publicManifest(mapped, true)
    expect(said.methods.at(-1)).toBe('fake/reverse')
    expect(said.parameters).toHaveLength(3)
    expect(said.plugins.map(({ name }) => name)).toContain('shapes')
    // A replay needs that plugin, too.
    expect(privateManifest(mapped).plugins).toEqual(said.plugins)
  })

  it('publishes what users of the file need for their estimates, only on request', async () => {
    const labels = Array.from({ length: 60 }, (_, i) => ['a', 'b', 'c'][(i * i) % 3])
    const file = dataset([['__proto__', categorical(labels)]])
    const relabel = [parseStep({ use: 'fake/relabel', columns: ['__proto__'] })]
    const run = await runSteps({ registry, original: file, steps: relabel, rng: replicateRng(seededRng(1)) })
    const [{ data, origin }] = run.files
    const outputs = [{ sha256: sha256Hex(bytes(data)), origin }]
    const root = seededRng(1)
    const record = { registry, steps: relabel, root, released: false, input, outputs, reports: run.reports }
    expect(JSON.stringify(publicManifest(record))).not.toMatch(/records of|published/)
    const { published } = JSON.parse(JSON.stringify(publicManifest(record, true))) as ReturnType<typeof publicManifest>
    expect(published).toHaveLength(1)
    const [{ step, name, value }] = published ?? []
    expect([step, name]).toEqual(['fake/relabel', 'records of __proto__'])
    // A square has the remainder 0 for one number in three, else 1.
    const columns = typeof value === 'object' ? value.columns : []
    expect(columns).toEqual([
      ['a', 'b'],
      [20, 40],
    ])
  })

  it('says that a seeded file is not for release', async () => {
    expect(publicManifest((await made(seededRng(1))).record).randomness).toBe('seeded: not for release')
  })
})

function resealed(manifest: PrivateManifest): unknown {
  const { mac: _, ...rest } = manifest
  return sealed(rest, hexToBytes(rest.key))
}

describe('privateManifest', () => {
  it('replays bit for bit, and only its own input', async () => {
    for (const root of [keyedRng(), seededRng('s')]) {
      const { record, data, origin } = await made(root)
      const manifest = parsePrivateManifest(JSON.parse(JSON.stringify(privateManifest(record))))
      const again = replayOf(manifest, input)
      const run = await runSteps({
        registry,
        original,
        schema: again.plan.schema,
        steps: again.plan.steps,
        rng: replicateRng(again.root),
      })
      const file = manifest.released ? release(run.files[0], again.plan.schema, again.root) : run.files[0]
      expect(bytes(file.data)).toEqual(bytes(data))
      expect(file.origin).toEqual(origin)
      expect(() => replayOf(manifest, new TextEncoder().encode('the bytes of another'))).toThrow(/not the input/)
    }
  })

  it('has the origins of its own files only', async () => {
    const { record, data, origin } = await made(keyedRng())
    const manifest = privateManifest(record)
    expect(originOf(manifest, bytes(data))).toEqual(Array.from(origin, (row) => row + 1))
    expect(() => originOf(manifest, input)).toThrow(/does not belong to the private file/)
  })

  it('has the groups that the methods report', async () => {
    const { groups } = privateManifest((await made(keyedRng())).record)
    const labels = groups.find(({ step }) => step === 'fake/groups')?.labels ?? []
    const sizes = new Map<unknown, number>()
    for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
    expect(labels).toHaveLength(40)
    expect([...sizes.values()].every((size) => size >= 4 && size < 8)).toBe(true)
  })

  it('is recognised, and refused if it is damaged', async () => {
    const manifest = privateManifest((await made(keyedRng())).record)
    expect(isPrivateManifest(manifest)).toBe(true)
    expect(isPrivateManifest({ steps: [] })).toBe(false)
    expect(() => parsePrivateManifest({ ...manifest, key: 'ab' })).toThrow(/key/)
  })

  it('is refused if it was edited, whatever its columns are called', async () => {
    const { record } = await made(keyedRng())
    const columns = new Map(['1990', '__proto__', 'x'].map((name) => [name, 'a'.repeat(64)]))
    const outputs = record.outputs.map((output) => ({ ...output, columns }))
    const text = JSON.stringify(privateManifest({ ...record, outputs }))
    expect(Object.keys(parsePrivateManifest(JSON.parse(text)).outputs[0].columns ?? {})).toHaveLength(3)
    for (const [was, is] of [
      ['"released":true', '"released":false'],
      ['"a'.padEnd(65, 'a'), '"b'.padEnd(65, 'a')],
      ['"groups":[', '"groups":[{"step":"s","group":"","name":"n","labels":[]},'],
    ]) {
      expect(text).toContain(was)
      const edited: unknown = JSON.parse(text.replace(was, is))
      expect(() => parsePrivateManifest(edited)).toThrow('the private file was edited after it was written')
    }
    const { mac: _, ...open }: Record<string, unknown> = JSON.parse(text)
    expect(() => parsePrivateManifest(open)).toThrow(/mac/)
  })

  it('is refused with a sentence if it has another contract, whatever else it contains', async () => {
    const manifest = privateManifest((await made(keyedRng())).record)
    for (const contract of ['1.0.0', '1.7.1'])
      expect(parsePrivateManifest(resealed({ ...manifest, contract }))).toMatchObject({ contract })
    const other = { ...manifest, contract: '2.0.0', limits: [] }
    expect(() => parsePrivateManifest(other)).toThrow(/has contract 2\.0\.0, but this program has 1/)
    const later = { ...manifest, format: 'sdc private manifest 2' }
    expect(isPrivateManifest(later)).toBe(true)
    expect(() => parsePrivateManifest(later)).toThrow(/has the form "sdc private manifest 2"/)
  })
})
