import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'
import { permutationOutput, permutationVerifyOutput } from '@sdc/workflow'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())

async function masked(name: string, ...args: readonly string[]): Promise<string> {
  const out = work.path(name)
  await sdc('mask', data, '--columns', 'income,tax', '--seed', '1', ...args, '-o', out)
  return out
}

describe('sdc permutation', () => {
  it('decomposes a file: a reverse-mapped one has no noise, only a permutation', async () => {
    // Rounded noisy values have some ties, which reverse mapping breaks at random.
    const noise = ['--method', 'noise/additive', '--precision', 'full']
    const noisy = await masked('noisy.csv', ...noise)
    const mapped = await masked('mapped.csv', ...noise, '--reverse-map')
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
    // Reverse mapping keeps the ranks, so the rank changes and the links of the adversary are the same.
    expect(after.columns.income.mean).toBe(before.columns.income.mean)
    expect(after.adversary).toEqual(before.adversary)
    const text = await sdc('permutation', data, noisy, '--columns', 'all')
    expect(text.stdout).toMatch(/income\s+60\s+[\d.]+\s+19\.99/)
    expect(text.stdout).toMatch(/The adversary links [\d.]+ % of \d+ records/)
  })

  it('writes every record and a plot', async () => {
    const noisy = await masked('n2.csv', '--method', 'noise/additive')
    const [out, plot] = [work.path('records.csv'), work.path('moves.svg')]
    const { status } = await sdc('permutation', data, noisy, '--columns', 'income,tax', '-o', out, '--plot', plot)
    expect(status).toBe(0)
    const [header, ...rows] = work.read('records.csv').trimEnd().split('\n')
    expect(header.split(',').slice(0, 3)).toEqual(['income z', 'income change of rank', 'income residual noise'])
    expect(rows).toHaveLength(60)
    expect(header.split(',').slice(6)).toEqual([
      'chance of the right link',
      'equally near records',
      'ranks to the nearest',
    ])
    // The mean probability is the expected rate.
    const json = JSON.parse((await sdc('permutation', data, noisy, '--columns', 'income,tax', '--json')).stdout)
    const chances = rows.map((row) => Number(row.split(',')[6]))
    expect(chances.reduce((sum, one) => sum + one, 0) / 60).toBeCloseTo(json.adversary.expectedRate, 12)
    expect(work.read('moves.svg')).toMatch(/^<svg /)
  })

  it('writes the links of the adversary for every record, checked by hand', async () => {
    // Ranks of a: 1.5, 1.5, 3, 4. The masked values have z = 5, 5, 9, 7 and therefore the ranks 1.5, 1.5, 4, 3. Both
    // records of value 5 are equally near to both, and the other two have changed places.
    const original = work.write('tied.csv', 'a\n5\n5\n7\n9\n')
    const changed = work.write('changed.csv', 'a\n1\n2\n4\n3\n')
    const out = work.path('tied-records.csv')
    await sdc('permutation', original, changed, '--columns', 'a', '-o', out)
    const [header, ...rows] = work.read('tied-records.csv').trimEnd().split('\n')
    expect(header.split(',').slice(3)).toHaveLength(3)
    expect(rows.map((row) => row.split(',').slice(3).map(Number))).toEqual([
      [0.5, 2, 0],
      [0.5, 2, 0],
      [0, 1, 0],
      [0, 1, 0],
    ])
  })

  it('links whole files with incomplete records', async () => {
    const original = work.write('holes.csv', 'a,b\n1,4\n2,NA\n3,2\n4,1\n')
    const changed = work.write('holes-masked.csv', 'a,b\n1,4\n2,3\n3,NA\n4,1\n')
    const out = work.path('holes-records.csv')
    const { stdout } = await sdc('permutation', original, changed, '--columns', 'a,b', '--json', '-o', out)
    expect(JSON.parse(stdout).adversary).toMatchObject({ records: 2, chance: 1 / 3 })
    const rows = work.read('holes-records.csv').trimEnd().split('\n').slice(1)
    // The second original has a missing value, and so has the masked record of the third.
    expect(rows.map((row) => row.split(',')[6] === '')).toEqual([false, true, true, false])
    expect(rows.map((row) => row.split(',')[8] === '')).toEqual([false, true, false, false])
    const alone = work.write('alone.csv', 'a,b\nNA,4\n2,3\nNA,2\nNA,1\n')
    expect((await sdc('permutation', original, alone, '--columns', 'a,b')).stdout).toContain(
      'not measured, no linked pair',
    )
  })

  it('links a whole unmasked file, and refuses files without a link', async () => {
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
  const verify = (...args: readonly string[]) => sdc('permutation', 'verify', ...args)

  it('needs only the own record and the released file', async () => {
    const near = await verify(released, '--value', 'a=21', '--value', 'b=2.9', '--d', '10')
    expect(near.status).toBe(0)
    expect(near.stdout).toMatch(/a: rank 2 of 4/)
    expect(near.stdout).toMatch(/nearest released record is 0 ranks away/)
    expect(near.stdout).toContain(
      'Distance: fails; a released record is nearer than the 10 % asked for. The file does not show whether it is',
    )
    expect(near.stdout).toContain('not protected')
    const far = await verify(released, '--value', 'a=10', '--value', 'b=1', '--d', '10')
    expect(far.stdout).toContain('Distance: holds; no released record is nearer')
    expect(far.stdout).toContain('Your record is protected')
  })

  it('reports both conditions, in words and as JSON', async () => {
    // a=10, b=1 are both at rank 1; the records at (1, 4), (2, 3), (3, 2) and (4, 1) are 3 or 2 ranks away. Within 34 %
    // of 3 ranks there are two values of either column: 10, 20 with variance 50 of 500/3, and 1, 2 with .5 of 5/3: 30
    // %.
    const own = [released, '--value', 'a=10', '--value', 'b=1', '--d', '34']
    const json = async (v: string): Promise<unknown> => {
      const { stdout } = await verify(...own, '--v', v, '--json')
      expect(permutationVerifyOutput.safeParse(JSON.parse(stdout)).error?.issues ?? []).toEqual([])
      return JSON.parse(stdout)
    }
    expect(await json('29.99')).toMatchObject({
      records: 4,
      columns: { a: { rank: 1 }, b: { rank: 1 } },
      distance: { ranks: 2, atLeast: 1.02, holds: true },
      variance: { atLeast: 29.99, holds: true },
      protected: true,
    })
    expect(await json('30.01')).toMatchObject({
      variance: { holds: false },
      distance: { holds: true },
      protected: false,
    })
    const { stdout } = await verify(...own, '--v', '30.01')
    expect(stdout).toContain(
      'Variance: fails; the released values near your rank have less than the 30.01 % asked for in a, b',
    )
    expect(stdout).toContain('not protected')
  })

  it('names columns with missing values, with advice', async () => {
    const holes = work.write('released-holes.csv', 'a,b,c\n10,4,1\n20,NA,2\n30,NA,NA\n40,1,3\n')
    const refused = await verify(holes, '--value', 'a=21', '--value', 'b=2', '--value', 'c=2')
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('MISSING_VALUES')
    expect(refused.stderr).toContain('b (2), c (1)')
    expect(refused.stderr).toContain('leave out --value b=… and --value c=…')
    expect((await verify(holes, '--value', 'a=21')).status).toBe(0)
  })

  it('refuses an invalid record and an invalid percentage', async () => {
    for (const value of ['c=1', 'a=many', 'a', 'a=']) {
      const { status } = await verify(released, '--value', value)
      expect(status).toBe(2)
    }
    for (const option of ['--d', '--v'])
      expect((await verify(released, '--value', 'a=1', option, '101')).status).toBe(2)
  })
})
