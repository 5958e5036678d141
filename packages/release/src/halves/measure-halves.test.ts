import { categorical, dataset, messageText, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { stopWhenAborted } from '@sdc/engine'
import { readSchema, readTable } from '@sdc/inspect'
import {
  bytesOfPeople,
  dropped,
  filesOf,
  people as peopleFile,
  registry,
  textIn,
} from '../../../inspect/src/in-memory.fixture.js'
import { maskSteps } from '../release/mask-steps.js'
import { produce } from '../release/produce.js'
import { measureHalves } from './measure-halves.js'
import { measuringHalves } from '../release/measuring-halves.js'

/** Incomes and taxes of people of two regions. */
function people(n: number, seed: number): Dataset {
  const rng = seededRng(seed)
  const income = Float64Array.from({ length: n }, () => 1000 * Math.exp(rng.normal()))
  return dataset([
    ['id', numeric(Float64Array.from({ length: n }, (_, i) => i >> 1))],
    ['region', categorical(Array.from({ length: n }, () => (rng.uniform() < 0.5 ? 'north' : 'south')))],
    ['income', numeric(income)],
    ['tax', numeric(income.map((one) => one * (0.2 + 0.1 * rng.uniform())))],
  ])
}
const membership = [{ use: 'risk/membership', params: {} }]
const columns = ['income', 'tax']
const mdav = (k: number) => maskSteps(registry, { method: 'microaggregation/mdav', columns, set: [`k=${k}`] })
const noise = (variance: number) =>
  maskSteps(registry, { method: 'noise/additive', columns, set: [`relativeVariance=${variance}`] })

describe('measureHalves', () => {
  const data = people(600, 1)

  it('measures a masked half with the other half as its control: high risk for slight noise, low for large groups', async () => {
    const values = await Promise.all(
      [noise(1e-8), mdav(20)].map(async (steps) => {
        const { result } = await measureHalves(data, { steps, metrics: membership }, registry)
        expect([result.inside, result.outside]).toEqual([300, 300])
        return result.measured[0].measurement.value ?? Number.NaN
      }),
    )
    expect(values[0]).toBeGreaterThan(60)
    expect(values[1]).toBeLessThan(20)
  })

  it('gives the same values with the same seed, and another split with another seed', async () => {
    const of = async (seed: number) =>
      (await measureHalves(data, { steps: mdav(3), metrics: membership, seed }, registry)).result.measured[0]
        .measurement.value
    expect(await of(1)).toBe(await of(1))
    expect(await of(1)).not.toBe(await of(2))
  })

  it('names the halves that were measured, and does not split persons', async () => {
    const schema = readSchema(dropped('s.yaml', 'columns: { id: { role: person } }'))
    const { result, messages } = await measureHalves(data, { steps: mdav(3), schema }, registry)
    expect(messageText(messages[0])).toMatch(
      /^measured on halves, split at random by persons: the plan ran on 300 records; the other 300 are people outside\./,
    )
    // Profile `control`.
    expect(result.measured.map(({ metric }) => metric.id)).toContain('risk/membership')
  })

  it('reports progress up to the end, and stops if its receiver throws', async () => {
    const seen: number[] = []
    await measureHalves(data, { steps: mdav(3), metrics: membership, tick: (f) => seen.push(f) }, registry)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(0.9)
    const stop = (fraction: number): void => {
      if (fraction > 0.5) throw new Error('stopped')
    }
    await expect(measureHalves(data, { steps: mdav(3), metrics: membership, tick: stop }, registry)).rejects.toThrow(
      'stopped',
    )
  })

  it.each([
    [people(39, 1), undefined, /by records: it has 39 records/],
    [
      dataset([
        ['id', numeric(new Float64Array(50))],
        ['tax', numeric(new Float64Array(50))],
      ]),
      'id',
      /by persons: it has 50 records/,
    ],
  ])('refuses a file without two halves', async (small, person, message) => {
    const schema = person && readSchema(dropped('s.yaml', `columns: { ${person}: { role: person } }`))
    await expect(
      measureHalves(small, { steps: mdav(3), schema: schema || undefined, metrics: membership }, registry),
    ).rejects.toThrow(message)
  })
})

describe('a run with halves', () => {
  const source = readTable(peopleFile())
  const data = { source, bytes: bytesOfPeople }
  const options = { steps: mdav(3), seed: '1' }
  const run = measuringHalves(produce)

  it('makes the same file, and adds the values', async () => {
    const [plain, measured] = [await produce(data, options, registry), await run(data, options, registry)]
    expect(textIn(filesOf(measured.artefacts, 'masked')[0])).toBe(textIn(filesOf(plain.artefacts, 'masked')[0]))
    expect(measured.halves?.measured.map(({ metric }) => metric.id)).toContain('risk/distance-to-closest')
    expect(measured.messages.map(messageText).join('\n')).toContain('measured on halves')
  })

  it('makes the file if a half cannot be masked, and gives the reason for the missing values', async () => {
    const whole = { ...options, steps: mdav(40) }
    const { halves, artefacts, messages } = await run(data, whole, registry)
    expect(halves).toBeUndefined()
    expect(artefacts).toHaveLength(1)
    expect(messages.map(messageText).at(-1)).toMatch(/not measured on halves of the file: .*30/)
  })

  it('is cancelled as a whole', async () => {
    const stop = new AbortController()
    const tick = stopWhenAborted(stop.signal, () => stop.abort())
    await expect(run(data, { ...options, tick }, registry)).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
