import {
  categorical,
  dataset,
  resolveParams,
  seededRng,
  type CategoricalColumn,
  type Taxonomy,
  maskInput,
} from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankMethod } from './index.js'
import { maskByPlan } from '@sdc/toolkit'

const levels = ['a', 'b', 'c', 'd', 'e']
const label = fc.option(fc.constantFrom(...levels), { nil: null, freq: 8 })
const pairs = fc.array(fc.tuple(label, label), { minLength: 1, maxLength: 40 })
const taxonomies: readonly (Taxonomy | undefined)[] = [
  undefined,
  new Map([
    ['a', 'vowel'],
    ['e', 'vowel'],
    ['b', 'stop'],
    ['d', 'stop'],
    ['stop', 'consonant'],
    ['c', 'consonant'],
  ]),
]
const settings = fc.record({
  taxonomy: fc.constantFrom(...taxonomies),
  ordered: fc.boolean(),
  seed: fc.nat(),
  params: fc.constantFrom({}, { ties: 'first' }, { distance: 'path' }),
})

interface Setting {
  readonly taxonomy?: Taxonomy | undefined
  readonly ordered?: boolean
  readonly seed?: number
  readonly params?: Readonly<Record<string, unknown>>
}

function column(labels: readonly (string | null)[], { taxonomy, ordered = false }: Setting): CategoricalColumn {
  return { ...categorical(labels, ordered ? levels : undefined), ordered, taxonomy }
}

function map(x: readonly (string | null)[], y: readonly (string | null)[], setting: Setting = {}): (string | null)[] {
  const result = maskByPlan(
    rankMethod,
    maskInput(dataset([['v', column(y, setting)]]), {
      original: dataset([['v', column(x, setting)]]),
      columns: ['v'],
      params: resolveParams(rankMethod.params, setting.params ?? {}),
      rng: seededRng(setting.seed ?? 1),
    }),
  )
  if (result instanceof Promise) throw new Error('reverse mapping is not asynchronous')
  const z = result.files[0].columns.get('v')
  if (z?.kind !== 'categorical') throw new Error('no categories came back')
  return Array.from(z.codes, (code) => z.levels[code] ?? null)
}

const count = (labels: readonly (string | null)[]): Record<string, number> =>
  Object.fromEntries(levels.map((level) => [level, labels.filter((one) => one === level).length]))

describe('reverse mapping of categories', () => {
  it('keeps the counts of the complete pairs, and leaves the others missing', () => {
    fc.assert(
      fc.property(pairs, settings, (list, setting) => {
        const complete = list.filter(([x, y]) => x !== null && y !== null)
        const z = map(
          list.map(([x]) => x),
          list.map(([, y]) => y),
          setting,
        )
        expect(count(z)).toEqual(count(complete.map(([x]) => x)))
        expect(z.map((one) => one === null)).toEqual(list.map(([x, y]) => x === null || y === null))
      }),
    )
  })

  it('is idempotent, and returns an unmasked column unchanged', () => {
    fc.assert(
      fc.property(pairs, settings, (list, setting) => {
        const [x, y] = [list.map(([one]) => one), list.map(([, one]) => one)]
        const z = map(x, y, setting)
        expect(map(x, z, setting)).toEqual(z)
        expect(map(x, x, setting)).toEqual(x)
      }),
    )
  })

  it('assigns the original categories from the central to the remote, in the order of the masked ones', () => {
    // In both files a, b, c ascend, by the original's counts 3, 2, 1: the two masked a get a, the three b get a, b, b.
    expect(map(['a', 'a', 'a', 'b', 'b', 'c'], ['b', 'b', 'b', 'a', 'a', 'c'], { params: { ties: 'first' } })).toEqual([
      'a',
      'b',
      'b',
      'a',
      'a',
      'c',
    ])
  })

  it('ranks ordered categories by their order', () => {
    expect(map(['c', 'a', 'b', 'a'], ['a', 'b', 'e', 'd'], { ordered: true })).toEqual(['a', 'a', 'c', 'b'])
  })

  it('ranks by the taxonomy: categories near to many others are central', () => {
    // Consonants are near to each other, a is near to none of them: the most remote whatever the draws.
    const x = ['b', 'c', 'd', 'a']
    const taxonomy = taxonomies[1]
    for (let seed = 0; seed < 20; seed++) {
      const z = map(x, ['b', 'b', 'b', 'a'], { taxonomy, seed })
      expect(z[3]).toBe('a')
    }
    // Without a taxonomy all four occur once, and the draw decides.
    const last = new Set(Array.from({ length: 40 }, (_, seed) => map(x, ['b', 'b', 'b', 'a'], { seed })[3]))
    expect(last.size).toBeGreaterThan(1)
  })

  it('breaks ties between categories once, not record by record', () => {
    for (let seed = 0; seed < 20; seed++) {
      const x = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 'a' : 'b'))
      const y = Array.from({ length: 30 }, (_, i) => (i < 15 ? 'a' : 'b'))
      const z = map(x, y, { seed })
      expect(new Set(z.slice(0, 15)).size).toBe(1)
      expect(new Set(z.slice(15)).size).toBe(1)
    }
  })

  it('ranks a category that only the masked file has by its distance to the original records', () => {
    expect(map(['a', 'a', 'a', 'b'], ['a', 'x', 'a', 'a'])[1]).toBe('b')
  })

  it('refuses a masked category outside an order, numbers for categories, and names the column', () => {
    const outside = { ...categorical(['a', 'z'], ['a', 'z']), ordered: true }
    const ordered = { ...categorical(['a', 'b'], ['a', 'b']), ordered: true }
    const refused = (masked: CategoricalColumn | { kind: 'numeric'; values: Float64Array }): unknown =>
      maskByPlan(
        rankMethod,
        maskInput(dataset([['v', masked]]), {
          original: dataset([['v', ordered]]),
          origin: Int32Array.of(0, 1),
          columns: ['v'],
          params: resolveParams(rankMethod.params, {}),
          rng: seededRng(1),
        }),
      )
    expect(() => refused(outside)).toThrow(/column "v": the masked value "z" of record 2/)
    expect(() => refused({ kind: 'numeric', values: Float64Array.of(1, 2) })).toThrow(
      /column "v": the original has categories/,
    )
  })
})
