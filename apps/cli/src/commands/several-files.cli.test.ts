import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '@sdc/engine'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())
const imputation = ['--method', 'linear/multiple-imputation', '--columns', 'income,tax']
const impute = [...imputation, '--set', 'sets=3']
const open = ['--accept-open', 'id', '--accept-open', 'age']
const hashes = (...names: string[]): string[] =>
  names.map((name) => sha256Hex(new TextEncoder().encode(work.read(name))))

describe('a run of several files', () => {
  it('writes and names every file, each with its hash', async () => {
    const { status, stderr } = await sdc('mask', data, ...impute, '--given', 'region', '-o', work.path('out.csv'))
    expect(status).toBe(0)
    expect(stderr).toContain(
      `wrote ${work.path('out.1.csv')}, ${work.path('out.2.csv')}, ${work.path('out.3.csv')} and out.manifest.json`,
    )
    expect(stderr).toContain('the 3 files are one release')
    expect(existsSync(work.path('out.csv'))).toBe(false)
    const names = ['out.1.csv', 'out.2.csv', 'out.3.csv']
    expect(JSON.parse(work.read('out.manifest.json')).outputSha256).toEqual(hashes(...names))
    expect(new Set(hashes(...names)).size).toBe(3)
    const region = (text: string): string[] => text.split('\r\n').map((line) => line.split(',')[1])
    for (const name of names) expect(region(work.read(name))).toEqual(region(peopleCsv()))
  })

  it('names files of an earlier run that still exist', async () => {
    await sdc('mask', data, ...imputation, '--set', 'sets=5', '-o', work.path('left.csv'))
    const { stderr } = await sdc('mask', data, ...impute, '-o', work.path('left.csv'))
    expect(stderr).toContain(
      `warning: ${work.path('left.4.csv')}, ${work.path('left.5.csv')} of an earlier run are still there`,
    )
    const five = await sdc('mask', data, ...imputation, '--set', 'sets=5', '-o', work.path('five.csv'))
    expect(five.stderr).toContain(`${work.path('five.1.csv')} to ${work.path('five.5.csv')} (5 files)`)
  })

  it('is released, replayed and measured file by file', async () => {
    const [out, keep] = [work.path('public.csv'), work.path('keep.json')]
    const made = await sdc('mask', data, ...impute, '--release', ...open, '--private', keep, '-o', out)
    expect(made.status).toBe(0)
    const again = await sdc('run', keep, '--data', data, '-o', work.path('again.csv'))
    expect(again.stderr).toContain('the replay equals all 3 files of the run, bit for bit')
    for (const f of [1, 2, 3]) expect(work.read(`again.${f}.csv`)).toBe(work.read(`public.${f}.csv`))
    const measure = ['measure', data, work.path('public.2.csv'), '--columns', 'income', '--metrics', 'risk/dld']
    const byPosition = await sdc(...measure)
    expect(byPosition.stderr).toContain('the records of the masked file are in random order')
    expect(byPosition.stdout).not.toMatch(/\(DLD\) +\d/)
    expect((await sdc(...measure, '--origin', keep)).stdout).toMatch(/\(DLD\) +\d/)
  })

  it('is measured after a plan as the mean over the files', async () => {
    const plan = work.write(
      'plan.yaml',
      'data: people.csv\nseed: 1\nsteps: [{ use: linear/multiple-imputation, columns: [income, tax] }]\nmetrics: [loss/il-score]\n',
    )
    const { stderr } = await sdc('run', plan, '-o', work.path('planned.csv'))
    expect(stderr).toMatch(/the mean of each value over the 5 files\n[\s\S]*Information loss of the score/)
  })

  it('writes all files or none: none if it would overwrite its input, or is to be printed', async () => {
    const input = work.write('mine.2.csv', peopleCsv())
    const before = readdirSync(dirname(data)).sort()
    const { status, stderr } = await sdc('mask', input, ...impute, '-o', work.path('mine.csv'))
    expect([status, stderr]).toEqual([2, expect.stringContaining('would be overwritten')])
    expect(work.read('mine.2.csv')).toBe(peopleCsv())
    const printed = await sdc('mask', data, ...impute)
    expect([printed.status, printed.stdout]).toEqual([2, ''])
    expect(printed.stderr).toMatch(/makes 3 files[\s\S]*OUT\.1\.csv/)
    expect(readdirSync(dirname(data)).sort()).toEqual(before)
  })
})
