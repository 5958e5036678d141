import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { BLOCK, dataset, numeric, type Column, type Message } from '@sdc/core'
import { parquetSink, parquetSource } from '@sdc/files/parquet'
import {
  originOf,
  parsePrivateManifest,
  parsePublicManifest,
  sealed,
  sha256Hex,
  type PrivateManifest,
} from '@sdc/engine'
import { sourceOf } from '@sdc/engine/partitions'
import { sdc, workFolder } from '../cli.fixture.js'
import { plannedLink } from '../../../../packages/release/src/flow/out-of-core/linked-records.js'
import { disclosingColumnsInBlocks } from '../../../../packages/release/src/flow/out-of-core/disclosing-columns-in-blocks.js'
import { keptMessage } from '../../../../packages/release/src/flow/out-of-core/release-sentences.js'
import { withoutRecords } from './without-records.fixture.js'

const { path, read, write } = workFolder()
/** Formats: Parquet, with one file per partition, and CSV. */
const ROWS = BLOCK + 500
const FEW = 20_000
const noise = ['--method', 'noise/additive', '--columns', 'income,tax', '--set', 'relativeVariance=0.1'] as const
const released = ['--schema', path('schema.yaml'), '--release', '--workers', '1'] as const

/** Person numbers, two masked columns, and one released unmasked. */
const cell = (name: string, i: number): number =>
  ({ person: i, income: ((i * 7919) % 1009) * 10, tax: (i * 104_729) % 9973, region: (i * 31) % 7 })[name] ?? 0
const names = ['person', 'income', 'tax', 'region'] as const

beforeAll(async () => {
  write('schema.yaml', 'columns: { person: { role: identifier } }\n')
  const columns = names.map(
    (name) => [name, numeric(Float64Array.from({ length: ROWS }, (_, i) => cell(name, i)))] as const,
  )
  const sink = parquetSink(path('big.parquet'), { types: new Map(names.map((name) => [name, 'BIGINT'])) })
  await sink.write(0, { from: 0, to: 2 }, sourceOf(dataset(columns)).read({ from: 0, to: 2 }, names))
  await sink.close(1)
  const lines = Array.from({ length: FEW }, (_, i) => names.map((name) => cell(name, i)).join(';'))
  write('big.csv', `${names.join(';')}\r\n${lines.join('\r\n')}\r\n`)
})

async function parquetColumn(file: string, name: string): Promise<Float64Array> {
  const source = await parquetSource(file)
  const values = new Float64Array(source.rows)
  for await (const { block, data } of source.read({ from: 0, to: 2 }, [name])) {
    const column = data.column(name)
    if (column.kind === 'numeric') values.set(column.values, block.first)
  }
  source.close()
  return values
}

const keepOf = (name: string): PrivateManifest => parsePrivateManifest(JSON.parse(read(name)))
function resealed(manifest: PrivateManifest): string {
  const { mac: _, ...rest } = manifest
  return JSON.stringify(sealed(rest, Buffer.from(rest.key, 'hex')))
}

