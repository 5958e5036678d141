import { statSync } from 'node:fs'
import { censusCsv } from '@sdc/datasets/census'
import { optimizeOutput } from '@sdc/release'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

/**
 * 40 people with numbers in different notations, in CRLF, and a version by another program with two changed columns.
 */
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
  it('equals reverse mapping with that method, byte for byte', async () => {
    const { status, stderr } = await sdc('optimize', original, masked, ...two, ...rank, '-o', path('a.csv'))
    expect([status, stderr]).toEqual([0, expect.stringContaining('matched by position')])
    await sdc('reverse-map', original, masked, ...two, '-o', path('b.csv'))
    expect(read('a.csv')).toBe(read('b.csv'))
    expect(cells(read('a.csv'), 2).map(Number).sort()).toEqual(people.map(({ income }) => Number(income)).sort())
  })

  it('keeps the order of the masked records, and the text of columns that are not named', async () => {
    const { status, stdout } = await sdc('optimize', original, turned, ...two, ...rank, '--link', 'id')
    expect(status).toBe(0)
    expect(stdout.startsWith('id,"region",income,tax\r\n')).toBe(true)
    for (const j of [0, 1]) expect(cells(stdout, j)).toEqual(cells(read('turned.csv'), j))
    expect(cells(stdout, 0)[0]).toBe('040')
  })

  it('reports the score by both reference files, and the reason for a missing value', async () => {
    const { stderr } = await sdc('optimize', original, masked, ...two, ...rank, '-o', path('said.csv'))
    expect(stderr).toMatch(
      /score\/sebe against the record that each came from \(truth: identity\): [\d.]+ → [\d.]+ points\n/,
    )
    expect(stderr).toMatch(/\(truth: nearest, the convention of the papers\): no value: .*more than 7 columns/)
    expect(stderr).toMatch(/risk\/max-knowledge: [\d.]+ → [\d.]+ %\n/)
  })

  it('returns JSON in its declared form, with the values of sdc measure', async () => {
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

  it('writes the origins for its owner only, as input for measure, and never overwrites others', async () => {
    const argv = ['optimize', original, turned, ...two, ...rank, '--link', 'id', '-o', path('linked.csv')]
    const made = await sdc(...argv, '--write-origin', path('origin.csv'))
    expect([made.status, made.stderr]).toEqual([
      0,
      expect.stringMatching(/wrote .*origin\.csv: .*keep it secret[^]*the same --link/),
    ])
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
    const byKey = await sdc(...measure, '--link', 'id')
    expect(JSON.parse(byOrigin.stdout).metrics).toEqual(JSON.parse(byKey.stdout).metrics)
    const before = read('origin.csv')
    const again = await sdc(...argv, '--write-origin', path('origin.csv'))
    expect([again.status, again.stderr]).toEqual([2, expect.stringMatching(/FILE.*origin\.csv/)])
    expect(read('origin.csv')).toBe(before)
  })

  it('uses no link if there is none, and says so; a method that needs one refuses', async () => {
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

  it('is repeatable by its seed, and random without one', async () => {
    const run = (...more: readonly string[]): ReturnType<typeof sdc> =>
      sdc('optimize', original, masked, '--columns', 'income,tax', '--set', 'maxSteps=300', ...more)
    const [first, again, fresh] = [await run('--seed', '5'), await run('--seed', '5'), await run()]
    expect(again.stdout).toBe(first.stdout)
    expect(fresh.stdout).not.toBe(first.stdout)
    expect([fresh.status, fresh.stderr.includes('made with a seed')]).toEqual([0, false])
  })

  it('accepts the post-masking method of a plugin, with its parameters', async () => {
    const plugin = write(
      'plugin.mjs',
      `import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
       const by = z.number().min(1).max(9).default(2).meta({ description: 'By how much.' })
       const half = {
         id: 'third/half', title: 'Half', summary: 'Halves.', formula: 'y/by', source: [{ where: 'a test' }],
         traits: { accepts: ['numeric'], stochastic: false, draws: 'numbers', missing: 'keep', given: 'unused', records: 'same', adds: false, kinds: 'same', scope: 'cell', changes: 'all', ordered: false, postMasking: true, permutes: false, searched: true, claims: {} },
         params: z.object({ by }),
         plan: () => ({ form: 'file', mask: ({ data, columns, params }) => ({
           files: [{ columns: new Map(columns.map((name) => [name, { kind: 'numeric', values: data.column(name).values.map((one) => one / params.by) }])) }],
           report: new Map([['reached', 0]]),
         }) }),
       }
       export default { name: 'third', version: '1.0.0', sdc: '^1', methods: [half] }`,
    )
    const third = ['--method', 'third/half', '--set', 'by=4', '--plugin', plugin]
    const { status, stdout, stderr } = await sdc('optimize', original, masked, ...two, ...third)
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('warning: third/half did not reach its target: the file'),
    ])
    expect(cells(stdout, 2).map(Number)).toEqual(noisy.map(({ income }) => Number(income) / 4))
  })

  it('works within groups, and uses the schema', async () => {
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

/** The changed and unchanged parts of a file. */
describe('optimize of Census', () => {
  const census = write('census.csv', censusCsv)
  const columns = censusCsv.slice(0, censusCsv.search(/\r?\n/)).split(',')
  const few = columns.slice(0, 9)
  const rowsOf = (name: string): string[][] =>
    read(name)
      .trimEnd()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','))
  const masked = (method: string, out: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
    sdc('mask', census, '--method', method, '--columns', few.join(), '--seed', '1', '-o', path(out), ...more)
  const optimize = (file: string, out: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
    sdc('optimize', census, path(file), '--columns', few.join(), '--seed', '1', '-o', path(out), ...more)

  it('by Algorithm 1 moves the moments to their target, keeps half of the records and all other columns, and shows both references', async () => {
    await masked('swapping/rank-swap', 'swapped.csv')
    const { status, stdout, stderr } = await optimize('swapped.csv', 'nearer.csv', '--json')
    expect([status, stderr]).toEqual([0, expect.stringMatching(/E [\d.e-]+ → [\d.e-]+,.* target reached: yes/)])
    const { reached, reports, measured } = optimizeOutput.parse(JSON.parse(stdout))
    const [{ numbers }] = reports
    expect(reached).toBe(true)
    expect(Number(numbers['E'])).toBeLessThanOrEqual(Number(numbers['E at the start']) / 10)
    const [before, after] = [rowsOf('swapped.csv'), rowsOf('nearer.csv')]
    expect(after.map((row) => row.slice(9))).toEqual(before.map((row) => row.slice(9)))
    const touched = after.filter((row, i) => row.some((cell, j) => cell !== before[i][j])).length
    expect(touched).toBeGreaterThan(100)
    expect(touched).toBeLessThanOrEqual(540)
    const [own, nearest, knowledge] = measured
    expect([own.truth, nearest.truth, knowledge.metric]).toEqual(['identity', 'nearest', 'risk/max-knowledge'])
    // The reference file by which Algorithm 1 is meant to improve.
    expect(Number(nearest.after)).toBeLessThan(Number(nearest.before))
    expect(stderr).toMatch(/score\/sebe, both truths: by nearest .* before, .* after; by identity .* before, .* after/)
  })

  it('writes a file that misses its target, with a warning', async () => {
    const made = await optimize('swapped.csv', 'missed.csv', '--set', 'maxSteps=500', '--set', 'target=1e-12')
    expect([made.status, made.stderr]).toEqual([
      0,
      expect.stringMatching(/target reached: no[^]*warning: .*TARGET WAS MISSED/),
    ])
    expect(rowsOf('missed.csv')).toHaveLength(1080)
    const one = await optimize('swapped.csv', 'one.csv', '--set', 'recordShare=1e-9')
    expect([one.status, one.stderr]).toEqual([0, expect.stringMatching(/TARGET WAS MISSED.*1 record that may change/)])
  })

  it('needs no link: a file of fewer records, or of reordered records, is compared with the nearest, and says so', async () => {
    const lines = read('swapped.csv').trimEnd().split('\n')
    write('fewer-census.csv', `${lines.slice(0, 801).join('\n')}\n`)
    const fewer = await optimize('fewer-census.csv', 'fewer-nearer.csv', '--set', 'maxSteps=2000')
    expect([fewer.status, fewer.stderr]).toEqual([
      0,
      expect.stringMatching(/note: no record is matched, since the original has 1080 records and the masked file 800/),
    ])
    expect(fewer.stderr).toMatch(/risk\/max-knowledge: no value: no masked record is matched/)
    expect(rowsOf('fewer-nearer.csv')).toHaveLength(800)
    write('turned-census.csv', `${[lines[0], ...lines.slice(1).reverse()].join('\n')}\n`)
    const turned = await optimize('turned-census.csv', 'turned-nearer.csv', '--set', 'maxSteps=2000', '--unlinked')
    expect([turned.status, turned.stderr]).toEqual([0, expect.stringContaining('no record is matched, as you say')])
  })

  it('links a release in random order by its private file, and not without it', async () => {
    const open = columns.slice(9).flatMap((name) => ['--accept-open', name])
    const args = ['--method', 'swapping/rank-swap', '--columns', few.join(), '--release', ...open]
    await sdc('mask', census, ...args, '--private', path('keep.json'), '-o', path('public.csv'))
    const linked = await optimize(
      'public.csv',
      'public-better.csv',
      '--origin',
      path('keep.json'),
      '--method',
      'optimize/permute',
      '--write-origin',
      path('public-origin.csv'),
    )
    expect([linked.status, linked.stderr]).toEqual([
      0,
      expect.stringMatching(/to measure it: --origin .*public-origin\.csv/),
    ])
    const unlinked = await optimize('public.csv', 'public-nearer.csv', '--set', 'maxSteps=2000')
    expect([unlinked.status, unlinked.stderr]).toEqual([
      0,
      expect.stringContaining('by its manifest the records of the masked file are in random order'),
    ])
    const measured = await sdc(
      'measure',
      census,
      path('public-better.csv'),
      '--columns',
      few.join(),
      '--origin',
      path('public-origin.csv'),
      '--metrics',
      'risk/dld',
      '--json',
    )
    expect(JSON.parse(measured.stdout)).toMatchObject({ n: 1080, matching: 'origin' })
  })

  it('by permutations keeps every value, restores the correlations, and reports the original, current and possible values of each bound', async () => {
    await masked('noise/additive', 'noisy.csv', '--reverse-map')
    const { status, stdout, stderr } = await optimize(
      'noisy.csv',
      'permuted.csv',
      '--method',
      'optimize/permute',
      '--given',
      columns[12],
      '--json',
    )
    expect([status, stderr]).toEqual([0, expect.stringMatching(/limits\nmetric +at the start +at the end +at most/)])
    const { reached, reports } = optimizeOutput.parse(JSON.parse(stdout))
    expect(reached).toBe(true)
    const [{ numbers, tables }] = reports
    expect(Number(numbers['largest Pearson error'])).toBeLessThanOrEqual(1e-3)
    expect(Number(numbers['largest Pearson error at the start'])).toBeGreaterThan(1e-2)
    const { 'at the end': end, 'at most': most } = tables?.['limits'] ?? {}
    expect(end).toHaveLength(5)
    end.forEach((value, b) => expect(Number(value)).toBeLessThanOrEqual(Number(most[b]) + 1e-9))
    const [original, after] = [rowsOf('census.csv'), rowsOf('permuted.csv')]
    for (let j = 0; j < columns.length; j++)
      expect(after.map((row) => row[j]).sort()).toEqual(original.map((row) => row[j]).sort())
    const measure = await sdc(
      'measure',
      census,
      path('permuted.csv'),
      '--columns',
      few.join(),
      '--given',
      columns[12],
      '--metrics',
      'loss/correlation',
      '--json',
    )
    expect(JSON.parse(measure.stdout).metrics['loss/correlation'].value).toBeLessThan(1e-3)
  })
})
