import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { attainableLevels } from './attack-model.js'

describe('levels of counts', () => {
  const cells = ['A 10', 'B 1', 'C 1', 'D 0', 'Total 12']
  const made = written(['branch'], cells)
  const table = { ...made, counts: Int32Array.from(made.values) }
  const sensitive = {
    status: Uint8Array.of(0, 1, 1, 0, 0),
    lower: Float64Array.of(0, 1, 1, 0, 0),
    upper: Float64Array.of(0, 1, 1, 0, 0),
    width: new Float64Array(5),
  }

  it('end at 1 if zeros are published, and at 0 if a zero is suppressed', () => {
    const published = attainableLevels(table, Uint8Array.of(1, 1, 1, 0, 0), sensitive)
    expect([[...published.lower], [...published.upper]]).toEqual([
      [0, 0, 0, 0, 0],
      [0, 1, 1, 0, 0],
    ])
    expect([...attainableLevels(table, Uint8Array.of(0, 1, 1, 1, 0), sensitive).lower]).toEqual([0, 1, 1, 0, 0])
  })
})
