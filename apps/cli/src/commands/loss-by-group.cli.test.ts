import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { write } = workFolder()

/** 120 records of two groups, three columns of numbers, and a second file with other numbers of the same records. */
const rows = Array.from({ length: 120 }, (_, i) => i)
const number = (i: number, j: number): number => ((i * 7919 + j * 104_729 + i * i * 31) % 1009) + 10 * j
const noise = (i: number, j: number): number => ((i * 3571 + j * 7) % 97) - 48
const regionOf = (i: number): string => ['north', 'south'][i % 2]
const csv = (of: readonly number[], masked: boolean): string => {
  const cells = (i: number): number[] => [0, 1, 2].map((j) => number(i, j) + (masked ? noise(i, j) : 0))
  return `region,a,b,c\n${of.map((i) => [regionOf(i), ...cells(i)].join(',')).join('\n')}\n`
}
const original = write('original.csv', csv(rows, false))
const masked = write('masked.csv', csv(rows, true))
const ids = ['pil', 'il1s', 'matrix-divergences', 'analytic-validity', 'hellinger', 'wasserstein', 'marginal-distance']
const asked = ['--columns', 'a,b,c', '--metrics', ids.map((id) => `loss/${id}`).join(','), '--json']

interface Output {
  readonly metrics: Readonly<Record<string, { readonly value: number | null }>>
  readonly groups?: readonly (Output & { readonly group: string })[]
}

const measured = async (...argv: readonly string[]): Promise<Output> => {
  const { status, stdout, stderr } = await sdc('measure', ...argv, ...asked)
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout) as Output
}

const values = ({ metrics }: Output): Record<string, number | null> =>
  Object.fromEntries(Object.entries(metrics).map(([id, { value }]) => [id, value]))

describe('sdc measure --by: the losses of numbers', () => {
  it("are equal to those of each group's file, and differ from those of the whole file", async () => {
    const whole = await measured(original, masked, '--by', 'region')
    expect(whole.groups?.map(({ group }) => group)).toEqual(['region=north', 'region=south'])
    for (const region of ['north', 'south']) {
      const own = rows.filter((i) => regionOf(i) === region)
      const [x, y] = [write(`${region}.csv`, csv(own, false)), write(`${region}-masked.csv`, csv(own, true))]
      const group = whole.groups?.find((one) => one.group === `region=${region}`) ?? expect.fail(region)
      expect(values(group)).toEqual(values(await measured(x, y)))
      expect(Object.values(values(group)).filter((value) => value === null)).toEqual([])
      for (const [id, value] of Object.entries(values(group)))
        if (id !== 'loss/analytic-validity') expect(value, id).not.toBe(values(whole)[id])
    }
  })

  it('accept subdomains from the command line, and refuse invalid ones', async () => {
    const named = await measured(original, masked, '--set', 'analytic-validity.subdomains=["region"]')
    const plain = await measured(original, masked)
    const used = ({ metrics }: Output) => (metrics['loss/analytic-validity'] as unknown as { used: number }).used
    // Three means and six covariances, in two regions.
    expect(used(named)).toBe(used(plain) + 18)
    const refused = await sdc('measure', original, masked, ...asked, '--set', 'analytic-validity.subdomains=["a"]')
    expect([refused.status, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toMatch(/BAD_PARAMETER: .*column "a" is numeric/)
  })
})
