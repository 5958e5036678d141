import { describe, expect, it } from 'vitest'
import { parseStep } from '@sdc/engine'
import { filesOf, people, bytesOfPeople, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { type InputFile, readMasked, readTable } from '@sdc/inspect'
import { matchRecords, type Link } from '../match/match-records.js'
import { produce } from '../release/produce.js'
import type { RunOptions } from '../release/run-options.js'
import { factsOfFiles, type FilesFacts, type PolicyFilesOptions } from './facts-of-files.js'

const schema = { columns: { id: { kind: 'categorical', role: 'identifier' } } } as never
const steps = [parseStep({ use: 'noise/additive', columns: ['income', 'tax'], params: { relativeVariance: 0.3 } })]

interface Made {
  readonly masked: InputFile
  readonly manifest: InputFile
  readonly key: InputFile | undefined
}

async function made(options: Partial<RunOptions>): Promise<Made> {
  const source = readTable(people(), schema)
  const how = { steps, schema, out: 'masked.csv', acceptOpen: ['region'], ...options }
  const { artefacts } = await produce({ source, bytes: bytesOfPeople }, how, registry)
  const [masked] = filesOf(artefacts, 'masked')
  const [manifest] = filesOf(artefacts, 'public-manifest')
  // The bytes of a file, as a later program reads them.
  const read = (file: InputFile): InputFile => ({ name: file.name, content: new TextEncoder().encode(textIn(file)) })
  const [key] = filesOf(artefacts, 'private-manifest')
  return { masked: read(masked), manifest: read(manifest), key: key && read(key) }
}

async function facts(link: Link, more: Partial<PolicyFilesOptions> = {}): Promise<FilesFacts> {
  const { dataset: original } = readTable(people(), schema)
  const { dataset: masked } = readMasked(link.file, original, schema, link.manifests ?? [])
  const matched = matchRecords(original, masked, link)
  const type = { limits: { 'risk/dbrl': 25, 'risk/suda': 10 } }
  return factsOfFiles(
    { original, masked, matched, link },
    { columns: ['income', 'tax'], schema, type, ...more },
    registry,
  )
}

describe('Two files for a policy', () => {
  it('count as keyed and shuffled if they were released, by the manifest next to them or the private file', async () => {
    const { masked, manifest, key } = await made({ release: true, private: 'keep.json' })
    const found = await facts({ file: masked, manifests: [manifest], origin: key })
    expect(found.facts).toMatchObject({ keyed: true, shuffled: true, identifiers: [] })
    expect(found.facts.runs).toHaveLength(1)
    expect(found.facts.runs[0].get('risk/dbrl')?.value).toBeGreaterThanOrEqual(0)
    expect(found.facts.runs[0].get('risk/suda')).toMatchObject({ value: null })
    // Columns that were accepted for the release count as accepted.
    expect(found.facts.open.every(({ accepted }) => accepted)).toBe(true)
  })

  it('count as neither if they were made with a seed, and still have their identifiers', async () => {
    const { masked, manifest } = await made({ seed: '1' })
    const { facts: found } = await facts({ file: masked, manifests: [manifest] })
    expect(found).toMatchObject({ keyed: false, shuffled: false, identifiers: ['id'] })
    expect(found.open.some(({ name }) => name === 'id')).toBe(false)
  })

  it('have no known facts without a manifest', async () => {
    const { masked } = await made({ seed: '1' })
    expect((await facts({ file: masked })).facts).toMatchObject({ keyed: undefined, shuffled: undefined })
  })

  it('are refused with the manifest of another file', async () => {
    const { masked } = await made({ seed: '1' })
    const { manifest } = await made({ seed: '2' })
    await expect(facts({ file: masked, manifests: [manifest] })).rejects.toMatchObject({
      code: 'WRONG_INPUT',
      message: expect.stringContaining('masked.manifest.json is not the manifest of masked.csv') as string,
    })
  })
})
