import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, read, write } = workFolder()
const lines = (from: number, to: number): string =>
  `id;income;age\n${Array.from({ length: to - from }, (_, i) => `${from + i};${((from + i) * 7919) % 1009};${(from + i) % 70}`).join('\n')}\n`
const steps = `steps:
  - { use: noise/additive, columns: [income], params: { relativeVariance: 0.2 } }
  - { use: swapping/rank-swap, columns: [age], params: { percent: 10 } }
  - { use: reverse-map/rank, columns: [income] }
`
beforeAll(() => {
  write('people.csv', lines(0, 300))
  mkdirSync(path('folder'))
  writeFileSync(path('folder/1.csv'), lines(0, 100))
  writeFileSync(path('folder/2.csv'), lines(100, 300))
})

describe('sdc run on a file out of core', () => {
  it('writes the bytes of the run in memory, with the seed of the plan', async () => {
    const plan = write('plan.yaml', `data: folder\nseed: 11\nschema: { columns: { age: { min: 0 } } }\n${steps}`)
    const secret = (name: string): string[] => ['--private', path(`${name}.json`)]
    const inMemory = await sdc(
      'run',
      plan,
      '--data',
      path('people.csv'),
      '--publish-params',
      '--no-report',
      ...secret('memory'),
      '-o',
      path('memory.csv'),
    )
    expect([inMemory.stderr, inMemory.status]).toEqual([expect.anything(), 0])
    const inParts = await sdc(
      'run',
      plan,
      '--workers',
      '1',
      ...secret('parts'),
      '--publish-params',
      '-o',
      path('parts.csv'),
    )
    expect([inParts.stderr, inParts.status]).toEqual([expect.stringContaining('is masked out of core: 300 records'), 0])
    expect(read('parts.csv')).toBe(read('memory.csv'))
    expect(read('parts.csv')).not.toBe(read('people.csv'))
    expect(read('parts.manifest.json')).toBe(read('memory.manifest.json'))
    expect(read('parts.json')).toBe(read('memory.json'))
    const other = await sdc('run', plan, '--seed', '12', '--no-report', '--workers', '1', '-o', path('other.csv'))
    expect([other.status, other.stderr.includes('a report')]).toEqual([0, false])
    expect(read('other.csv')).not.toBe(read('memory.csv'))
    expect(existsSync(path('parts.report.INTERNAL.html'))).toBe(false)
  })

  it('measures the metrics of a plan, in memory and out of core', async () => {
    const plan = write('metrics.yaml', `data: people.csv\nseed: 5\n${steps}metrics: [loss/il-score]\n`)
    const metricsOf = async (name: string, ...argv: readonly string[]): Promise<unknown> => {
      const { stdout, stderr, status } = await sdc('run', plan, ...argv, '--no-report', '--json', '-o', path(name))
      expect([stderr, status]).toEqual([expect.stringContaining('Information loss of the score'), 0])
      return (JSON.parse(stdout) as { metrics: unknown }).metrics
    }
    expect(await metricsOf('many.csv', '--workers', '2')).toEqual(await metricsOf('one.csv'))
  })

  it('draws again until a draw meets the limits, as in memory', async () => {
    const limited = (limit: string): string =>
      write('limited.yaml', `data: people.csv\nseed: 3\n${steps}limits: { risk/dld: ${limit} }\n`)
    const drawnBy = async (name: string, ...argv: readonly string[]): Promise<{ draws: number; limits: unknown }> => {
      const { stdout, stderr, status } = await sdc(
        'run',
        limited('3'),
        ...argv,
        '--no-report',
        '--json',
        '-o',
        path(name),
      )
      expect([stderr, status]).toEqual([expect.stringContaining('keeps the limits'), 0])
      const { draws, limits } = JSON.parse(stdout) as { draws: number; limits: unknown }
      return { draws, limits }
    }
    const inMemory = await drawnBy('limited-1.csv', '--private', path('limited-1.json'))
    expect(inMemory.draws).toBeGreaterThan(1)
    expect(await drawnBy('limited-2.csv', '--private', path('limited-2.json'), '--workers', '1')).toEqual(inMemory)
    expect(read('limited-2.csv')).toBe(read('limited-1.csv'))
    expect(read('limited-2.json')).toBe(read('limited-1.json'))
    const work = path('limited-work')
    for (const argv of [['--workers', '1'], ['--workers', '1', '--work-folder', work], []]) {
      const none = await sdc('run', limited('0.1'), ...argv, '--no-report', '-o', path('none.csv'))
      expect([none.status, none.stderr]).toEqual([3, expect.stringContaining('none of 20 draws keeps the limits')])
      expect([existsSync(path('none.csv')), existsSync(path('none.manifest.json')), existsSync(work)]).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  it('overwrites an output, but never a release', async () => {
    const plan = write('again.yaml', `data: people.csv\n${steps}acceptOpen: [id]\n`)
    const out = write('there.csv', 'old\n')
    for (const argv of [[], ['--workers', '1']]) {
      const keep = path(`keep-${argv.length}.json`)
      const released = await sdc('run', plan, ...argv, '--no-report', '--release', '--private', keep, '-o', out)
      expect([released.status, released.stderr]).toEqual([2, expect.stringContaining('there.csv exists already')])
      expect([read('there.csv'), existsSync(keep)]).toEqual(['old\n', false])
    }
    for (const argv of [[], ['--workers', '1']]) {
      write('there.csv', 'old\n')
      const { status, stderr } = await sdc('run', plan, ...argv, '--no-report', '-o', out)
      expect([stderr, status]).toEqual([expect.anything(), 0])
      expect(read('there.csv')).toMatch(/^id;income;age\n0;/)
    }
  })

  it('refuses what needs the whole file, with advice', async () => {
    const refused = async (plan: string, ...argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc(
        'run',
        plan,
        '--data',
        path('folder'),
        '--workers',
        '1',
        ...argv,
        '-o',
        path('no.csv'),
      )
      expect([argv, status, existsSync(path('no.csv'))]).toEqual([argv, 2, false])
      return stderr
    }
    const plain = write('plain.yaml', steps)
    expect(await refused(plain, '--groups', path('groups.csv'))).toContain('--groups needs the whole file')
    expect(await refused(plain, '--release', '--private', path('key.json'))).toContain('OPEN_RELEASE')
    expect(existsSync(path('key.json'))).toBe(false)
    const held = ['--data', path('people.csv'), '--no-report', '--private', path('keep.json')] as const
    expect(await sdc('run', plain, ...held, '-o', path('held.csv'))).toMatchObject({ status: 0 })
    expect(await refused(path('keep.json'))).toContain('cannot replay out of core')
    // The error of a step names its line.
    const wrong = write('wrong.yaml', 'steps:\n  - { use: noise/additive, columns: [nobody] }\n')
    expect(await refused(wrong)).toMatch(/nobody.*\n?[^]*wrong\.yaml/)
  })
})
