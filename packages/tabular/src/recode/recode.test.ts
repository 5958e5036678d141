import { resolveParams, seededRng, type Table, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { cellNamed } from '../golden.fixture.js'
import { tableOfShape } from '../round/random-tables.fixture.js'
import { relationsOf } from '../table/relations.js'
import { recodeMethod } from './recode.js'

const recode = (table: Table, params: Readonly<Record<string, unknown>> = {}): TableResult =>
  recodeMethod.protect({
    table,
    params: resolveParams(recodeMethod.params, params),
    rng: seededRng(1),
    tick: () => {},
  }) as TableResult
const after = (result: TableResult): Table => {
  if (!result.table) throw new Error('there is no table')
  return result.table
}

function addsUp({ equations, values, counts }: Table): boolean {
  return equations.every(({ cells, signs }) =>
    [values, counts].every((of) => cells.reduce((sum, c, i) => sum + signs[i] * of[c], 0) === 0),
  )
}

const next = seededRng('recode')
const plain = tableOfShape([4, 3], () => next.int(20))
const deep = tableOfShape([6, 3], () => next.int(20), true)

describe('tabular/recode', () => {
  it('leaves out the lowest layer of the dimension with the most levels', () => {
    const { table, report } = recode(deep)
    const coarser = after({ status: new Uint8Array(), table })
    expect([...coarser.dimensions[0].levels].sort()).toEqual(['Total', 'g0', 'g1', 'g2'])
    expect(coarser.values.length).toBe(4 * 4)
    expect(report?.get('cells before')).toBe(10 * 4)
    expect(coarser.equations.length).toBe(relationsOf(coarser.dimensions).relations.length)
    expect(addsUp(coarser)).toBe(true)
    for (const cell of ['g1|l2', 'Total|l0', 'g2|Total'])
      expect(coarser.values[cellNamed(coarser)(cell)]).toBe(deep.values[cellNamed(deep)(cell)])
  })

  it('leaves one total of a flat dimension, and both layers of a deep one', () => {
    for (const [table, params] of [
      [plain, { dimension: 'd1' }],
      [deep, { dimension: 'd0', layers: 2 }],
    ] as const) {
      const coarser = after(recode(table, params))
      const d = params.dimension === 'd1' ? 1 : 0
      expect(coarser.dimensions[d].levels).toEqual(['Total'])
      expect(addsUp(coarser)).toBe(true)
    }
  })

  it('merges levels, with all data of their cells', () => {
    const cell = cellNamed(plain)
    const n = plain.values.length
    const of = (numbers: (c: number) => number): Float64Array => Float64Array.from({ length: n }, (_, c) => numbers(c))
    const table: Table = {
      ...plain,
      keys: of((c) => (c % 8) / 8),
      costs: of((c) => c),
      largest: Float64Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? i : i / 2)),
      known: { low: of(() => 0), high: of((c) => 100 + c) },
      given: Uint8Array.from({ length: n }, (_, c) =>
        c === cell('l0|l0') || c === cell('l2|l0') || c === cell('l0|l1') ? 2 : 0,
      ),
    }
    const coarser = after(recode(table, { dimension: 'd0', merge: { both: ['l0', 'l2'] } }))
    const now = cellNamed(coarser)
    expect(coarser.values.length).toBe(4 * 4)
    expect(addsUp(coarser)).toBe(true)
    const [a, b, c] = [cell('l0|l0'), cell('l2|l0'), now('both|l0')]
    expect(coarser.values[c]).toBe(plain.values[a] + plain.values[b])
    expect(coarser.counts[c]).toBe(plain.counts[a] + plain.counts[b])
    expect(coarser.keys?.[c]).toBe(((a % 8) / 8 + (b % 8) / 8) % 1)
    expect(coarser.costs?.[c]).toBe(a + b)
    expect(coarser.known?.high[c]).toBe(200 + a + b)
    const four = [2 * a, 2 * b, a + 0.5, b + 0.5].sort((x, y) => y - x)
    expect([...(coarser.largest ?? [])].slice(2 * c, 2 * c + 2)).toEqual(four.slice(0, 2))
    expect([coarser.given?.[c], coarser.given?.[now('both|l1')]]).toEqual([2, 0])
    expect(coarser.values[now('l1|l2')]).toBe(plain.values[cell('l1|l2')])
  })

  it('keeps levels below merged levels under the merged one', () => {
    const coarser = after(recode(deep, { dimension: 'd0', merge: { g0: ['g0', 'g1'] } }))
    expect(coarser.dimensions[0].taxonomy?.get('l3')).toBe('g0')
    expect(addsUp(coarser)).toBe(true)
    const [old, now] = [cellNamed(deep), cellNamed(coarser)]
    expect(coarser.values[now('g0|l1')]).toBe(deep.values[old('g0|l1')] + deep.values[old('g1|l1')])
  })

  it.each<[string, Table, Readonly<Record<string, unknown>>, string, RegExp]>([
    ['a dimension that is not there', plain, { dimension: 'sex' }, 'BAD_PARAMETER', /no dimension "sex"/],
    [
      'more layers than there are',
      deep,
      { layers: 3 },
      'INFEASIBLE',
      /has 2 layer\(s\) of levels below its top; removing 3/,
    ],
    ['a level that is not there', plain, { merge: { x: ['l0', 'l9'] } }, 'BAD_PARAMETER', /"l9" is not a level/],
    ['a level twice', plain, { merge: { x: ['l0', 'l1'], y: ['l1', 'l2'] } }, 'BAD_PARAMETER', /"l1" is merged twice/],
    ['one level', plain, { merge: { x: ['l0'] } }, 'BAD_PARAMETER', /merges 1 level/],
    [
      'levels of different totals',
      deep,
      { merge: { x: ['l0', 'l5'] } },
      'BAD_PARAMETER',
      /different totals: l0 of g0, l5 of g2/,
    ],
    ['a total and its part', plain, { merge: { x: ['Total', 'l1'] } }, 'BAD_PARAMETER', /different totals/],
    [
      'a name that is taken',
      plain,
      { merge: { l3: ['l0', 'l1'] } },
      'BAD_PARAMETER',
      /another level has the name "l3"/,
    ],
    [
      'joined tables',
      { ...plain, equations: plain.equations.slice(1) },
      {},
      'BAD_TABLE',
      /differ from those of its levels/,
    ],
  ])('refuses %s', (_, table, params, code, message) => {
    expect(() => recode(table, params)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })
})
