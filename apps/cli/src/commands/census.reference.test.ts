import { censusCsv } from '@sdc/datasets/census'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

/** The comparison of a real file from the specification, through the command line. */
describe('Census', () => {
  const work = workFolder()
  const census = work.write('census.csv', censusCsv)

  it('compares four methods with three parameters each, before and after reverse mapping, in one command', async () => {
    const out = work.path('census')
    const candidates = [
      'noise/additive relativeVariance=0.05,0.25,1',
      'noise/correlated relativeVariance=0.05,0.25,1',
      'microaggregation/mdav k=3,5,10',
      'swapping/rank-swap percent=2,8,14',
    ].flatMap((one) => ['--try', one])
    const args = ['compare', census, '--columns', 'all', ...candidates, '--replicates', '1', '--seed', '1', '-o', out]
    // Explicit risk and loss replace the limits of the release type; the values refer to unrounded averages.
    args.push('--risk', 'risk/dbrl', '--loss', 'loss/sse-ratio', '--precision', 'fine')
    expect((await sdc(...args)).status).toBe(0)
    const { candidates: rows, columns } = JSON.parse(work.read('census/comparison.json'))
    expect(columns).toHaveLength(13)
    // Rank swapping keeps every value, so reverse mapping would change nothing and is not run.
    expect(rows).toHaveLength(21)
    expect(rows.filter((row: { error?: unknown }) => row.error)).toEqual([])
    expect(rows.filter((row: { chosen: boolean }) => row.chosen)).toHaveLength(1)
    expect(work.read('census/map.svg')).toMatch(/^<svg /)
    // Values of another implementation, with six decimals.
    type Row = { readonly label: string; readonly metrics: Record<string, { readonly mean: number }> }
    const ratios = [3, 5, 10].map((k) => {
      const row: Row = rows.find(({ label }: Row) => label === `microaggregation/mdav k = ${k}`)
      return row.metrics['loss/sse-ratio'].mean.toFixed(6)
    })
    expect(ratios).toEqual(['5.692186', '9.088435', '14.155930'])
  })

  it('is released, and measured with its private file as before', async () => {
    const [out, keep] = [work.path('public.csv'), work.path('keep.json')]
    const masked = ['AGI', 'FICA', 'PTOTVAL']
    const others = censusCsv
      .slice(0, censusCsv.indexOf('\n'))
      .trim()
      .split(',')
      .filter((name) => !masked.includes(name))
    const open = others.flatMap((name) => ['--accept-open', name])
    const args = [
      '--method',
      'noise/correlated',
      '--columns',
      'AGI,FICA,PTOTVAL',
      '--reverse-map',
      '--release',
      ...open,
    ]
    expect((await sdc('mask', census, ...args, '--private', keep, '-o', out)).status).toBe(0)
    const linked = await sdc('measure', census, out, '--columns', 'AGI,FICA,PTOTVAL', '--origin', keep, '--json')
    // Noise of a tenth of the variance keeps rank correlations of at least .9.
    expect(JSON.parse(linked.stdout).metrics['risk/rank-correlation'].value).toBeGreaterThan(0.9)
    const byPosition = await sdc('measure', census, out, '--columns', 'AGI,FICA,PTOTVAL')
    expect(byPosition.stderr).toMatch(/no record is matched.*random order.*--origin/s)
    expect(byPosition.stdout).not.toMatch(/risk\/rank-correlation +\d/)
  })
})
