import { describe, expect, it } from 'vitest'
import { thisMachine } from '../speed/measure/machine.js'
import { standardRegistry } from '../stage-context.js'
import { studyFiles } from './study-file.js'
import { studyMethods } from './study-method.js'
import { studyRow, type StudyResult } from './study-run.js'
import { studySection } from './study-section.js'

const registry = standardRegistry()
const [household, census] = ['household', 'census'].map((name) => {
  const file = studyFiles.find((one) => one.name === name)
  if (file === undefined) throw new RangeError(name)
  return file
})

const run = (file: typeof census, title: string): Promise<StudyResult> => {
  const method = studyMethods.find((one) => one.title === title)
  if (method === undefined) throw new RangeError(title)
  return studyRow(registry, file, method, { path: '.', seed: 'test' })
}

describe('the study of synthetic files', () => {
  it('finds relations kept by trees and lost by independently drawn columns', async () => {
    const [trees, alone, others] = [
      await run(census, 'sequential'),
      await run(census, 'each column by itself'),
      await run(census, 'other people'),
    ]
    expect(trees.pairs).toBeLessThan(0.75 * alone.pairs)
    expect(trees.overlap).toBeGreaterThan(alone.overlap + 100)
    expect(others.propensity).toBeLessThan(4)
    expect(others.risks).toEqual({})
  })

  it('has values of all kinds for a file with households, and a table', async () => {
    const method = studyMethods[1]
    const result = await run(household, method.title)
    expect(result.risks['risk/membership']).toBeGreaterThanOrEqual(0)
    expect(result.risks['risk/attribute-inference']).toBeGreaterThanOrEqual(0)
    const text = studySection([{ file: household, method, results: [result, result], why: '' }], 2, thisMachine())
    expect(text).toMatch(/\| method .* membership \| attribute/)
    expect(text).toMatch(/\| sequential \|/)
  })

  it('refuses a second line for a file with numbers only', async () => {
    await expect(run(census, 'sequential, numbers')).rejects.toThrow('numbers only')
  })
})
