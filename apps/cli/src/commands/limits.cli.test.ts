import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { paperAxes, peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const people = work.write('people.csv', peopleCsv())
const columns = ['--columns', 'income,tax']

describe('an exceeded limit gives exit status 3', () => {
  it('in a comparison, which writes no plan and removes an old one', async () => {
    const out = work.path('comparison')
    const candidate = [
      '--try',
      'microaggregation/mdav k=3',
      ...paperAxes,
      '--replicates',
      '1',
      '--seed',
      '1',
      '-o',
      out,
    ]
    const free = await sdc('compare', people, ...columns, ...candidate)
    expect(free.status).toBe(0)
    expect(existsSync(work.path('comparison/chosen-plan.yaml'))).toBe(true)

    const none = await sdc('compare', people, ...columns, ...candidate, '--limit', 'risk/dld=0')
    expect(none.status).toBe(3)
    expect(existsSync(work.path('comparison/chosen-plan.yaml'))).toBe(false)
    expect(none.stderr).toContain('chosen-plan.yaml of an earlier comparison')
    expect(none.stderr).toContain('BEYOND_LIMIT')
    expect(none.stdout).toMatch(
      /No choice: no plan keeps the limit in every run; nearest is .*linkage \(DLD\) .*limit 0 %/,
    )

    expect(none.stderr).toMatch(
      /no masking can meet the limits\. The comparison limits .*linkage \(DLD\) to at most 0 %, but data without any relation to the \d+ records already have [\d.]+ %.* set another limit: --limit ID=VALUE/,
    )
    expect(free.stderr).not.toContain('no masking can meet')

    const short = await sdc('compare', people, ...columns, ...candidate, '--limit', 'risk/dr-combine=90')
    expect(short.status).toBe(0)
    expect(work.read('comparison/chosen-plan.yaml')).toContain('limits:\n  risk/dr-combine: 90')

    const bound = await sdc('compare', people, ...columns, ...candidate, '--fail-above', 'permutation/level=99')
    expect(bound.status).toBe(3)
    expect(bound.stderr).toContain('permutation/level')
    expect(bound.stderr).toContain('(limit: at least 99 %)')
    expect(existsSync(work.path('comparison/chosen-plan.yaml'))).toBe(false)
  })

  it('in a run or a masking, which write nothing', async () => {
    const plan = work.write(
      'plan.yaml',
      'data: people.csv\nseed: 1\nsteps: [{ use: noise/additive, columns: [income, tax] }]\nlimits: { risk/dld: 0 }\n',
    )
    const run = await sdc('run', plan, '-o', work.path('run.csv'))
    expect(run.status).toBe(3)
    expect(run.stderr).toContain('none of 20 draws keeps the limits')
    const release = ['--release', '--private', work.path('keep.json')]
    expect((await sdc('run', plan, ...release, '-o', work.path('run.csv'))).status).toBe(3)
    const mask = ['mask', people, ...columns, '--method', 'noise/additive', '--seed', '1', '-o', work.path('run.csv')]
    expect((await sdc(...mask, '--limit', 'risk/dld=0')).status).toBe(3)
    expect((await sdc(...mask, '--fail-above', 'risk/dld=0')).status).toBe(3)
    for (const name of ['run.csv', 'run.manifest.json', 'keep.json'])
      expect(existsSync(work.path(name)), name).toBe(false)
    // Options override the plan.
    const wide = await sdc('run', plan, '--limit', 'risk/dld=100', '-o', work.path('run.csv'))
    expect(wide.status).toBe(0)
    expect(wide.stderr).toContain('measured before it was written: risk/dld')
  })

  it('in measure, which prints the values all the same', async () => {
    const masked = work.path('masked.csv')
    await sdc('mask', people, ...columns, '--method', 'noise/additive', '--seed', '1', '-o', masked)
    const measure = ['measure', people, masked, ...columns, '--metrics', 'loss/il-score']
    expect((await sdc(...measure, '--fail-above', 'risk/dld=100')).status).toBe(0)
    const beyond = await sdc(...measure, '--fail-above', 'risk/dld=0')
    expect(beyond.status).toBe(3)
    expect(beyond.stdout).toContain('Distance-based record linkage (DLD)')
    const groups = await sdc(...measure, '--by', 'region', '--fail-above', 'permutation/level=99')
    expect(groups.stderr).toMatch(/in region=north, permutation\/level/)
    const permutation = ['permutation', people, masked, ...columns]
    expect((await sdc(...permutation, '--fail-above', 'risk/max-knowledge=100')).status).toBe(0)
    const low = await sdc(...permutation, '--fail-above', 'permutation/level=99')
    expect(low.status).toBe(3)
    expect(low.stdout).toContain('The adversary links')
  })

  it.each([
    ['risk/dld=120', 'BAD_OPTION'],
    ['risk/dld', 'BAD_OPTION'],
    ['risk/dlx=5', 'UNKNOWN_METRIC'],
    ['risk/k-anonymity=5', 'BAD_OPTION'],
  ])('unless it is invalid, %s, which is bad input', async (limit, code) => {
    const masked = work.write('same.csv', peopleCsv())
    for (const command of [
      ['compare', people, ...columns, '--try', 'microaggregation/mdav k=3', '--limit', limit],
      ['compare', people, ...columns, '--try', 'microaggregation/mdav k=3', '--fail-above', limit],
      ['mask', people, ...columns, '--method', 'noise/additive', '--limit', limit],
      ['measure', people, masked, ...columns, '--fail-above', limit],
      ['permutation', people, masked, ...columns, '--fail-above', limit],
    ]) {
      const { status, stderr } = await sdc(...command)
      expect(stderr, command.join(' ')).toContain(`sdc: ${code}`)
      expect(status).toBe(2)
    }
  })

  it('as the help says', async () => {
    expect((await sdc('--help')).stdout).toContain('3  a limit is broken')
  })
})
