import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { numbers, registry } from '../testing/fake-methods.js'
import { decide } from '../decide/decide.js'
import { type Measured, measureFiles } from '../measure/measure.js'
import { parseComparePlan, parseStep } from '../plan/plan.js'
import { replicateRng, runSteps } from '../run/run.js'
import { measureRun } from './measure-run.js'

const rng = seededRng('data')
const original = numbers({
  a: Array.from({ length: 40 }, () => rng.normal()),
  b: Array.from({ length: 40 }, () => rng.normal()),
})
const use = 'fake/draws'
const metrics = ['fake/distance', 'fake/near'].map((id) => ({ use: id, params: {} }))

const run = await runSteps({
  registry,
  original,
  steps: [parseStep({ use, columns: 'all', params: { files: 3 } })],
  rng: replicateRng(seededRng(1)),
})
const input = { registry, original, columns: run.columns, metrics, rng: seededRng('measure') }
const valuesOf = (measured: readonly Measured[]): (number | null)[] =>
  measured.map(({ measurement }) => measurement.value)

describe('measureRun', () => {
  it('measures file by file, and returns the mean of the values', async () => {
    const byFile: (number | null)[][] = []
    for (const { data: masked, origin } of run.files)
      byFile.push(valuesOf(await measureFiles({ ...input, masked, origin })))
    const measured = valuesOf(await measureRun({ ...input, files: run.files }))
    expect(new Set(byFile.map(([value]) => value)).size).toBe(3)
    measured.forEach((value, k) => {
      const sum = byFile.reduce((total, values) => total + Number(values[k]), 0)
      // Three values of up to 100, summed in another order.
      expect(value).toBeCloseTo(sum / 3, 12)
    })
  })

  it('returns the measurement of the file for a run of one file', async () => {
    const [file] = run.files
    const one = await measureFiles({ ...input, masked: file.data, origin: file.origin })
    const measured = await measureRun({ ...input, files: [file] })
    expect(valuesOf(measured)).toEqual(valuesOf(one))
    expect(measured.map(({ measurement }) => measurement.records)).toEqual(
      one.map(({ measurement }) => measurement.records),
    )
  })

  it('returns no value if one of the files has none, and names that file', async () => {
    const [first, second] = run.files
    const unknown = { ...second, origin: second.origin.map(() => -1) }
    const [, near] = await measureRun({ ...input, files: [first, unknown] })
    expect(near.measurement.value).toBe(null)
    expect(near.measurement.reason).toMatch(/^file 2 of 2: ./)
  })

  it('gives the same values in a comparison, with a sentence that says so', async () => {
    const compare = parseComparePlan({
      columns: 'all',
      replicates: 1,
      candidates: [{ use, params: { files: 3 } }],
      axes: { risk: 'fake/near', loss: 'fake/distance' },
    })
    const { rows, warnings } = await decide({ registry, original, compare, metrics, rng: seededRng(1) })
    const alone = await measureRun({ ...input, files: run.files, rng: replicateRng(seededRng(1)).child('measure') })
    expect(rows[0].metrics.get('fake/distance')?.mean).toBe(alone[0].measurement.value)
    expect(warnings).toEqual([
      'fake: makes 3 files; values are means over them, and all 3 files together may disclose more',
    ])
  })
})
