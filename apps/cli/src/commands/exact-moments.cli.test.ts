import { existsSync } from 'node:fs'
import { attackRunOutput } from '@sdc/workflow'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { write, path, read } = workFolder()
const lines = Array.from({ length: 60 }, (_, i) => `d${Math.floor(i / 3)},${20 + ((i * 37) % 61)},${(i * 53) % 47}`)
const data = write('data.csv', `district,age,hours\n${lines.join('\n')}\n`)
const mask = (...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('mask', data, '--method', 'linear/romm', '--columns', 'age', '--by', 'district', ...more)

describe('exact moments', () => {
  it('are solved from the masked file alone, and refused for a release', async () => {
    const masked = path('masked.csv')
    const run = await mask('--seed', '1', '-o', masked)
    expect(run.status).toBe(0)
    expect(run.stderr.match(/keeps moments exactly/g)).toHaveLength(1)
    const attack = ['attack', 'run', 'attacks/exact-moments', masked, '--columns', 'age', '--set', 'by=["district"]']
    const { status, stdout } = await sdc(...attack, '--known', `original=${data}`, '--json')
    expect(status).toBe(0)
    const { value, tables } = attackRunOutput.parse(JSON.parse(stdout))
    expect(value).toBeGreaterThan(10)
    expect(tables?.columns.right).toEqual(tables?.columns.recovered)
    // Only the masked file is needed.
    const alone = attackRunOutput.parse(JSON.parse((await sdc(...attack, '--json')).stdout))
    expect(alone.value).toBe(value)
    const card = (await sdc('attacks', 'attacks/exact-moments')).stdout
    expect(card).toMatch(/--known original=FILE +\(not needed\)/)

    const out = path('public.csv')
    const release = ['--release', '--private', path('keep.json'), '-o', out]
    const refused = await mask(...release)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(/TOO_FEW_RECORDS.*district=d0.*20 groups are too small.*--moment-margin/s)
    expect([out, path('keep.json')].filter((file) => existsSync(file))).toEqual([])
    expect((await mask(...release, '--moment-margin', '-1')).stderr).toContain('whole number from 0')
    const accepted = ['--accept-open', 'hours', '--accept-open', 'district']
    expect((await mask(...release, ...accepted, '--moment-margin', '0')).status).toBe(0)
    expect(read('public.csv')).toContain('district,age,hours')
  })

  it('read the conditioning columns from --given', async () => {
    const masked = path('given.csv')
    const of = ['--columns', 'age', '--given', 'hours']
    await sdc('mask', data, '--method', 'linear/sblm', ...of, '--seed', '1', '-o', masked)
    // Three records are unknown: a given column leaves two solutions, and whole numbers leave one.
    const known = write('known.csv', `district,age,hours\n${lines.slice(3).join('\n')}\n`)
    const run = async (...more: readonly string[]): Promise<unknown> =>
      JSON.parse((await sdc('attack', 'run', 'attacks/exact-moments', masked, '--columns', 'age', ...more, '--known', `known=${known}`, '--known', `original=${data}`, '--json')).stdout) // oxfmt-ignore
    expect(attackRunOutput.parse(await run('--given', 'hours'))).toMatchObject({
      value: 100,
      used: 3,
      tables: { columns: { recovered: [3], right: [3] } },
    })
  })
})
