import { referenceFile } from '@sdc/testing/reference'
import { readFileSync } from 'node:fs'
import {
  createRegistry,
  dataset,
  isMissing,
  maskInput,
  measureInput,
  noRoles,
  numeric,
  resolveParams,
  takeRows,
  withColumns,
  type Column,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import standard from './index.js'
import { maskByPlan, measureByPlan } from '@sdc/toolkit'

/**
 * A greedy suppression by another program (packages/testing/reference/README.md) is compared with ours. Ours suppresses
 * no more, and reaches the same condition: by the metric, and by sorting the records.
 */
interface Case {
  readonly id: string
  readonly input: {
    readonly csv: string
    readonly columns: readonly string[]
    readonly params: {
      readonly k: number | readonly number[]
      readonly importance: readonly number[] | null
      readonly combs?: readonly number[]
      readonly alpha?: number
      readonly NA_rule?: string
      readonly strataVars?: string
    }
  }
  readonly output: { readonly total: number; readonly suppressions_per_key: Readonly<Record<string, number>> }
}

const { cases } = referenceFile('localsuppression.json') as { cases: readonly Case[] }
const registry = createRegistry().use(standard).freeze()
const method = registry.get('methods', 'coding/local-suppression')
const metric = registry.get('metrics', 'risk/k-anonymity')

const tables = new Map<string, readonly (readonly string[])[]>()

function columnOf(csv: string, name: string): number[] {
  const read = (): string[][] =>
    readFileSync(pathOf(csv), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
  const table = tables.get(csv) ?? read()
  tables.set(csv, table)
  const [header, ...rows] = table
  const at = header.indexOf(name)
  return rows.map((row) => Number(row[at]))
}

function fileOf({ input: { csv, columns, params } }: Pick<Case, 'input'>): Dataset {
  const missing = (i: number, j: number): boolean =>
    params.NA_rule !== undefined && ((i + 1) * 7919 + (j + 1) * 104729) % 97 === 0
  return dataset(
    columns.map((name, j): [string, Column] => [
      name,
      numeric(columnOf(csv, name).map((value, i) => (missing(i, j) ? Number.NaN : value))),
    ]),
  )
}

/** The suppressed file; each stratum, if there are some, is suppressed by itself. */
async function inStrata(
  data: Dataset,
  strata: readonly number[] | undefined,
  params: Readonly<Record<string, unknown>>,
): Promise<Dataset[]> {
  const values = [...new Set(strata ?? [0])]
  const rows = values.map((value) =>
    Int32Array.from({ length: data.rows }, (_, i) => i).filter((i) => (strata?.[i] ?? 0) === value),
  )
  return Promise.all(rows.map(async (of) => (await suppressed(takeRows(data, of), params))[0]))
}

async function suppressed(data: Dataset, params: Readonly<Record<string, unknown>>): Promise<[Dataset, MaskResult]> {
  const result = await maskByPlan(method, maskInput(data, { params: resolveParams(method.params, params) }))
  const columns = [...result.files[0].columns].filter((entry): entry is [string, Column] => entry[1] !== null)
  return [withColumns(data, new Map(columns)), result]
}

function missingIn(data: Dataset, name: string): number {
  let count = 0
  for (let i = 0; i < data.rows; i++) if (isMissing(data.column(name), i)) count++
  return count
}

/** All combinations of a given number of names. */
function combinations(names: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return names.flatMap((name, i) => combinations(names.slice(i + 1), size - 1).map((rest) => [name, ...rest]))
}

async function unsafePercent(data: Dataset, keys: readonly string[], k: number, share: number): Promise<number | null> {
  const measured = await measureByPlan(
    metric,
    measureInput(data, data, {
      columns: keys,
      roles: { ...noRoles, keys },
      params: resolveParams(metric.params, { k, missing: 'share', share }),
      parts: new Map(),
    }),
  )
  return measured.value ?? null
}

/** Values of a column as numbers from 1, with 0 for a missing one. */
function numbered(column: Column): Int32Array {
  const known = new Map<number, number>()
  const values = column.kind === 'numeric' ? column.values : new Float64Array(column.codes.length).fill(Number.NaN)
  return Int32Array.from(values, (value) => {
    if (Number.isNaN(value)) return 0
    const number = known.get(value) ?? known.size + 1
    known.set(value, number)
    return number
  })
}

/**
 * Least number of records that match one by wildcards, found by comparing different records with each other; counting
 * stops at `enough`.
 */
function leastMatches(data: Dataset, keys: readonly string[], enough: number): number {
  const columns = keys.map((name) => numbered(data.column(name)))
  const counts = new Map<string, number>()
  for (let i = 0; i < data.rows; i++) {
    const text = columns.map((column) => column[i]).join(' ')
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const records = Array.from(counts.keys(), (text) => Int32Array.from(text.split(' '), Number))
  const frequencies = Float64Array.from(counts.values())
  let least = Infinity
  records.forEach((a, own) => {
    let sum = frequencies[own]
    for (let at = 0; at < records.length && sum < enough; at++)
      if (at !== own && matches(a, records[at])) sum += frequencies[at]
    least = Math.min(least, sum)
  })
  return least
}

/** Returns true if no values differ; a missing one matches any. */
function matches(a: Int32Array, b: Int32Array): boolean {
  for (let j = 0; j < a.length; j++) if (a[j] !== b[j] && a[j] !== 0 && b[j] !== 0) return false
  return true
}

describe.runIf(haveData('testdata.csv', 'francdat.csv'))('local suppression against another program', () => {
  const compared = cases.filter(({ output }) => output.total !== undefined)

  it.each(compared.map((one) => [one.id, one] as const))('%s', async (_, one) => {
    const { columns, params } = one.input
    const before = fileOf(one)
    const ks = Array.isArray(params.k) ? (params.k as readonly number[]) : [params.k as number]
    const conditions = ks.map((k, c): [number, number] => [k, params.combs?.[c] ?? columns.length])
    const rank = params.importance
    const order = rank && [...columns].sort((a, b) => rank[columns.indexOf(a)] - rank[columns.indexOf(b)])
    const share = params.alpha ?? 1
    const rankWeight = (j: number): number => (rank ? columns.length + 1 - rank[j] : 1)
    const weight = (of: readonly number[]): number => of.reduce((sum, count, j) => sum + count * rankWeight(j), 0)
    const theirs = columns.map((name) => one.output.suppressions_per_key[name])
    const asked = {
      missing: params.alpha === undefined ? 'wildcard' : 'share',
      share,
      ...(params.combs ? { subsets: conditions.map(([k, dimension]) => ({ k, dimension })) } : { k: conditions[0][0] }),
    }
    const weights = Object.fromEntries(columns.map((name, j) => [name, rankWeight(j)]))
    const ways = [
      { importanceOrder: order ?? columns },
      { importance: weights },
      { protect: 'record', importanceOrder: order ?? columns },
      { protect: 'record', importance: weights },
    ]
    const strata = params.strataVars === undefined ? undefined : columnOf(one.input.csv, params.strataVars)
    const found: number[][] = []
    for (const way of ways) {
      const files = await inStrata(before, strata, { ...asked, ...way })
      for (const after of files) {
        for (const [k, size] of conditions) {
          for (const keys of combinations(columns, size)) {
            expect(await unsafePercent(after, keys, k, share), `${keys.join()} ${k}`).toBe(0)
            if (share === 1) expect(leastMatches(after, keys, k)).toBeGreaterThanOrEqual(k)
          }
        }
      }
      const missing = (name: string): number => files.reduce((sum, after) => sum + missingIn(after, name), 0)
      found.push(columns.map((name) => missing(name) - missingIn(before, name)))
    }
    const [inOrder, weighted] = found
    expect(inOrder.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(one.output.total)
    expect(weight(weighted)).toBeLessThanOrEqual(weight(theirs))
  })

  it.each([
    [2, 3],
    [3, 6],
    [4, 7],
  ])('francdat, four keys, k = %i: %i cells are the least possible', async (k, least) => {
    const columns = ['Key1', 'Key2', 'Key3', 'Key4']
    const before = fileOf({ input: { csv: 'francdat.csv', columns, params: { k, importance: null } } })
    const [after, { report }] = await suppressed(before, { k })
    expect(columns.reduce((sum, name) => sum + missingIn(after, name), 0)).toBe(least)
    expect([report?.get('lower bound'), report?.get('proved optimal')]).toEqual([least, 1])
    expect(leastMatches(after, columns, k)).toBeGreaterThanOrEqual(k)
  })
})
