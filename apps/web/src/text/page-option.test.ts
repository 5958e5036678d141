import { expect, it } from 'vitest'
import { pageOption } from './page-option.js'

it.each([
  ['missing', 'impute', '“Missing values are imputed” under Try'],
  ['missing', undefined, '“Missing values” under Try'],
  ['acceptOpen', 'ZIP', '“Accept ZIP unmasked” under Roles'],
  ['columns', 'all', 'the roles of the columns'],
  ['smallGroups', 'pooled', '“small groups” of the command line'],
  ['toString', undefined, '“to string” of the command line'],
])('an option is worded as the control of the page: %s %s', (name, value, words) => {
  expect(pageOption(name, value)).toBe(words)
})
