import { expect, it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import { ipsoTable } from './paper-003-ipso.js'
import { verdictOf } from '../verdict.js'

it('paper 003 has all 15 counts of IPSO-A (A13), the Mahalanobis columns named right (M9)', async () => {
  const { rows, notes } = await ipsoTable(paperOptions(), 'A')
  const found = rows.flatMap(({ checks }) => checks.map((check) => check && verdictOf(check)))
  expect(found).toEqual(new Array(15).fill('exact'))
  expect(notes?.[0]).toMatch(/^M9/)
})
