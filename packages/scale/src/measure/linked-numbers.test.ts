import { dataset, fillByBlocks, numeric, seededRng, takeRows, type Dataset } from '@sdc/core'
import { matchByKey, measureFiles, type Measured } from '@sdc/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceOf } from '../files/source.js'
import { memoryStore } from '../work/store.js'
import { measureInParts } from './measure-in-parts.js'
import { columns, given, masked, original, plans, registry, roles, ROWS, said } from './two-files.fixture.js'

const KEY = 'person'

/** Each metric once, as its defaults have it. */
const once = plans.filter(({ use }, p) => plans.findIndex((one) => one.use === use) === p)
/** One that looks for a sample: of so few records for all of them. */
const DBRL = { use: 'risk/dbrl', params: { direction: 'original-to-masked', ties: 'first' } }
/** Every metric that reads blocks, and all that look for a sample. */
const all = [
  ...plans,
  DBRL,
  { use: 'risk/dbrl', params: { direction: 'masked-to-original', ties: 'first' } },
  ...(['zero', 'cross'] as const).map((covariance) => ({
    use: 'risk/dbrl-mahalanobis',
    params: { covariance, ties: 'first' },
  })),
  // Links by 1, 2, … keys, and combines what it finds with a loss and a risk in order.
  { use: 'score/sebe', params: {} },
]

/** The file with a column that names its records, without those after `share` of them. */
function named(data: Dataset, share: number, isMissing: (i: number) => boolean): Dataset {
  const rows = Math.floor(share * data.rows)
  const numbers = Float64Array.from({ length: rows }, (_, i) => (isMissing(i) ? Number.NaN : 7 * i - 3))
  const kept = takeRows(
    data,
    Int32Array.from({ length: rows }, (_, i) => i),
  )
  return dataset([[KEY, numeric(numbers)], ...kept.names.map((name) => [name, kept.column(name)] as const)])
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

/**
 * How much of each file there is, what needs the files whole (where masked records have no original, what counts them), and blocks of a part.
 * The pairs of the same people are in two blocks; of the others only the longer file is.
 */
const pairs = {
  'the same people': {
    shares: [1, 1],
    cuts: [4],
    whole: [],
    metrics: [...once, DBRL],
    // One of each way to be ugly: so many pairs take long.
    columns: columns.filter((name) => !['income', 'one', 'grade'].includes(name)),
  },
  'a sample': { shares: [1, 0.1], cuts: [1], whole: [], metrics: all, columns },
  'strangers, and people without a key': {
    shares: [0.1, 1],
    cuts: [1, 4],
    whole: ['loss/entropy', 'loss/mixed-mean', 'loss/per-record-entropy'],
    metrics: all,
    columns,
  },
}

describe.each(Object.entries(pairs))('the numbers of two files in parts that are linked by a key: %s', (_, one) => {
  const { shares, metrics, columns } = one
  const isMissing = (i: number): boolean => one.whole.length > 0 && i % 1000 === 17
  const before = named(original, shares[0], isMissing)
  const after = shuffled(named(masked, shares[1], isMissing))
  let whole: readonly Measured[] = []
  beforeAll(async () => {
    const origin = matchByKey(before, after, KEY)
    const files = { registry, original: before, masked: after, origin }
    whole = await measureFiles({ ...files, columns, given, roles, metrics, rng: seededRng(3) })
  })

  it.each(one.cuts)('are those of both in memory, in parts of %d blocks', async (partBlocks) => {
    const files = { original: sourceOf(before), masked: sourceOf(after), store: memoryStore() }
    const what = { columns, given, roles, metrics, rng: seededRng(3) }
    const found = await measureInParts({ registry, ...files, ...what, link: { key: KEY }, partBlocks })
    const left = found.filter(({ needsWhole }) => needsWhole !== undefined)
    expect(left.map(({ metric }) => metric.id)).toEqual(one.whole)
    // Tables of thousands of rows: which metrics differ is said, not where.
    const isOther = (m: number): boolean => JSON.stringify(said(found[m])) !== JSON.stringify(said(whole[m]))
    const other = [...found.keys()].filter((m) => !left.includes(found[m]) && isOther(m))
    expect(other.map((m) => found[m].metric.id)).toEqual([])
    expect(after.rows).toBe(Math.floor(shares[1] * ROWS))
  })
})
