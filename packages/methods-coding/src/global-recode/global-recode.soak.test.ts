import { numeric, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { labels, run as runMethod } from '../testing.fixture.js'
import { globalRecodeMethod } from './global-recode.js'

const run = (columns: Readonly<Record<string, Column>>, params: Readonly<Record<string, unknown>> = {}) =>
  runMethod(globalRecodeMethod, columns, params)

describe('coding/global-recode', () => {
  it('works on ugly data: many zeros, the ends of the doubles, a million levels', async () => {
    const zeros = numeric(Float64Array.from({ length: 1000 }, (_, i) => (i % 10 === 0 ? i : 0)))
    const classes = new Set(labels(await run({ zeros }, { method: 'equal-frequency' }), 'zeros'))
    expect(classes.size).toBe(2)
    const wide = numeric([-1.7e308, -1e300, 0, 5, 1.7e308])
    expect(labels(await run({ wide }, { classes: 2 }), 'wide').every((label) => label !== null)).toBe(true)
    const tiny = numeric([0, 5e-324, 1e-323])
    expect(labels(await run({ tiny }), 'tiny')).toHaveLength(3)
    const levels = Array.from({ length: 1_000_000 }, (_, i) => `p${i}`)
    const many: Column = { kind: 'categorical', codes: Int32Array.from(levels.keys()), levels, ordered: false }
    const rest = await run({ many }, { map: { p7: 'seven' }, other: 'rest' })
    expect(rest.files[0].columns.get('many')).toMatchObject({ levels: ['rest', 'seven'] })
    const frequent = await run({ many }, { classes: 3 })
    expect(frequent.files[0].columns.get('many')).toMatchObject({ levels: ['p0', 'p1', 'other'] })
  })
})
