import type { MaskingMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { methodCheckNames } from '../fixtures/broken-tools.fixture.js'
import { checkMethod } from './check-method.js'
import { soundNoise } from '../fixtures/sound.fixture.js'

describe('checkMethod', () => {
  it('holds what a pass knows of columns as they came to the totals of its blocks', async () => {
    const knowing = (known: number): MaskingMethod => ({
      ...soundNoise,
      streamed: () => ({
        shape: 'blocks',
        passes: [
          {
            name: 'records',
            known: ({ columns }, column) => Float64Array.from(columns, (name) => (column(name)?.count ?? 0) + known),
            of: ({ columns, data }) => new Float64Array(columns.length).fill(data.rows),
            merge: (total, own) => total.map((count, j) => count + own[j]),
          },
        ],
        mask: ({ columns, data }) => new Map(columns.map((name) => [name, data.column(name)])),
      }),
    })
    const messages = await Promise.all(
      [0, 1].map(async (known) => {
        const checks = await checkMethod(knowing(known))
        return checks.find(({ name }) => name === methodCheckNames.blocks)?.message
      }),
    )
    expect(messages[0]).toMatch(/expected the blocks of .* to be those of the whole file/)
    expect(messages[1]).toMatch(/knows other totals of "records" than those of its blocks/)
  })
})