describe('sdc mask --release on a file out of core', () => {
  it('publishes on request what its methods found, as in memory', async () => {
    const of = (i: number, names: readonly string[]): string => names[((i * 7919) % 1009) % names.length]
    const lines = Array.from({ length: 2000 }, (_, i) => `${of(i, ['n', 's', 'e'])};${of(3 * i, ['f', 'm'])}`)
    write('kinds.csv', `region;sex\n${lines.join('\n')}\n`)
    const pram = ['mask', path('kinds.csv'), '--method', 'categorical/pram', '--columns', 'region,sex'] as const
    const asked = (name: string): readonly string[] => {
      const out = path(`${name}.csv`)
      return [...pram, '--release', '--publish-params', '--private', path(`keep-${name}.json`), '-o', out]
    }
    const manifestOf = (name: string): unknown => {
      const { published, parameters } = JSON.parse(read(`${name}.manifest.json`)) as Record<string, unknown>
      return { published, parameters }
    }
    const made = await sdc(...asked('in-parts'), '--workers', '1')
    expect([made.stderr, made.status]).toEqual([
      expect.stringContaining('published in the manifest by categorical/pram'),
      0,
    ])
    await sdc(...asked('in-memory'))
    expect(manifestOf('in-parts')).toEqual(manifestOf('in-memory'))
    expect(JSON.stringify(manifestOf('in-parts'))).toContain('transition matrix of region')
  })

  it('writes Parquet in random order, without identifiers, with both manifests and no other files', async () => {
    const out = ['--private', path('keep.json'), '-o', path('public.parquet')] as const
    const made = await sdc('mask', path('big.parquet'), ...noise, ...released, ...out)
    expect([made.stderr, made.status]).toEqual([expect.stringContaining('dropped identifiers: person'), 0])
    expect(made.stderr).toMatch(/sdc measure .*big\.parquet .*public\.parquet --origin .*keep\.json/)
    expect(made.stderr).toContain('released unmasked and unchanged: region')
    const keep = keepOf('keep.json')
    expect(statSync(path('keep.json')).mode & 0o777).toBe(0o600)
    const files = readdirSync(path('public.parquet')).sort()
    const bytes = Buffer.concat(files.map((name) => readFileSync(path(`public.parquet/${name}`))))
    expect(files).toHaveLength(2)
    const manifest = parsePublicManifest(JSON.parse(read('public.manifest.json')))
    expect(manifest).toMatchObject({
      records: 'in random order',
      randomness: 'keyed',
      outputSha256: [sha256Hex(bytes)],
    })
    // By position it would look safer than it is; the manifest in the same folder shows the random order.
    const byPlace = await sdc('measure', path('big.parquet'), path('public.parquet'), '--metrics', 'loss/il1s', '--workers', '1') // oxfmt-ignore
    expect([byPlace.status, byPlace.stderr]).toEqual([2, expect.stringMatching(/in random order.*--origin FILE/s)])
    // No parameters, names of masked columns, or facts about the original.
    expect(Object.keys(JSON.parse(read('public.manifest.json')) as object).sort()).toEqual([
      'contract',
      'format',
      'methods',
      'outputSha256',
      'plugins',
      'randomness',
      'records',
    ])
    // With the origins of the private file, unmasked values agree again.
    const origin = originOf(keep, bytes)
    expect(new Set(origin).size).toBe(ROWS)
    const region = await parquetColumn(path('public.parquet'), 'region')
    expect(origin.every((row, i) => cell('region', row - 1) === region[i])).toBe(true)
    const income = await parquetColumn(path('public.parquet'), 'income')
    const errors = origin.map((row, i) => Math.abs(income[i] - cell('income', row - 1)))
    const mean = errors.reduce((sum, one) => sum + one, 0) / ROWS
    // Noise of a tenth of the variance has a standard deviation of 921; the mean absolute error is √(2/π) times that,
    // 735.
    expect(mean).toBeGreaterThan(710)
    expect(mean).toBeLessThan(760)
    expect(origin.filter((row, i) => row === i + 1).length).toBeLessThan(20)
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
    // The key reproduces it for any partition.
    const replay = (key: string, name: string): ReturnType<typeof sdc> =>
      sdc('run', path(key), '--data', path('big.parquet'), '--workers', '1', '-o', path(name))
    const again = await replay('keep.json', 'again.parquet')
    expect([again.stderr, again.status]).toEqual([
      expect.stringContaining('the replay equals the file of the run, bit for bit'),
      0,
    ])
    expect(read('again.manifest.json')).toBe(read('public.manifest.json'))
    const cut = { ...keep, outputs: [{ ...keep.outputs[0], sha256: 'f'.repeat(64) }] }
    write('cut.json', resealed(cut))
    const values = await replay('cut.json', 'cut.parquet')
    expect(values.stderr).toContain(
      'the replay has the same values as the file of the run, bit for bit; its bytes differ',
    )
    const [output] = keep.outputs
    write('differs.json', resealed({ ...keep, outputs: [{ sha256: 'f'.repeat(64), origin: output.origin }] }))
    const differs = await replay('differs.json', 'differs.parquet')
    expect([differs.stderr, differs.status]).toEqual([expect.stringContaining('REPLAY_DIFFERS'), 3])
    expect(existsSync(path('differs.parquet'))).toBe(true)
    expect(existsSync(path('differs.manifest.json'))).toBe(false)
    write('other.json', resealed({ ...keep, inputHmac: '0'.repeat(64) }))
    const refused = await replay('other.json', 'never.parquet')
    expect([refused.stderr, refused.status]).toEqual([expect.stringContaining('WRONG_INPUT'), 2])
  })

  it('writes CSV that a replay in memory reproduces byte for byte', async () => {
    const out = ['--private', path('keep-csv.json'), '-o', path('public.csv')] as const
    const made = await sdc('mask', path('big.csv'), ...noise, ...released, ...out)
    expect([made.stderr, made.status]).toEqual([expect.stringContaining('is masked out of core'), 0])
    const again = await sdc('run', path('keep-csv.json'), '--data', path('big.csv'), '-o', path('again.csv'))
    expect([again.stderr, again.status]).toEqual([expect.stringContaining('the replay equals the file of the run'), 0])
    expect(read('again.csv') === read('public.csv')).toBe(true)
    expect(read('again.manifest.json')).toBe(read('public.manifest.json'))
    expect(read('public.csv').slice(0, 19)).toBe('income;tax;region\r\n')
  })

  it('runs a plan, and prints the messages of a replay in memory', async () => {
    const plan = `data: big.csv
seed: 5
schema:
  columns: { person: { role: identifier }, income: { integer: true, min: 0, max: 10080 }, region: { role: quasi-identifier } }
steps:
  - { use: noise/additive, columns: [tax], params: { exact: true } }
  - { use: noise/additive, columns: [income], params: { exact: true, relativeVariance: 0.5 }, by: [region] }
acceptOpen: [region]
`
    write('plan.yaml', plan)
    const out = ['--private', path('keep-plan.json'), '-o', path('planned.csv')] as const
    const made = await sdc('run', path('plan.yaml'), '--release', '--workers', '1', ...out)
    expect([made.stderr, made.status]).toEqual([expect.stringContaining('is masked out of core'), 0])
    // Every region fits many records, so it needs no acceptance.
    expect(made.stderr).toContain('released unmasked and unchanged: region')
    const { numbers } = JSON.parse(read('planned.manifest.json')) as { numbers: unknown }
    expect(numbers).toMatchObject({ income: { withinBounds: true, notExact: ['means'] } })
    const again = await sdc('run', path('keep-plan.json'), '--data', path('big.csv'), '-o', path('planned-again.csv'))
    expect([again.stderr, again.status]).toEqual([expect.stringContaining('the replay equals the file of the run'), 0])
    expect(read('planned-again.manifest.json')).toBe(read('planned.manifest.json'))
    write('small.csv', `a,g\n${Array.from({ length: 60 }, (_, i) => `${(i * i) % 53},${i % 6}`).join('\n')}\n`)
    const exact = ['--method', 'noise/additive', '--columns', 'a', '--set', 'exact=true', '--by', 'g'] as const
    const asked = ['--release', '--workers', '1', '--accept-open', 'g', '--private', path('no.json')] as const
    const small = await sdc('mask', path('small.csv'), ...exact, ...asked, '-o', path('no.csv'))
    expect([small.stderr, small.status]).toEqual([expect.stringContaining('TOO_FEW_RECORDS'), 2])
    expect(small.stderr).toContain('6 groups are too small')
    expect([path('no.csv'), path('no.json')].filter((one) => existsSync(one))).toEqual([])
  })

  it('reads a folder; a file that fits is measured with its private file', async () => {
    mkdirSync(path('parts'))
    const lines = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, i) => `${(from + i) ** 2 % 53},${(from + i) % 6}\n`).join('')
    write('parts/1.csv', `a,g\n${lines(0, 100)}`)
    write('parts/2.csv', `a,g\n${lines(100, 150)}`)
    const how = ['--method', 'noise/additive', '--columns', 'a', '--release', '--accept-open', 'g'] as const
    const release = (data: string, name: string): ReturnType<typeof sdc> =>
      sdc('mask', path(data), ...how, '--workers', '1', '--private', path(`${name}.json`), '-o', path(`${name}.csv`))
    expect((await release('parts', 'of-parts')).status).toBe(0)
    expect(read('of-parts.csv').split('\n')).toHaveLength(152)
    const again = ['run', path('of-parts.json'), '--data', path('parts'), '--workers', '1'] as const
    const replay = await sdc(...again, '-o', path('of-parts-again.csv'))
    expect([replay.stderr, replay.status]).toEqual([expect.stringContaining('equals the file of the run'), 0])
    write('parts/2.csv', `a,g\n${lines(101, 151)}`)
    expect((await sdc(...again, '-o', path('never.csv'))).stderr).toContain('WRONG_INPUT')
    write('whole.csv', `a,g\n${lines(0, 150)}`)
    expect((await release('whole.csv', 'of-whole')).status).toBe(0)
    const asked = ['--origin', path('of-whole.json'), '--columns', 'g', '--metrics', 'loss/il-score', '--json'] as const
    const measured = await sdc('measure', path('whole.csv'), path('of-whole.csv'), ...asked)
    expect([measured.stderr, measured.status]).toEqual([expect.any(String), 0])
    // It is unmasked, so each record is unchanged.
    const { metrics } = JSON.parse(measured.stdout) as { metrics: Record<string, { value: number }> }
    expect(metrics['loss/il-score'].value).toBe(0)
  })

  it('is measured and reverse-mapped with its private file, like the same records in memory', async () => {
    const what = ['--metrics', 'loss/il1s,loss/wasserstein'] as const
    for (const [data, name, keep] of [
      ['big.parquet', 'public.parquet', 'keep.json'],
      ['big.csv', 'public.csv', 'keep-csv.json'],
    ]) {
      const files = [path(data), path(name), '--origin', path(keep)] as const
      const [whole, parts] = [
        await sdc('measure', ...files, ...what, '--json'),
        await sdc('measure', ...files, ...what, '--json', '--workers', '1'),
      ]
      expect([whole.stderr, whole.status]).toEqual([expect.not.stringContaining('out of core'), 0])
      expect([parts.stderr, parts.status]).toEqual([expect.stringContaining('is measured out of core'), 0])
      expect(parts.stderr).toMatch(/columns income, tax, which .*json says were masked/)
      const [held, inParts] = [whole, parts].map(({ stdout }) => JSON.parse(stdout) as object)
      expect(inParts).toMatchObject({ matching: 'origin' })
      expect(withoutRecords(inParts)).toEqual(withoutRecords(held))
      const mapped = `mapped-${name}`
      const map = await sdc('reverse-map', ...files, '--ties', 'first', '--workers', '1', '-o', path(mapped))
      expect([map.stderr, map.status]).toEqual([expect.stringContaining('mapped: income, tax'), 0])
    }
    const refused = async (name: string, ...by: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc('measure', path('big.csv'), path(name), ...by, ...what, '--workers', '1')
      expect([stderr, status]).toEqual([stderr, 2])
      return stderr
    }
    const origin = ['--origin', path('keep-csv.json')] as const
    expect(await refused('big.csv', ...origin)).toContain('does not belong to the private file')
    expect(await refused('public.csv', '--origin', path('schema.yaml'))).toContain('it is not a private file of sdc')
    expect(await refused('public.csv', ...origin, '--link', 'region')).toContain(
      '--link and --origin exclude each other',
    )
    // An original that differs in one cell is reported, since the numbers would refer to other records.
    write('changed.csv', read('big.csv').replace('\r\n0;', '\r\n99999;'))
    const changed = ['measure', path('changed.csv'), path('public.csv'), ...origin, ...what] as const
    for (const how of [[], ['--workers', '1']])
      expect(await sdc(...changed, ...how)).toMatchObject({
        status: 0,
        stderr: expect.stringMatching(
          /warning: .*changed\.csv is not, byte for byte, the file that .*keep-csv\.json was made for/,
        ),
      })
    // A work folder contains the order of the release, not its key.
    const [keep, file] = ['keep-csv.json', 'public.csv'].map((name) => ({ name, content: read(name) }))
    const link = plannedLink({ origin: keep, file })
    expect(link).toMatchObject({ order: { source: 'chacha20', key: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    expect(JSON.stringify(link)).not.toContain(keepOf('keep-csv.json').key)
    const masked = { path: file.name, fingerprint: '', schema: { columns: {} }, columns: [], link }
    expect(keptMessage({ masked })).toBe(', with the order of the released records')
    expect(keptMessage({ masked: { ...masked, link: { key: 'region' } } })).toBe('')
    const held = await sdc('reverse-map', path('big.csv'), path('public.csv'), ...origin, '--ties', 'first')
    expect(held.stdout === read('mapped-public.csv')).toBe(true)
    const income = await parquetColumn(path('mapped-public.parquet'), 'income')
    const values = Float64Array.from({ length: ROWS }, (_, i) => cell('income', i))
    expect(income.sort()).toEqual(values.sort())
  })

  it('cannot be linked by a list of origins out of core, and says so', async () => {
    const lines = Array.from({ length: ROWS }, (_, i) => String(i + 1)).join('\n')
    const list = write('origins.csv', `origin\n${lines}\n`)
    const asked = [path('big.parquet'), path('big.parquet'), '--origin', list, '--columns', 'income'] as const
    const parts = await sdc('measure', ...asked, '--metrics', 'loss/il1s', '--workers', '1')
    expect([parts.status, parts.stderr]).toEqual([
      2,
      expect.stringMatching(/origins\.csv lists the records one by one/),
    ])
    const whole = await sdc('measure', ...asked, '--metrics', 'loss/il1s', '--json')
    expect([whole.stderr, whole.status]).toEqual([expect.any(String), 0])
    expect(JSON.parse(whole.stdout)).toMatchObject({ matching: 'origin', metrics: { 'loss/il1s': { value: 0 } } })
  })

  it('releases no unchecked column unless it is accepted by name', async () => {
    const column = (name: string): readonly [string, Column] => [
      name,
      numeric(Float64Array.from({ length: 300 }, (_, i) => cell(name, i))),
    ]
    const source = sourceOf(dataset(names.map(column)))
    const look = (memory: number, ...acceptOpen: string[]): Promise<readonly Message[]> =>
      disclosingColumnsInBlocks(
        { source, schema: undefined },
        ['income'],
        ['income'],
        { dropped: ['person'], pseudonyms: [], acceptOpen },
        memory,
      )
    await expect(look(1e9)).rejects.toMatchObject({ code: 'OPEN_RELEASE', message: expect.stringContaining('tax') })
    expect(await look(1e9, 'tax', 'region')).toEqual([
      { kind: 'note', text: expect.stringMatching(/^accepted unmasked, although they disclose something: tax/) },
    ])
    await expect(look(1e6, 'tax')).rejects.toMatchObject({
      code: 'OPEN_RELEASE',
      message: expect.stringMatching(
        /was not measured: that needs about 181 MB, but --memory allows 1 MB; not accepted: region$/,
      ),
    })
    expect(await look(1e6, 'tax', 'region')).toEqual([
      {
        kind: 'warning',
        text: expect.stringMatching(/^accepted unmasked: tax, region; their disclosure .* was not measured/),
      },
    ])
  })

  it('refuses an output that discloses values, and removes its key', async () => {
    const store = path('kept')
    const out = ['--work-folder', store, '--private', path('never.json'), '-o', path('never.parquet')] as const
    const refused = async (...argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc('mask', path('big.parquet'), ...argv)
      expect([argv, stderr, status]).toEqual([argv, stderr, 2])
      expect([path('never.parquet'), path('never.json'), store].filter((one) => existsSync(one))).toEqual([])
      return stderr
    }
    const weak = [...noise.slice(0, 4), '--set', 'relativeVariance=0.00000001', '--precision', 'fine'] as const
    expect(await refused(...weak, ...released, ...out)).toMatch(/masked columns are \(almost\) unchanged: income/)
    const asked = ['--release', '--workers', '1', ...out] as const
    expect(await refused(...noise, ...asked)).toMatch(/identify people: person/)
    expect(await refused(...noise, ...asked, '--seed', '1')).toContain('--release and --seed exclude each other')
    expect(await refused(...noise, '--release', '--workers', '1', '-o', path('never.parquet'))).toContain(
      '--release needs --private FILE',
    )
    expect(await refused(...noise, ...released, ...out, '--precision', 'full')).toContain('exclude each other')
    expect(await refused(...noise, ...released, ...out, '--accept-open', 'wealth')).toContain(
      'but the file has no such column',
    )
    writeFileSync(path('taken.json'), 'mine')
    expect(
      await refused(...noise, ...released, '--private', path('taken.json'), '-o', path('never.parquet')),
    ).toContain('exists already')
    expect(read('taken.json')).toBe('mine')
  })
})
