import { asInfo, messageText, textsOf } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readTable } from '@sdc/inspect'
import { dropped, filesOf, registry } from '../../../inspect/src/in-memory.fixture.js'
import { maskSteps } from './mask-steps.js'
import { produce, type ProduceOptions } from './produce.js'
import { readPlan, replayFrom } from './replay.js'

const lines = Array.from({ length: 60 }, (_, i) => `g${Math.floor(i / 6)},${20 + ((i * 37) % 61)},${(i * 53) % 47}`)
const csv = `group,age,hours\n${lines.join('\n')}\n`
const file = dropped('data.csv', csv)
const bytes = new TextEncoder().encode(csv)
const source = readTable(file)
const data = { source, bytes: () => bytes }
const steps = maskSteps(registry, { method: 'linear/romm', columns: ['age', 'hours'], by: ['group'] })
const run = (options: Partial<ProduceOptions>): ReturnType<typeof produce> =>
  produce(data, { steps, ...options }, registry)
const release = { release: true, out: 'public.csv', private: 'keep.json' }

describe('a release with exact moments in small groups', () => {
  it('is refused, with the group and a remedy; an option changes the margin', async () => {
    await expect(run(release)).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      place: { method: 'linear/romm', group: 'group=g0', column: 'age' },
      message: expect.stringMatching(/6 records.*fewer than 14 records.*10 groups/),
      fix: expect.stringContaining('momentMargin'),
    })
    // 2 + 2 values, of 6 records: two more.
    await expect(run({ ...release, momentMargin: 3 })).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    const { artefacts, messages } = await run({ ...release, momentMargin: 2 })
    expect(filesOf(artefacts, 'masked')).toHaveLength(1)
    expect(messages.map(messageText).join()).not.toContain('exactly')
    // A release is replayed, regardless of the present margin.
    const { plan, manifest } = readPlan(filesOf(artefacts, 'private-manifest')[0])
    if (!manifest) throw new Error('a private file is a manifest')
    const replay = replayFrom(manifest, bytes)
    const again = await run({ steps: plan.steps, out: 'again.csv', replay })
    expect(again.messages.at(-1)).toEqual(asInfo('the replay equals the file of the run, bit for bit'))
  })

  it('gives one warning if nothing is released, and none for large groups', async () => {
    const { messages } = await run({ seed: '1' })
    const warnings = textsOf(messages, 'warning').filter((one) => one.startsWith('linear/romm keeps moments exactly'))
    expect(warnings).toEqual([expect.stringContaining('in 10 groups of 6 records')])
    const whole = maskSteps(registry, { method: 'linear/romm', columns: ['age', 'hours'] })
    expect((await run({ steps: whole, seed: '1' })).messages.map(messageText).join()).not.toContain('exactly')
    await expect(run({ ...release, steps: whole })).resolves.toBeDefined()
  })
})
