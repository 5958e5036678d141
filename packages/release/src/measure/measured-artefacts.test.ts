import { describe, expect, it } from 'vitest'
import { readTable } from '@sdc/inspect'
import { dropped, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { measuredArtefacts } from './measured-artefacts.js'
import { measureMasked } from './measure-masked.js'
import { measureOutput } from './output.js'

const original = readTable(dropped('o.csv', 'g,x\na,1\na,2\nb,3\nb,5\n')).dataset
const masked = readTable(dropped('m.csv', 'g,x\na,1.5\na,1.5\nb,4\nb,4\n')).dataset
const matched = { matching: 'position', origin: Int32Array.of(0, 1, 2, 3), messages: [] } as const
const metrics = ['risk/dld', 'loss/entropy'].map((use) => ({ use, params: {} }))

describe('the files of a measurement', () => {
  it('are a table of the metrics, or JSON of the printed form, and the records under their own name', async () => {
    const { result } = await measureMasked({ original, masked, matched }, { columns: ['x'], metrics }, registry)
    const [table] = measuredArtefacts(result, { out: 'm.csv' }, {})
    expect(table.kind).toBe('risks')
    const lines = textIn(table).trim().split('\n')
    expect(lines[0]).toBe('metric,title,value,unit,low,high,independent,level,better,used,reason,warnings')
    expect(lines[1]).toMatch(/^risk\/dld,Distance-based record linkage \(DLD\),\d.*,(high|fair|low),lower,/)
    expect(lines[2]).toMatch(/^loss\/entropy,.*,,.*it measures categorical columns/)
    const [json, records] = measuredArtefacts(result, { out: 'm.JSON', records: 'r.csv' }, {})
    expect(measureOutput.safeParse(JSON.parse(textIn(json))).error?.issues ?? []).toEqual([])
    // Both have numbers by record.
    expect([json.kind, records.kind]).toEqual(['risks', 'risks'])
    expect(textIn(records)).toMatch(/^record,rank,chance,why,risk\/dld\n1,/)
  })

  it('have a row for every metric of each group', async () => {
    const options = { columns: ['x'], by: ['g'], metrics: metrics.slice(0, 1) }
    const { result } = await measureMasked({ original, masked, matched }, options, registry)
    const lines = textIn(measuredArtefacts(result, { out: 'm.csv' }, {})[0])
      .trim()
      .split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^group,metric,/)
  })
})
