import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'
import { combineOutput } from '@sdc/workflow'

const work = workFolder()

/** Means 2, 3 and 4 and variances s²/n = 1/3 of x; 20, 20, 20 and 100/3 of y. */
const sets = [1, 2, 3].map((from) =>
  work.write(`set.${from}.csv`, `id,x,y\na,${from},10\nb,${from + 1},20\nc,${from + 2},30\n`),
)
const estimates = work.write(
  'estimates.csv',
  'set,name,estimate,variance\n1,slope,10.2,0.21\n1,level,1,1\n2,slope,9.7,0.19\n2,level,2,1\n3,slope,10.9,0.2\n3,level,3,1\n4,slope,10.4,0.22\n4,level,4,1\n5,slope,9.8,0.18\n5,level,5,1\n',
)

const combine = (...argv: string[]): ReturnType<typeof sdc> => sdc('combine', ...argv)

describe('combine', () => {
  it('computes the mean of columns in every file', async () => {
    const { status, stdout, stderr } = await combine(...sets, '--columns', 'x,y', '--kind', 'partial', '--json')
    expect(status).toBe(0)
    expect(stderr).toContain('combined 3 sets as partial: T = ū + b/m')
    const printed = JSON.parse(stdout)
    expect(combineOutput.safeParse(printed).error?.issues ?? []).toEqual([])
    const [x, y] = printed.quantities
    // T = 1/3 + 1/3, ν = 2·(1 + 3·(1/3)/1)² = 8.
    expect(x).toMatchObject({ name: 'mean of x', estimate: 3, between: 1, degrees: 8, replaced: false })
    expect(x.total).toBeCloseTo(2 / 3, 12)
    // R: sprintf("%.6f", 3 - qt(.975, 8)*sqrt(2/3))
    expect(x.interval[0]).toBeCloseTo(1.117156, 5)
    expect(y).toMatchObject({ estimate: 20, between: 0, degrees: null })
  })

  it('combines all numeric columns, and another kind by its own rule', async () => {
    const { stdout, stderr } = await combine(
      ...sets,
      '--columns',
      'all',
      '--kind',
      'full',
      '--size-ratio',
      '0.5',
      '--json',
    )
    const { quantities, sizeRatio } = JSON.parse(stdout)
    expect(quantities.map(({ name }: { name: string }) => name)).toEqual(['mean of x', 'mean of y'])
    // (1 + 1/3)·1 − 1/3 = 1; −100/3 is replaced by 50/3.
    expect(quantities[0].total).toBeCloseTo(1, 12)
    expect(quantities[1].total).toBeCloseTo(50 / 3, 12)
    expect(sizeRatio).toBe(0.5)
    expect(stderr).toContain('T was not positive, so that (n_syn/n)·ū stands for it: mean of y')
  })

  it('combines files of new records with their number per original record', async () => {
    const argv = [...sets, '--columns', 'x', '--kind', 'synthetic', '--size-ratio', '2', '--json']
    const { quantities, sizeRatio } = JSON.parse((await combine(...argv)).stdout)
    // T = 2·(1/3) + 1/3, ν = 2·(1 + 3·(2/3)/1)² = 18.
    expect(quantities[0].total).toBeCloseTo(1, 12)
    expect(quantities[0].degrees).toBeCloseTo(18, 9)
    expect(sizeRatio).toBe(2)
  })

  it('combines estimates of several quantities, a row per set', async () => {
    const { status, stdout } = await combine(estimates, '--kind', 'partial', '--level', '0.9')
    expect(status).toBe(0)
    const [, , slope, level] = stdout.split('\n').map((line) => line.split(/\s{2,}/))
    // R as in the tests of combineImputations: 9.3756, 11.0244, ν = 110.5; b = 2.5, T = 1.5, ν = 4·(1 + 5/2.5)² = 36.
    expect(slope).toEqual(['slope', '10.200', '0.497', '9.376', '11.024', '110.5', '0.2', '0.235'])
    expect(level.slice(0, 3)).toEqual(['level', '3.00', '1.225'])
    expect(level[5]).toBe('36')
    const alone = work.write('alone.csv', 'estimate;variance\n1,5;2\n2,5;2\n')
    const [quantity] = JSON.parse((await combine(alone, '--kind', 'missing-data', '--json')).stdout).quantities
    // T = 2 + 1.5·.5
    expect(quantity).toMatchObject({ name: 'estimate', estimate: 2, total: 2.75 })
  })

  it('shows an infinite interval as such', async () => {
    // b = 2, (1 + 1/2)·b = 3: T = 1e-12, with nearly 0 degrees of freedom.
    const near = work.write('near.csv', `estimate,variance\n0,${3 - 1e-12}\n2,${3 - 1e-12}\n`)
    expect((await combine(near, '--kind', 'full')).stdout).toMatch(/−∞ +∞/)
    expect(JSON.parse((await combine(near, '--kind', 'full', '--json')).stdout).quantities[0].interval).toEqual([
      null,
      null,
    ])
  })

  const other = work.write('other.csv', 'id,x\na,1\nb,2\nc,3\n')
  const longer = work.write('longer.csv', 'id,x,y\na,1,1\nb,2,2\nc,3,3\nd,4,4\n')
  const holed = work.write('holed.csv', 'id,x,y\na,1,1\nb,,2\nc,3,3\n')
  const negative = work.write('negative.csv', 'estimate,variance\n1,1\n2,-1\n')
  const text = work.write('text.csv', 'estimate,variance\n1,1\n2,about 3\n')
  const uneven = work.write('uneven.csv', 'name,estimate,variance\na,1,1\na,2,1\nb,1,1\nb,2,1\nb,3,1\n')
  const one = work.write('one.csv', 'estimate,variance\n1,1\n')
  const partial = ['--kind', 'partial']

  it.each([
    ['no kind', sets, /--kind/],
    ['another kind', [...sets, '--kind', 'whole'], /Allowed choices are partial, full, missing-data, synthetic/],
    ['one file', [sets[0], '--columns', 'x', ...partial], /TOO_FEW_RECORDS.*one file[\s\S]*out\.1\.csv out\.2\.csv/],
    ['one estimate', [one, ...partial], /TOO_FEW_RECORDS.*one estimate/],
    ['several files without columns', [...sets, ...partial], /BAD_OPTION[\s\S]*--columns a,b/],
    ['a file twice', [sets[0], sets[0], '--columns', 'x', ...partial], /named twice/],
    ['files of different columns', [sets[0], other, '--columns', 'x', ...partial], /UNKNOWN_COLUMN.*has no "y"/],
    ['files of different length', [sets[0], longer, '--columns', 'x', ...partial], /LENGTH_MISMATCH.*4 records/],
    ['a column that is not there', [...sets, '--columns', 'z', ...partial], /UNKNOWN_COLUMN.*"z"/],
    ['a column of text', [...sets, '--columns', 'id', ...partial], /NOT_NUMERIC.*set\.1\.csv/],
    ['a missing value', [sets[0], holed, '--columns', 'x', ...partial], /MISSING_VALUES.*no value in record 2/],
    ['a negative variance', [negative, ...partial], /BAD_PARAMETER.*record 2.*negative/],
    ['text in a number', [text, ...partial], /NOT_NUMERIC.*line 3: "about 3"/],
    ['an imputed file for estimates', [sets[0], ...partial], /UNKNOWN_COLUMN.*"estimate"[\s\S]*--columns/],
    ['uneven numbers of sets', [uneven, ...partial], /LENGTH_MISMATCH.*2 estimates of a and 3 of b/],
    ['a level in percent', [estimates, ...partial, '--level', '95'], /between 0 and 1/],
    ['a ratio that means nothing', [estimates, ...partial, '--size-ratio', '2'], /no meaning with --kind partial/],
  ])('refuses %s', async (_, argv, message) => {
    const { status, stdout, stderr } = await combine(...argv)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })

  it('explains the rules in its help', async () => {
    const { stdout } = await combine('--help')
    for (const rule of ['T = ū + b/m', 'T = (1 + 1/m)·b − ū', 'T = ū + (1 + 1/m)·b']) expect(stdout).toContain(rule)
  })
})
