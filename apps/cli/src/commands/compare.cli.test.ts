import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { paperAxes, peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()
const data = write('data.csv', peopleCsv())
const asked = ['compare', data, '--columns', 'income,tax', '--try', 'noise/additive relativeVariance=0.1,0.4', ...paperAxes, '--replicates', '2'] // oxfmt-ignore
const keptIn = (folder: string): string => path(`${folder}/measurements.INTERNAL.jsonl`)
const linesOf = (folder: string): number => readFileSync(keptIn(folder), 'utf8').match(/^\[/gm)?.length ?? 0

describe('the command printed by a comparison', () => {
  it('makes the release, and names the columns that the user must decide on', async () => {
    const out = path('choice')
    const limited = await sdc(...asked, '--limit', 'risk/dld=100', '-o', out)
    expect(limited.stderr).toMatch(/warning: decide on id, age before a release: drop them \(role: identifier/)
    const [, next = ''] = /^next: sdc (run .*)$/m.exec(limited.stderr) ?? []
    expect(next).toContain('--accept-open id --accept-open age')
    const words = next.split(' ').map((word) => (/^(keep.json|public.csv)$/.test(word) ? path(word) : word))
    expect(await sdc(...words)).toMatchObject({ status: 0 })
    expect(existsSync(path('public.csv'))).toBe(true)
  })
})

describe('a comparison that exceeds its budget', () => {
  it('keeps its measurements, and is resumed to the full result', async () => {
    const cut = await sdc(...asked, '--budget', '0.001s', '-o', path('cut'))
    expect(cut.stderr).toContain('to continue this comparison, repeat the command with --resume')
    const kept = linesOf('cut')
    expect(kept).toBeGreaterThan(0)
    expect(statSync(keptIn('cut')).mode & 0o777).toBe(0o600)
    // A killed comparison leaves an incomplete line.
    appendFileSync(keptIn('cut'), '["half a li')
    const resumed = await sdc(...asked, '--resume', '-o', path('cut'))
    expect(resumed.stderr).toContain(`${kept} measurements of the interrupted comparison were reused`)
    expect(existsSync(keptIn('cut'))).toBe(false)
    const whole = await sdc(...asked, '-o', path('whole'))
    expect(existsSync(keptIn('whole'))).toBe(false)
    expect(read('cut/comparison.json')).toBe(read('whole/comparison.json'))
    expect(resumed.stdout.replaceAll('/cut/', '/whole/')).toBe(whole.stdout)
  })

  it('reuses no results of another file, and needs a folder', async () => {
    await sdc(...asked, '--budget', '0.001s', '-o', path('other'))
    const changed = write('changed.csv', peopleCsv().replace(/(\d)\r\n/, '9$1\r\n'))
    const resumed = await sdc('compare', changed, ...asked.slice(2), '--resume', '-o', path('other'))
    expect(resumed.stderr).toContain('no measurement of an interrupted comparison fits this one: all were made anew')
    const nowhere = await sdc(...asked, '--resume')
    expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringMatching(/BAD_OPTION: --resume needs the folder/) })
  })
})
