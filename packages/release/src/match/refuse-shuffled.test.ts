import { expect, it } from 'vitest'
import { readTable } from '@sdc/inspect'
import { dropped } from '../../../inspect/src/in-memory.fixture.js'
import { refuseShuffled } from './refuse-shuffled.js'

const table = (...lines: readonly string[]): ReturnType<typeof readTable>['dataset'] =>
  readTable(dropped('t.csv', `income,region,age\n${lines.join('\n')}\n`)).dataset
const original = table('10,n,31', '20,s,42', '30,n,53', '40,,NA')
const check =
  (masked: typeof original, columns: readonly string[], matching: 'position' | 'key' = 'position') =>
  (): void =>
    refuseShuffled(original, masked, { matching }, columns)

it('refuses to match by position if unmasked columns moved: numbers and categories, with their missing values', () => {
  const shuffled = table('22,s,42', '39,,NA', '12,n,31', '33,n,53')
  expect(check(shuffled, ['income'])).toThrow(/another order.*safer than it is/)
  expect(check(shuffled, ['income', 'age'])).toThrow(/"region"/)
  expect(check(shuffled, ['income', 'region'])).toThrow(/"age"/)
})

it('trusts a link column, and a file with one unmasked column in place', () => {
  const shuffled = table('22,s,42', '39,,NA', '12,n,31', '33,n,53')
  expect(check(shuffled, ['income'], 'key')).not.toThrow()
  expect(check(shuffled, ['income', 'region', 'age'])).not.toThrow()
  // Age was swapped by an earlier step; region says that the order is the same.
  expect(check(table('12,n,42', '22,s,31', '33,n,53', '39,,NA'), ['income'])).not.toThrow()
  expect(check(table('12,n,32', '22,s,42', '33,s,53', '39,,NA'), ['income'])).not.toThrow()
})
