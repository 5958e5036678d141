import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from './cli.fixture.js'
import { permutationOutput } from './output-schemas.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())

async function masked(name: string, ...args: readonly string[]): Promise<string> {
  const out = work.path(name)
  await sdc('mask', data, '--columns', 'income,tax', '--seed', '1', ...args, '-o', out)
  return out
}

describe('sdc permutation', () => {
  it('takes a file apart: a reverse-mapped one has no noise, only a permutation', async () => {
    const noisy = await masked('noisy.csv', '--method', 'noise/additive')
    const mapped = await masked('mapped.csv', '--method', 'noise/additive', '--reverse-map')
    const json = async (
      path: string,
    ): Promise<{
      columns: Record<string, { noiseShare: number; mean: number }>
      adversary: { expectedRate: number }
    }> => {
      const { stdout } = await sdc('permutation', data, path, '--columns', 'income,tax', '--json')
      expect(permutationOutput.safeParse(JSON.parse(stdout)).error?.issues ?? []).toEqual([])
      return JSON.parse(stdout)
    }
    const [before, after] = [await json(noisy), await json(mapped)]
    expect(before.columns.income.noiseShare).toBeGreaterThan(0)
    expect(after.columns.income.noiseShare).toBe(0)
    // Reverse mapping keeps the ranks: what moved, and whom the adversary links, is the same.
    expect(after.columns.income.mean).toBe(before.columns.income.mean)
    expect(after.adversary).toEqual(before.adversary)
    const text = await sdc('permutation', data, noisy, '--columns', 'all')
    expect(text.stdout).toMatch(/income\s+60\s+[\d.]+\s+19\.99/)
    expect(text.stdout).toMatch(/Of \d+ records the adversary links/)
  })

  it('writes every record and a plot', async () => {
    const noisy = await masked('n2.csv', '--method', 'noise/additive')
    const [out, plot] = [work.path('records.csv'), work.path('moves.svg')]
    const { status } = await sdc('permutation', data, noisy, '--columns', 'income,tax', '-o', out, '--plot', plot)
    expect(status).toBe(0)
    const [header, ...rows] = work.read('records.csv').trimEnd().split('\n')
    expect(header.split(',').slice(0, 3)).toEqual(['income z', 'income change of rank', 'income residual noise'])
    expect(rows).toHaveLength(60)
    expect(work.read('moves.svg')).toMatch(/^<svg /)
  })

  it('links an unmasked file whole, and refuses files without a link', async () => {
    const whole = JSON.parse((await sdc('permutation', data, data, '--columns', 'income,tax', '--json')).stdout)
    expect(whole.adversary).toMatchObject({ exactRate: 1, expectedRate: 1 })
    const short = work.write('short.csv', 'income,tax\n1,2\n3,4\n')
    const refused = await sdc('permutation', data, short, '--columns', 'income,tax')
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('LENGTH_MISMATCH')
  })
})

describe('sdc permutation verify', () => {
  const released = work.write('released.csv', 'a,b\n10,4\n20,3\n30,2\n40,1\n')

  it('needs the own record and the released file only', async () => {
    const near = await sdc('permutation', 'verify', released, '--value', 'a=21', '--value', 'b=2.9', '--d', '10')
    expect(near.status).toBe(0)
    expect(near.stdout).toMatch(/a: rank 2 of 4/)
    expect(near.stdout).toMatch(/nearest released record is 0 ranks away/)
    expect(near.stdout).toContain('nearer than the 10 % asked for; whether it is your own')
    const far = await sdc('permutation', 'verify', released, '--value', 'a=10', '--value', 'b=1', '--d', '10')
    expect(far.stdout).toContain('no released record is nearer')
  })

  it('refuses what is no record of the file', async () => {
    for (const value of ['c=1', 'a=many', 'a']) {
      const { status } = await sdc('permutation', 'verify', released, '--value', value)
      expect(status).toBe(2)
    }
  })
})
