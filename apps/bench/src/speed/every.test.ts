import { describe, expect, it } from 'vitest'
import { standardRegistry } from '../stage-context.js'
import { committedKey, parseBenchmarks } from './report/benchmarks-file.js'
import { everyOperations, everySection, withEverySection } from './every.js'
import { thisMachine } from './measure/machine.js'
import type { SpeedRow } from './operation.js'

const registry = standardRegistry()
const operations = everyOperations(registry)
const rows: SpeedRow[] = operations.map((operation, i) => ({
  operation,
  outcome: { status: 'measured', seconds: 0.001 * (i + 1), runs: 3, peakBytes: 1, bytesBefore: 1 },
  sort: 0.1,
}))
const section = everySection(rows, thisMachine())

describe('everyOperations', () => {
  it('are all methods and metrics of the registry, once each', () => {
    const ids = [...registry.all('methods'), ...registry.all('metrics')].map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(40)
    expect(operations.map(({ id }) => id)).toEqual(ids)
    expect(new Set(operations.map(({ n }) => n)).size).toBe(1)
  })
})

describe('everySection', () => {
  it('is read back, row by row', () => {
    const committed = parseBenchmarks(section)
    expect(committed.size).toBe(operations.length)
    operations.forEach((operation, i) => {
      const { seconds, sorts } = committed.get(committedKey(operation)) ?? { seconds: Number.NaN, sorts: Number.NaN }
      // Three significant digits are written.
      expect(seconds / (0.001 * (i + 1))).toBeCloseTo(1, 2)
      expect(sorts / (0.01 * (i + 1))).toBeCloseTo(1, 2)
    })
  })

  it('leaves out rows without a time', () => {
    const refused: SpeedRow = { ...rows[0], outcome: { status: 'refused', why: 'no' }, sort: 0.1 }
    expect(parseBenchmarks(everySection([refused, rows[1]], thisMachine())).size).toBe(1)
  })
})

describe('withEverySection', () => {
  const old = '## Every method and metric\n\nold\n\n| operation |\n| --- |\n| a |\n'

  it('replaces an existing section, and leaves the rest', () => {
    expect(withEverySection(`# A\n\n${old}\n## Other\n\nrest\n`, section)).toBe(`# A\n\n${section}\n## Other\n\nrest\n`)
    expect(withEverySection(`# A\n\n${old}`, section)).toBe(`# A\n\n${section}`)
    // A section whose title begins with the same words is another one.
    expect(withEverySection('# A\n\n## Every method\n\nrest\n', section)).toBe(
      `# A\n\n## Every method\n\nrest\n\n${section}`,
    )
  })

  it('changes nothing the second time', () => {
    const once = withEverySection('# A\n', section)
    expect(withEverySection(once, section)).toBe(once)
  })
})
