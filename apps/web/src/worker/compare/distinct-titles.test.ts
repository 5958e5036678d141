import type { ComparisonDocument } from '@sdc/search'
import { expect, it } from 'vitest'
import { withDistinctTitles } from './distinct-titles.js'

it('titles shared by candidates include the conditions of their steps', () => {
  const candidates = [
    { title: 'a', steps: [{ by: ['level'], given: ['sex'] }, { by: ['level'] }] },
    { title: 'a', steps: [{ by: [] }] },
    { title: 'b', steps: [{ by: ['level'] }] },
  ]
  const { candidates: titled } = withDistinctTitles({ candidates } as unknown as ComparisonDocument)
  expect(titled.map(({ title }) => title)).toEqual(['a, given sex, within groups of level', 'a', 'b'])
})
