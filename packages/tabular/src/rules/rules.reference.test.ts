import { categorical, resolveParams, seededRng, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { dominanceRule } from './dominance.js'
import { minimumFrequencyRule } from './minimum-frequency.js'
import { pPercentRule } from './p-percent.js'
import { priorPosteriorRule } from './prior-posterior.js'

interface Written {
  readonly dims: readonly string[]
  readonly cells: readonly {
    readonly key: readonly string[]
    readonly count: number
    readonly value: number
    readonly largest: readonly number[]
    readonly flagged: readonly string[]
  }[]
  readonly flaggedCounts: Readonly<Record<string, number>>
}

const { tables } = referenceFile<{ tables: Readonly<Record<string, Written>> }>('tables/primary.json')

/** Reads a rule in the notation of the reference values: freq<3, nk(1,50), p15, pq(10,80). */
function ruleNamed(name: string): { method: TableMethod; params: Record<string, number> } {
  const [a, b] = (name.match(/\d+/g) ?? []).map(Number)
  if (name.startsWith('freq')) return { method: minimumFrequencyRule as TableMethod, params: { m: a } }
  if (name.startsWith('nk')) return { method: dominanceRule as TableMethod, params: { n: a, k: b } }
  if (name.startsWith('pq')) return { method: priorPosteriorRule as TableMethod, params: { p: a, q: b } }
  return { method: pPercentRule as TableMethod, params: { p: a } }
}

function tableOf({ dims, cells }: Written): Table {
  return {
    dimensions: dims.map((_, d) => categorical(cells.map(({ key }) => key[d]))),
    names: dims,
    counts: Int32Array.from(cells, ({ count }) => count),
    values: Float64Array.from(cells, ({ value }) => value),
    largest: Float64Array.from(cells.flatMap(({ largest }) => largest)),
    top: 3,
    equations: [],
  }
}

describe.each(Object.entries(tables))('the rules on %s', (_, written) => {
  it.each(Object.entries(written.flaggedCounts))('%s flags the %i cells of the reference', async (name, count) => {
    const { method, params } = ruleNamed(name)
    const result: TableResult = await method.protect({
      table: tableOf(written),
      params: resolveParams(method.params, params),
      rng: seededRng(1),
      tick: () => {},
    })
    const expected = written.cells.map(({ flagged }) => Number(flagged.includes(name)))
    expect([...result.status]).toEqual(expected)
    expect(result.status.filter((one) => one === 1)).toHaveLength(count)
  })
})
