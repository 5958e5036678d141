import { dataset, fillByBlocks, numeric, numericValues, seededRng, takeRows, type Dataset } from '@sdc/core'
import { matchByKey } from '../../measure/match.js'
import { measureFiles } from '../../measure/measure.js'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts } from './measure-in-parts.js'
import { columns, given, masked, original, plans, registry, roles, ROWS, said } from './two-files.fixture.js'

const KEY = 'person'

/** Every metric that reads blocks, and all that draw a sample; with so few records they use all. */
const all = [
  ...plans,
  ...['original-to-masked', 'masked-to-original'].map((direction) => ({
    use: 'risk/dbrl',
    params: { direction, ties: 'first', scale: 'separate' },
  })),
  ...(['zero', 'cross'] as const).map((covariance) => ({
    use: 'risk/dbrl-mahalanobis',
    params: { covariance, ties: 'first' },
  })),
  // Links by 1, 2, … quasi-identifiers, and combines the result with a loss and a risk in order.
  { use: 'score/sebe', params: {} },
]
/**
 * One metric for each way to read pairs: sums, counts of keys, records one by one, ranks, intervals of ranks, a sample.
 */
const ways = [
  'loss/correlation',
  'risk/k-anonymity',
  'loss/per-record-entropy',
  'permutation/level',
  'risk/interval-disclosure',
  'risk/dbrl-mahalanobis',
].map((use) => ({ use, params: {} }))

/** The first records of the file, with a column that names its records. */
function named(data: Dataset, rows: number, isMissing: (i: number) => boolean): Dataset {
  const numbers = Float64Array.from({ length: rows }, (_, i) => (isMissing(i) ? Number.NaN : 7 * i - 3))
  const kept = takeRows(
    data,
    Int32Array.from({ length: rows }, (_, i) => i),
  )
  // Few records have a value: those that are linked by distances.
  const rare = numericValues(kept, 'holes').map((value, i) => (i % 40 === 0 ? value : Number.NaN))
  return dataset([
    [KEY, numeric(numbers)],
    ...kept.names.map((name) => [name, kept.column(name)] as const),
    ['rare', numeric(rare)],
  ])
}

/** Its records in another order. */
function shuffled(data: Dataset): Dataset {
  const places = fillByBlocks(seededRng('moved'), new Float64Array(data.rows), (stream, part) =>
    stream.fillUniform(part),
  )
  const rows = Int32Array.from({ length: data.rows }, (_, i) => i)
  return takeRows(
    data,
    rows.sort((a, b) => places[a] - places[b]),
  )
}

/** Numbers of records of the files. */
const pairs = {
  'nearly the same people, whose pairs are in two blocks': {
    rows: [ROWS, ROWS],
    someLackKeys: false,
    metrics: ways,
    columns: ['rare', 'kind'],
  },
  'a sample': { rows: [4000, 1500], someLackKeys: false, metrics: all, columns },
  'strangers, and people without a key': {
    rows: [3000, 5000],
    someLackKeys: true,
    metrics: all,
    columns,
  },
}

describe('measurements of two files that are linked by a key, out of core', () => {
  it.each(Object.entries(pairs))('equal those of both in memory: %s', async (_, one) => {
    const { metrics, columns: of } = one
    const isMissing = (i: number): boolean => one.someLackKeys && i % 1000 === 17
    const before = named(original, one.rows[0], isMissing)
    const after = shuffled(named(masked, one.rows[1], isMissing))
    const what = { registry, columns: of, given, roles, metrics }
    const origin = matchByKey(before, after, KEY)
    const whole = await measureFiles({ ...what, original: before, masked: after, origin, rng: seededRng(3) })
    const files = { original: sourceOf(before), masked: sourceOf(after), store: memoryStore() }
    const { measured: found } = await measureInParts({
      ...what,
      ...files,
      rng: seededRng(3),
      link: { key: KEY },
      partBlocks: 1,
    })
    // Tables have thousands of rows: only the ids of metrics that differ are reported.
    const isOther = (m: number): boolean => JSON.stringify(said(found[m])) !== JSON.stringify(said(whole[m]))
    const other = [...found.keys()].filter(isOther)
    expect(other.map((m) => found[m].metric.id)).toEqual([])
  })
})
