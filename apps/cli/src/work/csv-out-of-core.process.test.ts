import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, read, write } = workFolder()
const noise = [
  '--method',
  'noise/additive',
  '--columns',
  'income',
  '--set',
  'relativeVariance=0.1',
  '--seed',
  '1',
] as const
const HEADER = '"name";income;work\r\n'

/** Returns records of people, with a category that only the last ones have. */
function records(from: number, to: number): string {
  let text = ''
  for (let i = from; i < to; i++)
    text += `"n;${i % 50}";${i % 31 === 7 ? 'NA' : `${(i * 7919) % 613},5`};${i > 69_000 ? 'late' : 'full'}\r\n`
  return text
}

let big = ''
beforeAll(async () => {
  big = write('big.csv', HEADER + records(0, 70_000))
  await sdc('mask', big, ...noise, '-o', path('whole.csv'))
})

describe('sdc mask on CSV out of core', () => {
  it('writes the bytes of a run in memory, and leaves no other files', async () => {
    const inMemory = await sdc('mask', big, ...noise, '--memory', '500MB', '-o', path('memory.csv'))
    expect(inMemory.status).toBe(0)
    expect(inMemory.stderr).not.toContain('out of core')
    expect(read('memory.csv') === read('whole.csv')).toBe(true)
    const asked = await sdc('mask', big, ...noise, '--workers', '1', '-o', path('asked.csv'))
    expect(asked).toMatchObject({ status: 0, stdout: '' })
    expect(asked.stderr).toContain('big.csv is masked out of core: 70000 records in 2 parts, 1 process')
    expect(read('asked.csv') === read('whole.csv')).toBe(true)
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('runs out of core if the file does not fit into memory, and says why', async () => {
    const columns = Array.from({ length: 20 }, (_, c) => c)
    const head = columns.map((c) => `c${c}`).join(',')
    const ten = Array.from({ length: 10 }, (_, i) => columns.map((c) => (i * (c + 1)) % 10).join(','))
    const rows = Array.from({ length: 31_500 }, () => ten.join('\n'))
    const wide = write('wide.csv', `${head}\n${rows.join('\n')}\n`)
    const step = ['--method', 'noise/additive', '--columns', 'c3', '--set', 'relativeVariance=0.1', '--seed', '1']
    const argv = [wide, ...step, '--memory', '250MB', '-o', path('narrow.csv')] as const
    const own = await sdc('mask', ...argv)
    expect(own.stderr).toMatch(/wide\.csv in memory needs about 2\d\d MB, and --memory allows 250 MB/)
    expect([own.stderr, own.status]).toEqual([expect.stringContaining('315000 records in 5 parts, 1 process'), 0])
    expect(existsSync(path('narrow.csv'))).toBe(true)
    const mdav = ['--method', 'microaggregation/mdav', '--columns', 'c3,c4', '--memory', '250MB'] as const
    const whole = await sdc('mask', wide, ...mdav, '-o', path('none.csv'))
    expect(whole.status).toBe(2)
    expect(whole.stderr).toMatch(/does not run out of core[^]*in memory it needs about 252 MB, and 250 MB are allowed/)
    expect(whole.stderr).toMatch(/\n {2}inBlocks .* masks blocks of similar records/)
  })

  it('reads a folder of parts as one file', async () => {
    mkdirSync(path('parts'))
    write('parts/a.csv', HEADER + records(0, 30_000))
    write('parts/b.csv', HEADER)
    write('parts/c.csv', `\uFEFF${HEADER}${records(30_000, 70_000)}`)
    const joined = await sdc('mask', path('parts'), ...noise, '--workers', '1', '-o', path('joined.csv'))
    expect([joined.stderr, joined.status]).toEqual([expect.stringContaining('in 2 parts'), 0])
    expect(read('joined.csv') === read('whole.csv')).toBe(true)
  })

  it('names the part and the line if a column of numbers has a text', async () => {
    mkdirSync(path('kinds'))
    const numbers = (from: number): string => Array.from({ length: 9 }, (_, i) => `${from + i}\n`).join('')
    write('kinds/a.csv', `a\n${numbers(0)}`)
    write('kinds/b.csv', 'a\n')
    write('kinds/c.csv', `a\n${numbers(9)}none\n${numbers(18)}`)
    const argv = ['--method', 'noise/additive', '--columns', 'a', '--workers', '1', '-o', path('no.csv')] as const
    const said = await sdc('mask', path('kinds'), ...argv)
    expect([said.stderr, said.status]).toEqual([expect.stringContaining('line 11 of c.csv: "none" is not a number'), 2])
  })

  it('resumes a run from its work folder, and refuses a file that changed since', async () => {
    const store = path('kept')
    const text = `a,b\n${Array.from({ length: 50 }, (_, i) => `1,${i}`).join('\n')}\n`
    const constant = write('constant.csv', text)
    const argv = ['mask', constant, '--method', 'swapping/rank-swap', '--columns', 'a', '--seed', '1'] as const
    const asked = [...argv, '--work-folder', store, '-o', path('never.csv')] as const
    expect((await sdc(...asked)).stderr).toContain('CONSTANT_COLUMN')
    expect(existsSync(`${store}/plan.json`)).toBe(true)
    expect((await sdc(...asked, '--resume')).stderr).toContain('CONSTANT_COLUMN')
    const later = new Date(Date.now() + 5000)
    utimesSync(constant, later, later)
    const changed = await sdc(...asked, '--resume')
    expect(changed.status).toBe(2)
    expect(changed.stderr).toContain('changed after the run began')
  })

  it('treats a run that was killed while removing its work folder as ended', async () => {
    const store = path('half-removed')
    mkdirSync(`${store}/columns`, { recursive: true })
    writeFileSync(`${store}/ended`, '')
    const before = read('whole.csv')
    const again = await sdc('mask', big, ...noise, '--work-folder', store, '--resume', '-o', path('whole.csv'))
    expect([again.stderr, again.status]).toEqual([expect.stringMatching(/had\s+ended/), 0])
    expect([existsSync(store), read('whole.csv') === before]).toEqual([false, true])
  })

  it('refuses what is impossible out of core, in a sentence', async () => {
    const refused = async (...argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc('mask', ...argv, ...noise, '--workers', '1', '-o', path('no.csv'))
      expect([argv, status, existsSync(path('no.csv'))]).toEqual([argv, 2, false])
      return stderr
    }
    const folderOf = (name: string, ...texts: readonly string[]): string => {
      mkdirSync(path(name))
      texts.forEach((text, t) => writeFileSync(path(`${name}/p${t}.csv`), text))
      return path(name)
    }
    expect(await refused(folderOf('empty', HEADER, ''))).toMatch(/p1\.csv is empty/)
    expect(await refused(folderOf('other', HEADER + records(0, 3), 'name;income\r\nx;1\r\n'))).toMatch(
      /p1\.csv and .*p0\.csv are not partitions of one file: it has no column "work"/,
    )
    expect(await refused(write('header.csv', HEADER))).toContain('no records below it')
    expect(await refused(write('ragged.csv', `${HEADER}a;1;x\r\nb;2\r\n`))).toContain('line 3 has 2 cells')
    writeFileSync(path('latin.csv'), Buffer.from(`${HEADER}M\xfcller;1;x\r\n`, 'latin1'))
    expect(await refused(path('latin.csv'))).toContain('line 2: this is not UTF-8')
  })
})
