import { censusCsv } from '@sdc/datasets/census'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWork } from './create-work.js'
import { inProcessWorkers, readableFile } from './in-process.fixture.js'
import type { ComparisonView } from './protocol/comparison-types.js'
import type { OpenedFile } from './protocol/file-types.js'
import type { Work } from './protocol/protocol.js'
import type { Settings } from './protocol/settings-types.js'
import { comparedWith } from '../session/compared-with.js'
import { withColumns } from '../session/schema.js'
import { usualSettings } from '../session/usual-settings.js'

const policy = {
  name: 'house.yaml',
  release: 'research',
  text: `version: 1
releases:
  research:
    limits: { risk/dbrl: 60 }
    require: { keyed: true, shuffled: true, identifiers: none }
    runs: 2
`,
}

const workers = inProcessWorkers()
let work: Work
let opened: OpenedFile
let settings: Settings
let views: ComparisonView[]
let best: ComparisonView['candidates'][number]

const textOf = async (name: string): Promise<string> => {
  const parts: string[] = []
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  await work.content(name, async (bytes) => void parts.push(decoder.decode(bytes, { stream: true })), {})
  return parts.join('')
}

beforeAll(async () => {
  work = createWork({
    startWorker: workers.startWorker,
    today: () => '2027-01-31',
    usualSettings: () => usualSettings(opened, policy),
  })
  opened = await work.open(readableFile('census.csv', censusCsv), {})
  const masked = ['AGI', 'FEDTAX', 'TAXINC']
  settings = {
    ...usualSettings(opened, policy),
    schema: withColumns(
      opened.proposed,
      new Map(
        opened.columns.map(({ name }) => [name, { role: masked.includes(name) ? 'confidential' : 'non-confidential' }]),
      ),
    ),
    search: 'chosen',
    candidates: [
      { use: 'microaggregation/mdav', grid: { k: [5, 30] } },
      { use: 'noise/additive', grid: {} },
      { use: 'copula/data-shuffling', grid: {} },
    ],
    replicates: 2,
    accepted: opened.columns.map(({ name }) => name).filter((name) => !masked.includes(name)),
  }
  views = []
  const view = await work.compare(settings, { grew: (one) => views.push(one) })
  const candidate = view.candidates.find(({ chosen }) => chosen) ?? expect.fail('nothing is chosen')
  best = candidate
  views.push(view)
  settings = { ...settings, chosen: best.label, steps: best.steps }
})

describe('a comparison', () => {
  it('is stopped with its results, and continued without repeating measurements', async () => {
    const kept = new Map()
    const stop = new AbortController()
    const grew = (): void => stop.abort()
    const partial = await work.compare(settings, { grew, kept, stop: stop.signal })
    expect(partial.decision?.partial).toBe(true)
    expect(partial.candidates.length).toBeGreaterThan(0)
    expect(partial.verdict).not.toBe('')
    const stoppedAt = kept.size
    const whole = await work.compare(settings, { grew: () => {}, kept })
    expect(whole.decision?.partial).toBeUndefined()
    expect(whole.decision).toEqual(views.at(-1)?.decision)
    expect(kept.size).toBeGreaterThan(stoppedAt)
    // Other limits of the policy need no new measurements.
    const all = kept.size
    const text = policy.text.replace('risk/dbrl: 60', 'risk/dbrl: 40')
    const stricter = await work.compare({ ...settings, policy: { ...policy, text } }, { grew: () => {}, kept })
    expect(stricter.limits['risk/dbrl']).toBe(40)
    expect(kept.size - all).toBeLessThan(all / 4)
  }, 60_000)
})

describe('an opened file', () => {
  it('has its columns with roles, bars and findings', () => {
    expect(opened.records).toBe(1080)
    expect(opened.columns).toHaveLength(13)
    for (const { name, bars } of opened.columns) {
      expect(bars.counts.length, name).toBe((bars.breaks?.length ?? 0) - 1)
      expect(
        bars.counts.reduce((sum, one) => sum + one, 0),
        name,
      ).toBeGreaterThan(1000)
    }
    expect(opened.dialect).toBe('commas, decimal point, LF')
  })
  it('is shown page by page, as written', async () => {
    const lines = censusCsv.trimEnd().split('\n')
    expect(await work.page('original', 1075, 50)).toEqual({
      from: 1075,
      names: lines[0].split(','),
      rows: lines.slice(1076).map((line) => line.split(',')),
    })
    expect((await work.page('original', 5000, 10)).rows).toEqual([])
  })
  it('is refused with a reason, and the previous one stays', async () => {
    await expect(work.open(readableFile('empty.csv', ''), {})).rejects.toMatchObject({ code: 'EMPTY_FILE' })
    await expect(work.open(readableFile('bad.csv', 'a,b\n1,2\n3\n'), {})).rejects.toMatchObject({ code: 'RAGGED_ROW' })
    expect((await work.page('original', 0, 1)).rows).toHaveLength(1)
  })
})

describe('a comparison', () => {
  it('grows while it runs, and is judged at its end', () => {
    const [first] = views
    const last = views[views.length - 1]
    expect(first.candidates.length).toBeLessThan(last.candidates.length)
    expect(first.candidates.every(({ chosen }) => !chosen)).toBe(true)
    expect(last.candidates.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['microaggregation/mdav k = 5', 'microaggregation/mdav k = 30']),
    )
    expect(last.map.risk.limit).toBe(20)
    expect(last.verdict).toMatch(/^Choice: data shuffling of AGI, FEDTAX, TAXINC/)
    expect(best.metrics['risk/dbrl'].max).toBeLessThanOrEqual(60)
  })
})

