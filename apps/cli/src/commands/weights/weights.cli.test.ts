import { describe, expect, it } from 'vitest'
import { calibrateOutput } from '@sdc/workflow'
import { sdc, workFolder } from '../../cli.fixture.js'
import { tableOf } from '../../survey.fixture.js'

const work = workFolder()
const schema = work.write(
  'survey.yaml',
  `columns:
  weight: { role: weight }
  region: { role: quasi-identifier, kind: categorical }
  sex: { role: quasi-identifier }
  income: { role: confidential }
`,
)
const survey = work.path('survey.csv')
const margins = work.path('margins.csv')

/** Returns weighted totals of a file by a column. */
function totals(path: string, name: string): Map<string, number> {
  const { dataset } = tableOf(path)
  const [column, weight] = [dataset.column(name), dataset.column('weight')]
  if (column.kind === 'numeric' || weight.kind !== 'numeric') return expect.fail('the file was read otherwise')
  const sums = new Map<string, number>()
  column.codes.forEach((code, i) =>
    sums.set(column.levels[code], (sums.get(column.levels[code]) ?? 0) + weight.values[i]),
  )
  return sums
}

describe('sdc weights, on a sample of a survey', () => {
  it('computes the totals, samples with one weight column, and reaches the totals again', async () => {
    expect((await sdc('dataset', 'households', '-o', survey)).status).toBe(0)
    const asked = ['--columns', 'region,sex', '--sums', 'income', '--schema', schema]
    expect(await sdc('weights', 'margins', survey, ...asked, '-o', margins)).toMatchObject({ status: 0, stdout: '' })
    const sample = work.path('sample.csv')
    const sampling = ['--method', 'coding/sampling', '--columns', 'income', '--set', 'percent=30', '--seed', '4']
    const masked = await sdc('mask', survey, '--schema', schema, ...sampling, '-o', sample)
    expect(masked.status, masked.stderr).toBe(0)
    expect(masked.stderr).toMatch(/weight multiplied by 3\.33/)
    expect(masked.stderr).toMatch(/note: [\d,]+ records left out; the weights "weight" add up to/)
    expect(tableOf(sample).dataset.names).toEqual(tableOf(survey).dataset.names)
    for (const format of ['csv', 'parquet', 'sav', 'dta']) {
      const out = work.path(`released.${format}`)
      const argv = ['weights', 'calibrate', sample, '--schema', schema, '--margins', margins, '-o', out]
      const { status, stdout, stderr } = await sdc(...argv, ...(format === 'csv' ? ['--bounds', '0.2,5'] : ['--json']))
      expect(status, stderr).toBe(0)
      expect(stderr).toContain(`wrote ${out}`)
      if (format === 'csv') expect(stdout.trim().split('\n').at(-1)).toMatch(/totals after \d+ iterations?: largest/)
      else expect(calibrateOutput.parse(JSON.parse(stdout)).largestDifference).toBeLessThan(1e-9)
    }
    for (const column of ['region', 'sex']) {
      const [was, is] = [survey, work.path('released.csv')].map((path) => totals(path, column))
      for (const [category, total] of was) expect((is.get(category) ?? 0) / total).toBeCloseTo(1, 9)
    }
  })

  it('measures the calibrated file', async () => {
    const metrics = ['--metrics', 'risk/individual-risk,risk/population-uniques', '--quasi-identifiers', 'region,sex']
    const released = work.path('released.csv')
    const { status, stdout, stderr } = await sdc('measure', released, released, '--schema', schema, '--columns', 'income', ...metrics) // oxfmt-ignore
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(/Individual risk +[\d.]+ %[^]*Population uniques +[\d.]+ %/)
  })

  it('prints the totals without -o', async () => {
    const { stdout } = await sdc('weights', 'margins', survey, '--schema', schema, '--columns', 'sex')
    expect(stdout).toMatch(/^column,category,total\r?\nsex,female,\d+/)
  })
})
