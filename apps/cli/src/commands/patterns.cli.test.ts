import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

const rows = Array.from({ length: 60 }, (_, i) => `${i},${(i * 37) % 101},${(i * 13) % 57},${i % 7},${(i * 7) % 11}`)
const head = 'id,pay_a,pay_b,pay*,other'
const text = `${head}\n${rows.join('\n')}\n`
const data = write('data.csv', text)
const schemaOf = (name: string, columns: Readonly<Record<string, object>>): string =>
  write(name, JSON.stringify({ columns }))
const confidential = { role: 'confidential' }
const open = { role: 'non-confidential' }
const schema = schemaOf('schema.json', { id: open, 'pay_*': confidential, 'pay*': open, pay_b: open, 'o*r': open })
const expanded = { id: open, pay_a: confidential, 'pay*': open, pay_b: open, other: open }
const release = (key: string): string[] => ['--release', '--private', path(key), '--accept-open', 'id,pay_b,pay*,other']

describe('patterns in a schema', () => {
  it('apply to columns that are not named, and are replayed', async () => {
    const mask = ['mask', data, '--method', 'noise/additive', '--schema', schema, ...release('key.json')]
    const made = await sdc(...mask, '-o', path('public.csv'))
    expect(made.status, made.stderr).toBe(0)
    expect(JSON.parse(read('key.json'))).toMatchObject({ plan: { schema: { columns: expanded } } })
    expect(Object.keys(JSON.parse(read('key.json')).plan.schema.columns)).toEqual(Object.keys(expanded))
    const again = await sdc('run', path('key.json'), '--data', data, '-o', path('again.csv'))
    expect(again.status, again.stderr).toBe(0)
    expect(read('again.csv')).toBe(read('public.csv'))
    const measured = await sdc('measure', data, path('public.csv'), '--origin', path('key.json'), '--schema', schema)
    expect(measured.status, measured.stderr).toBe(0)
  })

  it('apply in plans, and out of core', async () => {
    const steps = [{ use: 'noise/additive' }]
    const plan = write(
      'plan.json',
      JSON.stringify({ data: 'data.csv', steps, schema: JSON.parse(read('schema.json')) }),
    )
    const whole = await sdc('run', plan, '--seed', '1', '-o', path('whole.csv'), '--no-report')
    expect(whole.status, whole.stderr).toBe(0)
    mkdirSync(path('parts'))
    write('parts/a.csv', `${head}\n${rows.slice(0, 30).join('\n')}\n`)
    write('parts/b.csv', `${head}\n${rows.slice(30).join('\n')}\n`)
    const parted = await sdc(
      'mask',
      path('parts'),
      '--method',
      'noise/additive',
      '--schema',
      schema,
      '--seed',
      '1',
      '-o',
      path('parted.csv'),
    )
    expect(parted.status, parted.stderr).toBe(0)
    expect(read('parted.csv')).toBe(read('whole.csv'))
  })

  it.each([
    [{ 'zz*': open }, /the pattern "zz\*" .*matches no column; the file has id, pay_a, .*bad-schema\.json, line 1/],
    [{ 'pay_*': open, '*_b': confidential }, /the patterns "pay_\*" and "\*_b" .*both match pay_b/],
  ])('are refused if they are ambiguous: %j', async (columns, message) => {
    const bad = schemaOf('bad-schema.json', columns)
    const { status, stderr } = await sdc('inspect', data, '--schema', bad)
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringMatching(message) })
  })
})
