import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const records = Array.from(
  { length: 40 },
  (_, i) => `${1000 + ((i * 7919) % 613)},${(i * 37) % 29},${i % 2 ? 'a' : 'b'}`,
)
const data = work.write('headless.csv', `${records.join('\n')}\n`)
const noise = ['--method', 'noise/additive', '--columns', 'c1,c2', '--seed', '1']

describe('a file without a header', () => {
  it('keeps its first record confidential', async () => {
    const { status, stderr } = await sdc(
      'mask',
      data,
      '--method',
      'noise/additive',
      '--columns',
      'all',
      '-o',
      work.path('x.csv'),
    )
    expect(status).toBe(2)
    expect(stderr).toMatch(/FILE: line 1 looks like a record.*\n.*--no-header/)
    expect(existsSync(work.path('x.csv'))).toBe(false)
  })

  it('is masked with --no-header, including its first record, and written without a header', async () => {
    expect((await sdc('mask', data, ...noise, '--no-header', '-o', work.path('masked.csv'))).status).toBe(0)
    const lines = work.read('masked.csv').trimEnd().split('\n')
    expect(lines).toHaveLength(records.length)
    expect(lines[0]).toMatch(/^[\d.]+,-?[\d.]+,b$/)
    expect(lines[0].split(',')[0]).not.toBe(records[0].split(',')[0])
    const measured = await sdc('measure', data, work.path('masked.csv'), '--columns', 'c1,c2', '--no-header', '--json')
    expect(JSON.parse(measured.stdout)).toMatchObject({ n: records.length, columns: ['c1', 'c2'] })
  })

  it('is replayed and measured with its private file, which has the option', async () => {
    const [out, keep] = [work.path('public.csv'), work.path('keep.json')]
    const mask = ['mask', data, '--method', 'noise/additive', '--columns', 'c1,c2', '--no-header', '-o', out]
    expect((await sdc(...mask, '--release', '--private', keep)).status).toBe(0)
    const replay = await sdc('run', keep, '--data', data, '-o', work.path('again.csv'))
    expect(replay.stderr).toContain('bit for bit')
    const measured = await sdc('measure', data, out, '--columns', 'c1,c2', '--origin', keep, '--json')
    expect(JSON.parse(measured.stdout)).toMatchObject({ n: records.length })
  })

  it('may be described in a schema, with columns c1, c2, …', async () => {
    const schema = work.write(
      'schema.yaml',
      'header: false\ncolumns: { c1: { role: confidential }, c3: { role: identifier } }\n',
    )
    const { stderr } = await sdc(
      'mask',
      data,
      '--method',
      'noise/additive',
      '--schema',
      schema,
      '-o',
      work.path('s.csv'),
    )
    expect(stderr).toContain('masked 1 of 3 columns of 40 records')
  })
})

describe('names that are numbers', () => {
  it('are accepted with --header', async () => {
    const years = work.write('years.csv', `1990,1991\n${records.map((line) => line.slice(0, -2)).join('\n')}\n`)
    const mask = [
      'mask',
      years,
      '--method',
      'noise/additive',
      '--columns',
      '1990',
      '--seed',
      '1',
      '-o',
      work.path('y.csv'),
    ]
    expect(await sdc(...mask)).toMatchObject({ status: 2, stderr: expect.stringContaining('--header') })
    expect((await sdc(...mask, '--header')).status).toBe(0)
    expect(work.read('y.csv')).toMatch(/^1990,1991\n/)
  })
})
