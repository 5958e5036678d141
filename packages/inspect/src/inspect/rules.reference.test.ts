import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bindRules, brokenRecords, parseRule } from '@sdc/rules'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { readTable } from '../files/tables.js'
import { inspectFile } from './inspect-file.js'

it.skipIf(!haveData('census.csv'))('finds the sum of earnings and other income in all 1,080 records of Census', () => {
  const table = readTable({ name: 'census.csv', content: readFileSync(pathOf('census.csv')) })
  expect(inspectFile(table, { file: 'census.csv' }).rules).toEqual([
    { rule: 'PTOTVAL = POTHVAL + PEARNVAL', broken: 0, judged: 1080, isActive: false },
  ])
  const [rule] = bindRules([parseRule('PEARNVAL = PTOTVAL - POTHVAL')], table.dataset)
  expect(brokenRecords(rule, table.dataset)).toMatchObject({ broken: 0, notJudged: 0 })
})
