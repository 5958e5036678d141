import { asInfo, messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '@sdc/engine'
import { bytesOf, readSchema, readDocument, readTable, refuseDifferent } from '@sdc/inspect'
import { bytesOfPeople, dropped, filesOf, people, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { matchRecords } from '../match/match-records.js'
import { schemaOfOrigin } from '../match/origin-file.js'
import { maskSteps } from './mask-steps.js'
import { produce, type ProduceOptions } from './produce.js'
import { checkPlanRun, readPlan, replayFrom } from './replay.js'

const schema = readSchema(dropped('s.yaml', 'columns: { id: { role: identifier }, region: { kind: categorical } }'))
const source = readTable(people(), schema)
const data = { source, bytes: bytesOfPeople }
const steps = maskSteps(registry, { method: 'microaggregation/mdav', columns: ['income', 'tax'], set: ['k=5'] })
const run = (options: Partial<ProduceOptions>): ReturnType<typeof produce> =>
  produce(data, { steps, schema, ...options }, registry)

describe('a release in memory', () => {
  it('is a masked file with its manifests, and only the private one links it to its original', async () => {
    const { artefacts, messages } = await run({ release: true, out: 'public.csv', private: 'keep.json' })
    expect(artefacts.map(({ kind, name }) => [kind, name])).toEqual([
      ['masked', 'public.csv'],
      ['public-manifest', 'public.manifest.json'],
      ['private-manifest', 'keep.json'],
    ])
    const [file] = filesOf(artefacts, 'masked')
    const [manifest] = filesOf(artefacts, 'public-manifest')
    const [keep] = filesOf(artefacts, 'private-manifest')
    expect(readDocument(manifest)).toMatchObject({
      records: 'in random order',
      outputSha256: [sha256Hex(bytesOf(file.content))],
    })
    expect(messages).toContainEqual(asInfo('dropped identifiers: id'))
    expect(messages).toContainEqual(asInfo('wrote public.csv and public.manifest.json; keep keep.json secret'))

    const masked = readTable(file).dataset
    expect(masked.names).toEqual(['region', 'income', 'tax'])
    expect(() => matchRecords(source.dataset, masked, { file, manifests: [manifest] })).toThrow(/in random order/)
    const { matching, origin } = matchRecords(source.dataset, masked, { file, origin: keep })
    expect(matching).toBe('origin')
    expect([...origin].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i))
    const [was, is] = [source.dataset.column('region'), masked.column('region')]
    if (was.kind !== 'categorical' || is.kind !== 'categorical') throw new Error('regions are categories')
    expect(Array.from(origin, (row) => was.levels[was.codes[row]])).toEqual(
      Array.from(is.codes, (code) => is.levels[code]),
    )
    expect(schemaOfOrigin(keep)).toEqual(schema)
  })

  it('is replayed with the same bytes from its private file, and refuses another input', async () => {
    const first = await run({ release: true, out: 'public.csv', private: 'keep.json' })
    const { plan, manifest } = readPlan(filesOf(first.artefacts, 'private-manifest')[0])
    if (!manifest) throw new Error('a private file is a manifest')
    const replay = replayFrom(manifest, bytesOfPeople())
    const again = await run({ steps: plan.steps, schema: plan.schema, out: 'again.csv', replay })
    expect(textIn(filesOf(again.artefacts, 'masked')[0])).toBe(textIn(filesOf(first.artefacts, 'masked')[0]))
    expect(again.messages.at(-1)).toEqual(asInfo('the replay equals the file of the run, bit for bit'))
    const other = dropped('other.csv', 'a\n1\n').content
    expect(() => replayFrom(manifest, bytesOf(other))).toThrow(expect.objectContaining({ code: 'WRONG_INPUT' }))

    const changed = { ...manifest, outputs: [{ ...manifest.outputs[0], sha256: '0'.repeat(64) }] }
    const differs = await run({ schema: plan.schema, out: 'x.csv', replay: { ...replay, manifest: changed } })
    expect(differs.replayed?.same).toBe(false)
    expect(differs.artefacts.map(({ kind }) => kind)).toEqual(['masked'])
    expect(() => refuseDifferent(differs.replayed)).toThrow(expect.objectContaining({ code: 'REPLAY_DIFFERS' }))
    const printed = await run({ schema: plan.schema, replay: { ...replay, manifest: changed } })
    expect(printed.replayed?.same).toBe(false)
  })

  it('needs a private file and refuses a seed', async () => {
    const bad = (options: Partial<ProduceOptions>): Promise<unknown> =>
      expect(run(options)).rejects.toMatchObject({ code: 'BAD_OPTION' })
    await bad({ release: true, out: 'x.csv' })
    await bad({ release: true, out: 'x.csv', private: 'k.json', seed: '1' })
    await bad({ private: 'k.json' })
  })
})

describe('a run in memory', () => {
  it('without names gives the masked file alone, to be printed', async () => {
    const { artefacts, messages } = await run({ seed: '1' })
    expect(artefacts).toHaveLength(1)
    expect(artefacts[0]).toMatchObject({ kind: 'masked', name: undefined })
    const lines = textIn(artefacts[0]).split('\r\n')
    const before = textIn(people()).split('\r\n')
    // The unmasked columns are unchanged, byte for byte.
    const kept = (line: string): string => line.split(',').slice(0, 2).join(',')
    expect(lines.map(kept)).toEqual(before.map(kept))
    expect(lines).not.toEqual(before)
    expect(messages.map(messageText).join('\n')).not.toContain('wrote')
  })

  it('reads the bytes of the input only for a private file', async () => {
    let asked = 0
    const counted = { source, bytes: () => (asked++, bytesOfPeople()) }
    await produce(counted, { steps, schema, out: 'x.csv' }, registry)
    expect(asked).toBe(0)
    await produce(counted, { steps, schema, out: 'x.csv', private: 'k.json' }, registry)
    expect(asked).toBe(1)
  })

  it('writes the groups of records that were masked together, if the method forms groups', async () => {
    const { artefacts } = await run({ seed: '1', groups: 'groups.csv' })
    const groups = readTable(filesOf(artefacts, 'groups')[0]).dataset
    expect(groups.rows).toBe(60)
    const noise = maskSteps(registry, { method: 'noise/additive', columns: ['income'] })
    await expect(run({ steps: noise, groups: 'groups.csv' })).rejects.toThrow(/no groups to write/)
  })

  it('numbers several files, which cannot be printed one after the other', async () => {
    const several = maskSteps(registry, { method: 'linear/multiple-imputation', columns: ['income'], given: ['tax'] })
    const { artefacts, result } = await run({ steps: several, seed: '1', out: 'out.csv' })
    expect(filesOf(artefacts, 'masked').map(({ name }) => name)).toEqual(result.files.map((_, f) => `out.${f + 1}.csv`))
    expect(result.files.length).toBeGreaterThan(1)
    await expect(run({ steps: several, seed: '1' })).rejects.toThrow(/cannot be printed/)

    // The same order in all files would link their records to each other.
    const release = await run({
      steps: several,
      release: true,
      acceptOpen: ['tax'],
      out: 'out.csv',
      private: 'keep.json',
    })
    const [keep] = filesOf(release.artefacts, 'private-manifest')
    const { manifest } = readPlan(keep)
    const orders = manifest?.outputs.map(({ origin }) => JSON.stringify(origin))
    expect(new Set(orders).size).toBe(result.files.length)
  })
})

describe('a plan', () => {
  it('without steps is refused, and a private file refuses other random numbers', async () => {
    const empty = readPlan(dropped('p.yaml', 'data: people.csv\n'))
    expect(() => checkPlanRun(empty, {}, 'p.yaml')).toThrow(/no steps/)
    const { artefacts } = await run({ out: 'x.csv', private: 'k.json' })
    const held = readPlan(filesOf(artefacts, 'private-manifest')[0])
    expect(() => checkPlanRun(held, { seed: '1' }, 'k.json')).toThrow(/its own random numbers/)
    expect(() => checkPlanRun(held, {}, 'k.json')).not.toThrow()
  })

  it('advises to calibrate the weights if records are left out', async () => {
    const weighted = readSchema(dropped('w.yaml', 'columns: { tax: { role: weight }, region: { kind: categorical } }'))
    const sampling = maskSteps(registry, { method: 'coding/sampling', columns: ['income'], set: ['percent=50'] })
    const said = (await run({ steps: sampling, schema: weighted })).messages.map(messageText)
    expect(said).toContainEqual(
      expect.stringMatching(/^note: 30 records left out; the weights "tax" add up to \d+ \(original \d+\): calibrate/),
    )
    for (const options of [{ steps: sampling }, { schema: weighted }])
      expect((await run(options)).messages.map(messageText).join()).not.toMatch(/calibrate/)
  })
})
