import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fromFolder } from './files.js'

it('a plan names a file from its own folder, and the standard input as it is', () => {
  expect(fromFolder('plans', join('data', 'people.csv'))).toBe(join('..', 'data', 'people.csv'))
  expect(fromFolder('plans', '-')).toBe('-')
})
