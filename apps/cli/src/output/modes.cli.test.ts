import { statSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())
const masked = work.path('masked.csv')
const modeOf = (name: string): string => (statSync(work.path(name)).mode & 0o777).toString(8)

beforeAll(async () => {
  await sdc('mask', data, '--method', 'coding/rounding', '--set', 'base=500', '--columns', 'income', '-o', masked)
})

describe('a written file', () => {
  it.each<[string, readonly string[]]>([
    ['inspect -o', ['inspect', data, '-o']],
    ['inspect --write', ['inspect', data, '--write']],
    ['permutation -o', ['permutation', data, masked, '--columns', 'income', '-o']],
    ['permutation --plot', ['permutation', data, masked, '--columns', 'income', '--plot']],
    ['measure -o', ['measure', data, masked, '--metrics', 'risk/dld', '-o']],
    ['measure --records', ['measure', data, masked, '--metrics', 'risk/dld', '--records']],
    [
      'attack inversion -o',
      ['attack', 'inversion', masked, masked, '--columns', 'income', '--function', 'rounding:500', '-o'],
    ],
    ['table build -o', ['table', 'build', data, '--by', 'region', '--value', 'tax', '-o']],
  ])('by %s is for its owner only, since it contains data', async (what, argv) => {
    const name = `${what.replaceAll(/\W/g, '')}.csv`
    const { status, stderr } = await sdc(...argv, work.path(name))
    expect([stderr, status]).toEqual([expect.anything(), 0])
    expect(modeOf(name)).toBe('600')
  })

  it('for publication has the default mode', () => {
    const usual = (0o666 & ~process.umask()).toString(8)
    expect([modeOf('masked.csv'), modeOf('masked.manifest.json')]).toEqual([usual, usual])
  })
})
