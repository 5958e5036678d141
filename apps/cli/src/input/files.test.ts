import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fromFolder } from './files.js'

it('a plan names a file relative to its folder, and the standard input by -', () => {
  expect(fromFolder('plans', join('data', 'people.csv'))).toBe(join('..', 'data', 'people.csv'))
  expect(fromFolder('plans', '-')).toBe('-')
})