describe('a choice', () => {
  it('is judged, and shown before and after masking', async () => {
    const view = await work.choose(settings, best.label, {})
    expect(view.judgement.criteria.map(({ key }) => key)).toContain('limit risk/dbrl')
    expect(view.columns.map(({ name }) => name)).toEqual(['AGI', 'FEDTAX', 'TAXINC'])
    for (const { name, before, after, moves = [] } of view.columns) {
      expect(after.breaks, name).toEqual(before.breaks)
      expect(moves, name).toHaveLength(21)
      expect(
        moves.every((one, i) => one >= (moves[i - 1] ?? 0)),
        name,
      ).toBe(true)
      expect(moves[20], name).toBeGreaterThan(0)
      expect(moves[20], name).toBeLessThanOrEqual(100)
    }
    expect(view.movesNote).toBeUndefined()
    await expect(work.choose(settings, 'another', {})).rejects.toMatchObject({ code: 'BAD_PLAN' })
  })
})

describe('a release', () => {
  const named = (): Settings => ({
    ...settings,
    schema: withColumns(settings.schema, new Map([['POTHVAL', { role: 'quasi-identifier' }]])),
  })

  it('refuses public files until the private ones are saved', async () => {
    const compared = comparedWith(
      settings,
      [{ id: 7, parent: undefined, label: '', settings }],
      [{ view: views[views.length - 1], of: 7, complete: true }],
    )
    const nobody = await work.release(settings, best.label, { compared })
    expect(nobody.judgement.verdict).toContain('To do: name the quasi-identifiers')
    const view = await work.release(named(), best.label, { compared })
    expect(view.judgement.state).toBe('met')
    const names = view.files.map(({ name, box }) => `${box} ${name}`)
    expect(names).toEqual(expect.arrayContaining(['public census.public.csv', 'private census.PRIVATE.key.json']))
    for (const { name, box } of view.files)
      if (box === 'public') await expect(textOf(name), name).rejects.toMatchObject({ code: 'FILE' })
    const key = await textOf('census.PRIVATE.key.json')
    const report = await textOf('census.PRIVATE.report-INTERNAL.html')
    expect(report).toContain('The map as a table')
    for (const { label } of views[views.length - 1].candidates) expect(report).toContain(label)
    await expect(work.zip(['census.public.csv'], {})).rejects.toMatchObject({ code: 'FILE' })
    await work.privateSaved()
    const csv = await textOf('census.public.csv')
    const fractions: number[] = []
    const zip = await work.zip(['census.public.csv'], { progress: ({ fraction }) => fractions.push(fraction) })
    const packed = Buffer.from(await zip.arrayBuffer())
    const size = packed.readUInt32LE(packed.readUInt32LE(packed.length - 6) + 20)
    expect(inflateRawSync(packed.subarray(30 + 'census.public.csv'.length).subarray(0, size)).toString()).toBe(csv)
    expect(fractions).toEqual([1])
    const stopped = { signal: AbortSignal.abort() }
    await expect(work.zip(['census.public.csv'], stopped)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(csv.split('\n')).toHaveLength(1082)
    expect(view.files.find(({ name }) => name === 'census.public.csv')?.bytes).toBe(csv.length)
    const { rows } = await work.page('released', 0, 3)
    expect(rows.map((row) => row.join(','))).toEqual(csv.split('\n').slice(1, 4))

    const again = await work.replay(readableFile('census.PRIVATE.key.json', key), {})
    expect(again.replayed).toEqual({ key: 'census.PRIVATE.key.json', same: true })
    expect(await textOf('census.public.csv')).toBe(csv)
  })
  it('stays private if the policy is not met, until somebody records an exception by name', async () => {
    const strict = { ...policy, text: policy.text.replace('60', '0.01') }
    const view = await work.release({ ...named(), policy: strict }, best.label, {})
    expect(view.judgement.state).toBe('not met')
    await work.privateSaved()
    await expect(textOf('census.public.csv')).rejects.toMatchObject({ code: 'BEYOND_LIMIT' })
    const exception =
      '\n    exceptions: [{ metric: risk/dbrl, upTo: 99, by: A. Steward, reason: a trial, until: 2027-01-31 }]\n'
    const excepted = { ...strict, text: `${strict.text.trimEnd()}${exception}` }
    const after = await work.judge({ ...named(), policy: excepted }, {})
    expect(after.judgement.state).toBe('excepted')
    await expect(textOf('census.public.csv')).rejects.toMatchObject({ code: 'FILE' })
    await work.privateSaved()
    expect(await textOf('census.public.csv')).toContain('AGI')
  })
})

describe('a stopped question', () => {
  it('rejects at once, and leaves the earlier state', async () => {
    const stop = new AbortController()
    const running = work.compare(settings, { grew: () => {}, signal: stop.signal })
    setTimeout(() => stop.abort(), 20)
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
    expect((await work.page('original', 0, 1)).rows).toHaveLength(1)
    expect(workers.running()).toBeLessThanOrEqual(3)
  })
})
