import { statSync } from 'node:fs'
import { censusCsv } from '@sdc/datasets/census'
import { optimizeOutput } from '@sdc/workflow'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from './cli.fixture.js'

const { path, write, read } = workFolder()

/** 40 people whose numbers are written in their own ways, in CRLF, and what another program made of two columns. */
const people = Array.from({ length: 40 }, (_, i) => ({
  id: String(i + 1).padStart(3, '0'),
  region: ['north', 'south'][i % 2],
  income: (1000 + ((i * 7919) % 613)).toFixed(2),
  tax: String(((i * 104729) % 97) / 8),
}))
const csv = (rows: readonly Readonly<Record<string, string>>[]): string =>
  `id,"region",income,tax\r\n${rows.map(({ id, region, income, tax }) => `${id},"${region}",${income},${tax}`).join('\r\n')}\r\n`
const noisy = people.map((one, i) => ({
  ...one,
  income: String(Number(one.income) + ((i * 31) % 17) * 20),
  tax: String(Number(one.tax) + ((i * 17) % 5)),
}))
const original = write('people.csv', csv(people))
const masked = write('masked.csv', csv(noisy))
const turned = write('turned.csv', csv([...noisy].reverse()))
const two = ['--columns', 'income,tax', '--seed', '1']
const rank = ['--method', 'reverse-map/rank']

const cells = (text: string, j: number): string[] =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[j])

describe('optimize with any post-masking method', () => {
  it('is reverse mapping with that method, byte for byte', async () => {
    const { status, stderr } = await sdc('optimize', original, masked, ...two, ...rank, '-o', path('a.csv'))
    expect([status, stderr]).toEqual([0, expect.stringContaining('matched by position')])
    await sdc('reverse-map', original, masked, ...two, '-o', path('b.csv'))
    expect(read('a.csv')).toBe(read('b.csv'))
    expect(cells(read('a.csv'), 2).map(Number).sort()).toEqual(people.map(({ income }) => Number(income)).sort())
  })

  it('keeps the records of the masked file in their order, and columns that are not named as they are written', async () => {
    const { status, stdout } = await sdc('optimize', original, turned, ...two, ...rank, '--key', 'id')
    expect(status).toBe(0)
    expect(stdout.startsWith('id,"region",income,tax\r\n')).toBe(true)
    for (const j of [0, 1]) expect(cells(stdout, j)).toEqual(cells(read('turned.csv'), j))
    expect(cells(stdout, 0)[0]).toBe('040')
  })

  it('says what became of the score by both truths, and why one has no value', async () => {
    const { stderr } = await sdc('optimize', original, masked, ...two, ...rank, '-o', path('said.csv'))
    expect(stderr).toMatch(
      /score\/sebe against the record that each came from \(truth: identity\): [\d.]+ → [\d.]+ points\n/,
    )
    expect(stderr).toMatch(/\(truth: nearest, the convention of the papers\): no value: .*more than 7 columns/)
    expect(stderr).toMatch(/risk\/max-knowledge: [\d.]+ → [\d.]+ %\n/)
  })

  it('gives JSON of the form it describes, the values of sdc measure in it', async () => {
    const made = await sdc('optimize', original, masked, ...two, ...rank, '-o', path('json.csv'), '--json')
    const said = optimizeOutput.parse(JSON.parse(made.stdout))
    expect(said).toMatchObject({ method: 'reverse-map/rank', records: 40, matching: 'position', reached: null })
    const valueIn = async (file: string, metric: string): Promise<number> => {
      const { stdout } = await sdc('measure', original, file, '--columns', 'income,tax', '--metrics', metric, '--json')
      return JSON.parse(stdout).metrics[metric].value
    }
    for (const { metric, truth, before, after } of said.measured.filter((one) => one.truth !== 'nearest')) {
      expect([metric, truth, before]).toEqual([metric, truth, await valueIn(masked, metric)])
      expect([metric, truth, after]).toEqual([metric, truth, await valueIn(path('json.csv'), metric)])
    }
  })

  it('writes the origins for its owner alone, which measure takes, and never over others', async () => {
    const argv = ['optimize', original, turned, ...two, ...rank, '--key', 'id', '-o', path('linked.csv')]
    const made = await sdc(...argv, '--write-origin', path('origin.csv'))
    expect([made.status, made.stderr]).toEqual([0, expect.stringMatching(/wrote .*origin\.csv: .*keep it secret/)])
    expect(statSync(path('origin.csv')).mode & 0o777).toBe(0o600)
    const measure = [
      'measure',
      original,
      path('linked.csv'),
      '--columns',
      'income,tax',
      '--metrics',
      'risk/dld',
      '--json',
    ]
    const byOrigin = await sdc(...measure, '--origin', path('origin.csv'))
    const byKey = await sdc(...measure, '--key', 'id')
    expect(JSON.parse(byOrigin.stdout).metrics).toEqual(JSON.parse(byKey.stdout).metrics)
    const before = read('origin.csv')
    const again = await sdc(...argv, '--write-origin', path('origin.csv'))
    expect([again.status, again.stderr]).toEqual([2, expect.stringMatching(/FILE.*origin\.csv/)])
    expect(read('origin.csv')).toBe(before)
  })

  it('goes by no link where there is none, and says so; a method that needs one refuses', async () => {
    const fewer = write('fewer.csv', csv(noisy.slice(0, 30)))
    const refused = await sdc('optimize', original, fewer, ...two, ...rank)
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /note: no record is matched, since the original has 40 records and the masked file 30[^]*LENGTH_MISMATCH/,
      ),
    ])
    const quantile = await sdc('optimize', original, fewer, ...two, ...rank, '--set', 'mode=quantile')
    expect([quantile.status, quantile.stderr]).toEqual([
      0,
      expect.stringContaining('truth: identity): no value: no masked record is matched'),
    ])
    expect(cells(quantile.stdout, 2)).toHaveLength(30)
  })

  it('works within groups, and takes what a schema says', async () => {
    const schema = write('schema.yaml', 'columns: { income: { role: confidential }, tax: { role: confidential } }\n')
    const made = await sdc('optimize', original, masked, ...rank, '--by', 'region', '--schema', schema, '--seed', '1')
    expect(made.status).toBe(0)
    for (const region of ['north', 'south']) {
      const of = (values: readonly string[]): number[] =>
        values
          .filter((_, i) => people[i].region === region)
          .map(Number)
          .sort()
      expect(of(cells(made.stdout, 2))).toEqual(of(people.map(({ income }) => income)))
    }
  })
})
