import { readFileSync } from 'node:fs'
import { categorical, type CategoricalColumn, type Column, type Taxonomy } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { keysReference, runKeys } from './keys.fixture.js'
import { lDiversityMetric } from './l-diversity.js'
import { tClosenessMetric } from './t-closeness.js'
import { tableColumn } from '../testing/run.fixture.js'

interface Measures {
  readonly least: number
  readonly greatest: number
  readonly meanOverRecords: number
  readonly recordsBelow3: number
}

/** Results of the definitions for the classes of adult.csv with generalised keys, by a program in Python. */
interface ClassMeasures {
  readonly keys: readonly string[]
  readonly node: readonly number[]
  readonly sensitive: string
  readonly classes: number
  readonly distinct: Measures
  readonly entropy: Measures
  readonly recursive: Readonly<Record<string, Measures>>
  readonly t: Readonly<Record<string, Omit<Measures, 'recordsBelow3'> & { readonly recordsAbove02: number }>>
  /** Values in their order, and rows of the taxonomy: a value, the category above it, and so on. */
  readonly values: readonly string[]
  readonly isOrdered: boolean
  readonly hierarchy: readonly (readonly string[])[]
  /** Number of records of each value, by class, if there are few classes only. */
  readonly counts?: readonly (readonly number[])[]
}

const cases = keysReference<ClassMeasures>('class-measures.json')
const named = (some: readonly ClassMeasures[]) =>
  some.map((one) => [`${one.sensitive} by ${one.keys.length} keys at ${one.node.join('')}`, one] as const)

/** Returns the rows of a taxonomy as the category above each; a name may have several heights. */
function taxonomyOf(rows: readonly (readonly string[])[]): Taxonomy {
  const name = (row: readonly string[], height: number): string => (height === 0 ? row[0] : `${height}: ${row[height]}`)
  return new Map(
    rows.flatMap((row) =>
      row.map((_, h): [string, string | null] => [name(row, h), h + 1 < row.length ? name(row, h + 1) : null]),
    ),
  )
}

async function holds(
  one: ClassMeasures,
  keys: Readonly<Record<string, Column>>,
  labels: readonly string[],
): Promise<void> {
  const plain = { ...categorical(labels, one.values), ordered: one.isOrdered }
  const withTaxonomy: CategoricalColumn = { ...plain, ordered: false, taxonomy: taxonomyOf(one.hierarchy) }
  const confidential = ['sensitive']
  const number = (measured: Awaited<ReturnType<typeof runKeys>>, column: string): number =>
    tableColumn(measured, 'confidential columns', column)[0]
  const compare = (
    measured: Awaited<ReturnType<typeof runKeys>>,
    what: string,
    expected: Omit<Measures, 'recordsBelow3'>,
  ): void => {
    // Distinct, entropy and recursive are rows of one table.
    const at = ['distinct', 'entropy', 'recursive'].indexOf(what)
    const found =
      what === 't'
        ? ['least t', 'greatest t', 'mean t over records'].map((name) => number(measured, name))
        : ['least', 'greatest', 'mean over records'].map((name) => tableColumn(measured, 'diversity', name)[at])
    const known = [expected.least, expected.greatest, expected.meanOverRecords]
    found.forEach((value, k) => expect(Math.abs(value - known[k])).toBeLessThanOrEqual(1e-12 * Math.max(1, known[k])))
  }
  for (const [text, recursive] of Object.entries(one.recursive)) {
    const c = Number(text.slice(2))
    const columns = { ...keys, sensitive: plain }
    for (const [diversity, expected] of Object.entries({ distinct: one.distinct, entropy: one.entropy, recursive })) {
      const measured = await runKeys(lDiversityMetric, columns, { confidential, params: { diversity, l: 3, c } })
      compare(measured, diversity, expected)
      expect(number(measured, 'records below')).toBe(expected.recordsBelow3)
      expect(measured.value).toBe((100 * expected.recordsBelow3) / labels.length)
    }
  }
  for (const [distance, expected] of Object.entries(one.t)) {
    const columns = { ...keys, sensitive: distance === 'hierarchical' ? withTaxonomy : plain }
    const measured = await runKeys(tClosenessMetric, columns, { confidential, params: { distance } })
    compare(measured, 't', expected)
    expect(measured.value).toBe((100 * expected.recordsAbove02) / labels.length)
  }
}

describe('diversity and closeness of classes, compared with another program', () => {
  const few = cases.filter(({ counts }) => counts)

  it('has cases of every kind', () => {
    expect(cases).toHaveLength(9)
    expect(few.flatMap(({ t }) => Object.keys(t))).toEqual(expect.arrayContaining(['equal', 'ordered', 'hierarchical']))
  })

  it.each(named(few))('%s, from the counts', async (_, one) => {
    const labels: string[] = []
    const classes: string[] = []
    one.counts?.forEach((row, id) =>
      row.forEach((count, value) => {
        for (let k = 0; k < count; k++) {
          labels.push(one.values[value])
          classes.push(`class ${id}`)
        }
      }),
    )
    expect(labels).toHaveLength(30_162)
    await holds(one, { key: categorical(classes) }, labels)
  })
})

describe.runIf(haveData('adult/adult.csv'))('diversity and closeness of the records of adult.csv', () => {
  const read = (name: string): string[][] =>
    readFileSync(pathOf(`adult/${name}.csv`), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'))

  it.each(named(cases))('%s', async (_, one) => {
    const [names, ...rows] = read('adult')
    const column = (name: string): string[] => rows.map((row) => row[names.indexOf(name)])
    const keys = one.keys.map((name, j): [string, Column] => {
      const to = new Map(read(name).map((row) => [row[0], row[one.node[j]]]))
      return [name, categorical(column(name).map((value) => to.get(value) ?? null))]
    })
    await holds(one, Object.fromEntries(keys), column(one.sensitive))
  })
})
