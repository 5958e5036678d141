import { expect, it } from 'vitest'
import { paramWords } from './param-words.js'

it.each([
  ['topPercent', 'percent of the records with a value', 0.972, 'largest 0.97 %'],
  ['bottomPercent', 'percent of the records with a value', 0, ''],
  ['percent', 'percent of the records', 15, '15 % of the records'],
  ['relativeVariance', "share of the column's variance", 0.05, '5 % of the variance'],
  ['lossShare', 'share of the IL1 at the start', 0.3333, 'loss share 33 % of the IL1 at the start'],
  ['similarity', 'correlation', 0.5, 'similarity 0.5'],
  ['suppressionPercent', 'percent of the records', 5, 'at most 5 % of the records suppressed'],
  ['loss', undefined, 'loss', ''],
  ['local', undefined, 'iterate', 'levels mixed'],
  ['local', undefined, 'none', 'local none'],
  ['classes', undefined, 1, 'one class'],
  ['other', undefined, '*', ''],
  ['k', 'records', 5, 'k = 5'],
  ['replacement', undefined, 'tail-mean', 'replacement tail mean'],
  ['exact', undefined, false, 'not exact'],
  ['breaks', undefined, [1, 2], 'own breaks'],
])('words a parameter with two significant digits: %s', (name, unit, value, words) => {
  expect(paramWords(unit === undefined ? { name } : { name, unit }, value)).toBe(words)
})
