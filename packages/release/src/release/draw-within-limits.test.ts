import { asInfo, messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readTable, limitsFrom } from '@sdc/inspect'
import { bytesOfPeople, dropped, filesOf, people, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { maskSteps } from './mask-steps.js'
import { MOST_DRAWS } from './draw-within-limits.js'
import { produce, type ProduceOptions } from './produce.js'
import { readPlan, replayFrom } from './replay.js'

const source = readTable(people())
const steps = maskSteps(registry, { method: 'noise/additive', columns: ['income', 'tax'] })
const mdav = maskSteps(registry, { method: 'microaggregation/mdav', columns: ['income', 'tax'], set: ['k=3'] })
const run = (options: Partial<ProduceOptions>): ReturnType<typeof produce> =>
  produce({ source, bytes: bytesOfPeople }, { steps, ...options }, registry)

/** Returns risk/dld of the first draw of a seed, by a limit that it just keeps. */
async function firstValue(seed: string): Promise<number> {
  const { messages } = await run({ seed, failLimits: { 'risk/dld': 100 } })
  const said = messages.map(messageText).find((sentence) => sentence.startsWith('measured before it was written'))
  return Number(/risk\/dld ([\d.]+)/.exec(said ?? '')?.[1])
}

/** Returns a seed whose first draw is worse than those of most other seeds, and a limit between them. */
async function wavering(): Promise<{ seed: string; limit: number }> {
  const seeds = ['1', '2', '3', '4', '5', '6']
  const values: number[] = []
  for (const seed of seeds) values.push(await firstValue(seed))
  const worst = Math.max(...values)
  const limit = [...values].sort((a, b) => a - b)[3]
  expect(worst).toBeGreaterThan(limit)
  return { seed: seeds[values.indexOf(worst)], limit }
}

describe('a run with a limit', () => {
  it('is drawn again if it exceeds the limit, with the same result for the same seed, and a message', async () => {
    const { seed, limit } = await wavering()
    const held = await run({ seed, out: 'm.csv', limits: { 'risk/dld': limit } })
    const said = held.messages.map(messageText).join('\n')
    expect(said).toMatch(/draw \d+ keeps the limits; .* before it w(as|ere) beyond a limit/)
    const value = Number(/measured before it was written: risk\/dld ([\d.]+) \(at most/.exec(said)?.[1])
    // Messages show four digits.
    expect(value).toBeLessThanOrEqual(limit * 1.001)
    const text = textIn(filesOf(held.artefacts, 'masked')[0])
    expect(text).not.toBe(textIn(filesOf((await run({ seed, out: 'm.csv' })).artefacts, 'masked')[0]))
    const again = await run({ seed, out: 'm.csv', limits: { 'risk/dld': limit } })
    expect(textIn(filesOf(again.artefacts, 'masked')[0])).toBe(text)
  })

  it('is replayed from its private file, which has the number of the draw', async () => {
    const { seed, limit } = await wavering()
    const kept = { out: 'p.csv', private: 'k.json', limits: { 'risk/dld': limit } }
    for (const options of [
      { seed, ...kept },
      { seed: undefined, release: true, acceptOpen: ['id'], ...kept },
    ]) {
      const first = await run(options)
      // The public manifest does not disclose the rejected draws.
      expect(textIn(filesOf(first.artefacts, 'public-manifest')[0])).not.toMatch(/attempt|limit|dld/)
      const { plan, manifest } = readPlan(filesOf(first.artefacts, 'private-manifest')[0])
      if (!manifest) throw new Error('a private file is a manifest')
      // With a fresh key the number of the draw is random; with this seed it is not the first.
      if (options.seed !== undefined) expect(manifest.attempt).toBeGreaterThan(1)
      const replay = replayFrom(manifest, bytesOfPeople())
      const replayed = await run({ steps: plan.steps, schema: plan.schema, out: 'again.csv', replay })
      expect(replayed.messages.at(-1)).toEqual(asInfo('the replay equals the file of the run, bit for bit'))
      if (manifest.attempt === undefined) continue
      const forgotten = { ...replay, manifest: { ...manifest, attempt: undefined } }
      const other = await run({ steps: plan.steps, schema: plan.schema, out: 'again.csv', replay: forgotten })
      expect(other.replayed?.message.text).toMatch(/the replay differs/)
    }
  })

  it('writes nothing if no draw keeps the limit, after a fixed number of draws', async () => {
    const none = run({ seed: '1', out: 'm.csv', limits: { 'risk/dld': 0 } })
    await expect(none).rejects.toMatchObject({ code: 'BEYOND_LIMIT' })
    await expect(none).rejects.toThrow(`none of ${MOST_DRAWS} draws keeps the limits`)
    // A step without random numbers has only one draw.
    await expect(run({ steps: mdav, limits: { 'risk/dld': 1 } })).rejects.toThrow(/^risk\/dld \d/)
  })

  it('is refused at once by a fail limit, without another draw', async () => {
    const { seed, limit } = await wavering()
    await expect(run({ seed, failLimits: { 'risk/dld': limit } })).rejects.toThrow(/^risk\/dld .*\(limit: at most/)
    await expect(run({ seed, failLimits: { 'permutation/level': 90 } })).rejects.toThrow(/\(limit: at least 90 %\)/)
  })

  it('is measured by the columns of the plan, and refuses metrics that cannot be measured', async () => {
    await expect(run({ limits: { 'risk/k-anonymity': 5 } })).rejects.toThrow(/cannot be measured here/)
    const measure = { columns: ['income', 'tx'] }
    await expect(run({ measure, limits: { 'risk/dld': 5 } })).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
    const both = await run({ seed: '1', failLimits: { 'risk/dld': 100 } })
    const income = await run({ seed: '1', failLimits: { 'risk/dld': 100 }, measure: { columns: ['income'] } })
    expect(income.messages.at(-1)?.text).not.toBe(both.messages.at(-1)?.text)
  })

  it('compares each of several files with it', async () => {
    const several = maskSteps(registry, { method: 'linear/multiple-imputation', columns: ['income'], given: ['tax'] })
    const { messages } = await run({
      steps: several,
      seed: '1',
      out: 'o.csv',
      failLimits: { 'risk/interval-disclosure': 100 },
    })
    const [, worst] = /risk\/interval-disclosure ([\d.]+)/.exec(messages.map(messageText).join('\n')) ?? []
    const below = { 'risk/interval-disclosure': Number(worst) * 0.99 }
    await expect(run({ steps: several, seed: '1', out: 'o.csv', failLimits: below })).rejects.toThrow(
      /interval-disclosure/,
    )
  })
})

describe('limits from texts', () => {
  it('are numbers by ids, each named once', () => {
    expect(limitsFrom(['risk/dld=5', 'permutation/level=1e1'])).toEqual({ 'risk/dld': 5, 'permutation/level': 10 })
    for (const text of [
      'risk/dld',
      '=5',
      'risk/dld=',
      'risk/dld=5%',
      'risk/dld=0x10',
      'risk/dld=Infinity',
      'risk/dld=1,5',
    ])
      expect(() => limitsFrom([text]), text).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
    expect(() => limitsFrom(['risk/dld=5', 'risk/dld=6'])).toThrow(/names risk\/dld twice/)
  })

  it('are read from a plan', () => {
    const { plan } = readPlan(dropped('p.yaml', 'steps: [noise/additive]\nlimits: { risk/dld: 5 }\n'))
    expect(plan.limits).toEqual({ 'risk/dld': 5 })
    expect(() => readPlan(dropped('p.yaml', 'steps: [noise/additive]\nlimits: { risk/dld: five }\n'))).toThrow(/limits/)
  })
})
