import { expect, it } from 'vitest'
import { expandPatterns } from './expand-patterns.js'
import { parseFileSchema } from './plan.js'

const open = { role: 'non-confidential' }
const matched = (pattern: string, names: readonly string[]): readonly string[] =>
  Object.keys(expandPatterns(parseFileSchema({ columns: { [pattern]: open } }), names).columns)

it('matches any text for each star', () => {
  expect(matched('q*', ['q', 'q1', 'aq', 'Q1'])).toEqual(['q', 'q1'])
  expect(matched('a*b*b', ['ab', 'abb', 'axbxb', 'abxb', 'axb'])).toEqual(['abb', 'axbxb', 'abxb'])
  expect(matched('*(1).*', ['x(1).y', '(1).', 'x1y'])).toEqual(['x(1).y', '(1).'])
})

it("keeps what a column's own entry says, and treats a column with a star in its name as a column", () => {
  const schema = parseFileSchema({ columns: { 'q*': { role: 'confidential', missing: ['9'] }, q1: open } })
  expect(expandPatterns(schema, ['q1', 'q2']).columns).toEqual({
    q2: { role: 'confidential', missing: ['9'] },
    q1: open,
  })
  expect(expandPatterns(schema, ['q1', 'q2', 'q*'])).toBe(schema)
})
