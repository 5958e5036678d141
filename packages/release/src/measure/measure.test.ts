import { dataset, messageText } from '@sdc/core'
import { parseFileSchema } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { readSchema, readTable, withQuasiIdentifiers } from '@sdc/inspect'
import { bytesOfPeople, dropped, people, registry } from '../../../inspect/src/in-memory.fixture.js'
import { matchRecords } from '../match/match-records.js'
import { chooseShared } from '../match/shared-columns.js'
import { maskSteps } from '../release/mask-steps.js'
import { produce } from '../release/produce.js'
import { measuredJson } from './measured-json.js'
import { measuredText } from './measured-text.js'
import { measureMasked } from './measure-masked.js'
import { measureProduced } from './measure-produced.js'
import { metricPlans } from './metric-plans.js'
import { measureOutput } from './output.js'

const source = readTable(people())
const original = source.dataset
const steps = maskSteps(registry, { method: 'noise/additive', columns: ['income', 'tax'] })
const run = await produce({ source, bytes: bytesOfPeople }, { steps, seed: '1', out: 'm.csv' }, registry)
const file = { name: 'm.csv', content: run.artefacts[0].content }
const masked = readTable(file).dataset
const matched = matchRecords(original, masked, { key: 'id', file })

describe('measureMasked', () => {
  it('has values by metric, in JSON of a described form and in words', async () => {
    const { columns, messages } = chooseShared(original, masked, 'all', { key: 'id', kind: 'numeric' })
    const { result } = await measureMasked({ original, masked, matched }, { columns }, registry)
    expect(result.columns).toEqual(['income', 'tax'])
    expect(messages.map(messageText)).toEqual(['note: left out, because they are not numeric in both files: region'])
    const json = measureOutput.parse(measuredJson(result))
    expect(json).toMatchObject({ n: 60, matching: 'key', columns: ['income', 'tax'], given: [] })
    expect(Object.keys(json.metrics)).toEqual(registry.all('metrics').map(({ id }) => id))
    const il = json.metrics['loss/il-score'].value
    expect(il).toBeGreaterThan(0)
    const text = measuredText(result, { details: false })
    for (const { id } of registry.all('metrics')) expect(text).toContain(id)
    expect(measuredText(result, { details: true }).length).toBeGreaterThan(text.length)
  })

  it('says that records are counted if the ids of persons were dropped', async () => {
    const schema = parseFileSchema({ columns: { region: { role: 'person' } } })
    const without = dataset(
      masked.names.flatMap((name) => (name === 'region' ? [] : [[name, masked.column(name)] as const])),
    )
    const said = async (data: typeof masked): Promise<string> => {
      const { messages } = await measureMasked(
        { original, masked: data, matched },
        { columns: ['income'], schema },
        registry,
      )
      return messages.map(messageText).join()
    }
    expect(await said(without)).toContain('has no column "region": metrics of quasi-identifiers count its records')
    expect(await said(masked)).not.toContain('count its records')
  })

  it('finds no loss if nothing was masked', async () => {
    const same = {
      original,
      masked: original,
      matched: matchRecords(original, original, { key: 'id', file: people() }),
    }
    const metrics = metricPlans(registry, ['loss/il-score', 'risk/dld'], [])
    const { result } = await measureMasked(same, { columns: ['income', 'tax'], metrics }, registry)
    expect(result.measured.map(({ measurement }) => measurement.value)).toEqual([0, 100])
  })

  it('measures each group, given the non-confidential columns of a schema', async () => {
    const schema = readSchema(dropped('s.yaml', 'columns: { tax: { role: non-confidential } }'))
    const ticks: number[] = []
    const { result } = await measureMasked(
      { original, masked, matched },
      {
        columns: ['income'],
        by: ['region'],
        schema,
        metrics: metricPlans(registry, ['risk/dld'], []),
        tick: (one) => ticks.push(one),
      },
      registry,
    )
    expect(result.given).toEqual(['tax'])
    expect(result.groups?.map(({ records }) => records)).toEqual([30, 30])
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b))
    // The groups are the second half of the work.
    expect(ticks.at(0)).toBeLessThan(0.5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(0.5)
    expect(measuredText(result, { details: false })).toMatch(/group\s+records\s+Distance-based record linkage \(DLD\)/)
  })

  it('accepts settings of metrics by name, with or without the family', () => {
    expect(metricPlans(registry, ['risk/interval-disclosure'], ['interval-disclosure.mode=sd'])).toEqual([
      { use: 'risk/interval-disclosure', params: { mode: 'sd' } },
    ])
    expect(() => metricPlans(registry, ['risk/dld'], ['il-score.x=1'])).toThrow(/names no metric/)
  })

  it('gives the same values after a run as for its file', async () => {
    const metrics = metricPlans(registry, ['loss/il-score'], [])
    const after = await measureProduced(original, run.result, { metrics }, registry)
    const { result } = await measureMasked(
      { original, masked, matched },
      { columns: ['income', 'tax'], metrics },
      registry,
    )
    expect(after.result.measured[0].measurement.value).toBe(result.measured[0].measurement.value)
    expect(after.messages.map(messageText).join('\n')).toContain('Information loss of the score (IL)')
  })
})

describe('quasi-identifiers that a user names', () => {
  it('replace those of a schema, and leave the rest of it unchanged', () => {
    const schema = { columns: { id: { role: 'quasi-identifier', kind: 'categorical' } } } as const
    const named = withQuasiIdentifiers(parseFileSchema(schema), ['region'], original)
    expect(named?.columns).toEqual({ id: { kind: 'categorical' }, region: { role: 'quasi-identifier' } })
    expect(withQuasiIdentifiers(undefined, undefined, original)).toBeUndefined()
    expect(() => withQuasiIdentifiers(undefined, ['regoin'], original)).toThrow(/no column "regoin"/)
  })
})
