import { describe, expect, it } from 'vitest'
import { asNote, SdcError } from '@sdc/core'
import { maskSteps } from '../release/mask-steps.js'
import { produce } from '../release/produce.js'
import { maskedOf } from '../release/masked.js'
import { producedJson } from '../release/produced-json.js'
import { maskOutput } from '../release/output.js'
import { readTable } from '@sdc/inspect'
import { bytesOfPeople, dropped, filesOf, people, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { findColumns } from './find-columns.js'
import { matchRecords } from './match-records.js'

const original = readTable(dropped('o.csv', 'id,x,y\n1,10,1.5\n2,20,2.5\n3,30,3.5\n')).dataset

function found(text: string, besides: readonly string[] = []): ReturnType<typeof findColumns> {
  const file = dropped('m.csv', text)
  const masked = readTable(file).dataset
  const matched = matchRecords(original, masked, { file })
  return findColumns(original, masked, undefined, { besides, kind: 'any', registry, link: { file }, matched })
}

describe('findColumns without named columns', () => {
  it('finds those whose values differ by more than digits that another program left out', () => {
    const { columns, messages } = found('id,x,y\n1,11,1.5000000000000002\n2,19,2.5\n3,30,3.5\n')
    expect(columns).toEqual(['x'])
    expect(messages[0]).toEqual(
      asNote('columns x, whose values differ between the original and m.csv (columns names others)'),
    )
    expect(found('id,x,y\n1,11,9\n2,19,2.5\n3,30,3.5\n', ['y']).columns).toEqual(['x'])
  })

  it('asks for columns if nothing differs, or no column is in both files', () => {
    expect(() => found('id,x,y\n1,10,1.5\n2,20,2.5\n3,30,3.5\n')).toThrow(/no column differs.*same file/)
    expect(() => found('a\nu\nv\nw\n')).toThrow(/no column in common/)
  })

  it('does not guess for a file whose records moved: every column would look masked', () => {
    expect(() => found('id,x,y\n2,20,2.5\n1,10,1.5\n3,30,3.5\n')).toThrow(
      expect.objectContaining({ code: 'WRONG_INPUT' }),
    )
  })

  it('takes the columns of the manifest or the private file; for a release the manifest has them', async () => {
    const source = readTable(people())
    const steps = maskSteps(registry, { method: 'noise/additive', columns: ['income'] })
    const options = { steps, out: 'm.csv', private: 'keep.json', acceptOpen: ['id', 'region', 'tax'] }
    for (const release of [false, true]) {
      const outcome = await produce({ source, bytes: bytesOfPeople }, { ...options, release }, registry)
      const masking = maskedOf(outcome, { records: 60, columns: 4 })
      const told = producedJson(masking, { registry, options })
      expect(maskOutput.safeParse(told).error?.issues ?? []).toEqual([])
      expect(JSON.stringify(told)).not.toMatch(/"key"|origin|seed"|keep\.json/)
      expect(JSON.stringify(told).includes('relativeVariance')).toBe(!release)
      const [file] = filesOf(outcome.artefacts, 'masked')
      const manifests = filesOf(outcome.artefacts, 'public-manifest')
      const [origin] = filesOf(outcome.artefacts, 'private-manifest')
      expect(textIn(manifests[0]).includes('"masked"')).toBe(!release)
      const masked = readTable(file).dataset
      const at = { kind: 'any', registry } as const
      const byKey = findColumns(source.dataset, masked, undefined, { ...at, link: { file, origin, manifests } })
      expect(byKey.columns).toEqual(['income'])
      expect(byKey.messages[0].text).toContain('which keep.json says were masked')
      if (release) continue
      const byManifest = findColumns(source.dataset, masked, undefined, { ...at, link: { file, manifests } })
      expect(byManifest.columns).toEqual(['income'])
      expect(byManifest.messages[0].text).toContain('the manifest of m.csv')
    }
  })

  it('returns named columns unchanged', () => {
    const link = { file: dropped('m.csv', '') }
    const at = { kind: 'any', registry, link } as const
    expect(findColumns(original, original, ['y'], at)).toEqual({ columns: ['y'], messages: [] })
    expect(() => findColumns(original, original, ['z'], at)).toThrow(SdcError)
  })
})
