import { readFileSync } from 'node:fs'
import { categorical, dataset, maskInput, noRoles, numeric, resolveParams, seededRng, type Hierarchy } from '@sdc/core'
import { hierarchyOfRule, parseHierarchyRule } from '@sdc/toolkit/internal'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { maskByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { kAnonymousRecodeMethod } from '../k-anonymous-recode.js'

const rowsOf = (name: string): string[][] =>
  readFileSync(pathOf(`adult/${name}.csv`), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))

describe.runIf(haveData('adult/adult.csv', 'adult/age.csv'))('hierarchy rules on adult.csv', () => {
  it('interval:5,10,20 has the labels of the hierarchy of ages that comes with the file', () => {
    // The file puts multiples of five into the class below, against its own labels.
    const given = rowsOf('age').filter(([age]) => Number(age) % 5 !== 0)
    expect(given).toHaveLength(80)
    const data = dataset([['age', numeric(given.map(([age]) => Number(age)))]])
    expect(hierarchyOfRule(parseHierarchyRule('interval:5,10,20'), { data, name: 'age' })).toEqual(given)
  })

  it('rules alone lose little more than the hierarchies of the file at k = 5', async () => {
    const [names, ...rows] = rowsOf('adult')
    const columns = Object.fromEntries(
      names.slice(0, 4).map((name, j) => {
        const texts = rows.map((row) => row[j])
        return [name, name === 'age' ? numeric(texts.map(Number)) : categorical(texts)] as const
      }),
    )
    const data = dataset(Object.entries(columns))
    const rules = Object.keys(columns).map((name): [string, Hierarchy] => {
      const rule = parseHierarchyRule(name === 'age' ? 'interval:5,10,20' : 'tree')
      const others = names.slice(0, 4).filter((other) => other !== name)
      return [name, hierarchyOfRule(rule, { data, name, others })]
    })
    const given = Object.keys(columns).map((name): [string, Hierarchy] => [name, rowsOf(name)])
    const [ruled, filed] = await Promise.all(
      [rules, given].map(async (hierarchies) => {
        const { id: method, params: form } = kAnonymousRecodeMethod
        const params = resolveParams(form, { k: 5, local: 'iterate', loss: 'loss' }, { method })
        const roles = { ...noRoles, hierarchies: new Map(hierarchies) }
        const { report } = await maskByPlan(
          kAnonymousRecodeMethod,
          maskInput(data, { params, roles, rng: seededRng(1) }),
        )
        return Number(report?.get('cell loss'))
      }),
    )
    expect(ruled).toBeGreaterThan(0)
    expect(ruled).toBeLessThan(1.25 * filed)
  })
})
