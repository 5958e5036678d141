import { createRegistry, defineMetric, definePlugin } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { standardRegistry } from '../stage-context.js'
import { coverageCells, sampleCells, settingsOf } from './coverage-run.js'
import { coverageSection, sampleSection } from './coverage-section.js'

const { session: _, ...plain } = standardRegistry().get('metrics', 'loss/il1s')

/** The mean of a number of the population, with an interval of this many standard errors. */
const meanMetric = (id: string, width: number) =>
  defineMetric({
    ...plain,
    source: [{ where: 'a test' }],
    id,
    range: [-1e9, 1e9],
    ownInterval: true,
    plan: () => ({
      form: 'file',
      measure({ original }) {
        const column = original.column('wealth')
        const values = column.kind === 'numeric' ? column.values : new Float64Array(0)
        const value = values.reduce((sum, one) => sum + one, 0) / values.length
        // Wealth has standard deviation 50.
        const half = (width * 50) / Math.sqrt(values.length)
        return { value, used: values.length, interval: { low: value - half, high: value + half, by: 'jackknife' } }
      },
    }),
  })

describe('coverageCells', () => {
  it('finds 95 % for an interval of 1.96 standard errors of a mean, and 38 % for half of it', async () => {
    const plugin = definePlugin({
      name: 'tests',
      version: '1.0.0',
      sdc: '^1',
      metrics: [meanMetric('loss/right', 1.96), meanMetric('loss/narrow', 0.5)],
    })
    const registry = createRegistry().use(plugin).freeze()
    const size = { files: 300, settings: settingsOf([30], [4]) }
    const [narrow, right] = (await coverageCells(registry, size, '', () => {})).sort((a, b) =>
      a.metric.localeCompare(b.metric),
    )
    // Three standard errors of 300 draws: 3.8 and 8.4 points.
    expect(Math.abs((100 * right.covered) / right.of - 95)).toBeLessThan(4)
    expect(Math.abs((100 * narrow.covered) / narrow.of - 38.3)).toBeLessThan(8.5)
    expect(coverageSection([right], size)).toContain('| loss/right | jackknife |')
  })
})

describe('sampleCells', () => {
  it('draws samples of one file, and finds that their intervals contain its value', async () => {
    const size = { files: 40, settings: settingsOf([600], [4]) }
    const [linkage] = await sampleCells(standardRegistry(), size, 'risk/key-linkage', () => {})
    // With a coverage of 95 % of 40, fewer than 33 occur once in a thousand.
    expect(linkage.covered).toBeGreaterThan(32)
    expect(sampleSection([linkage], size)).toContain('| risk/key-linkage | standard error |')
  })
})
