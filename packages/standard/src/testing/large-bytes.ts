import { categorical, dataset, exp, fillByBlocks, numeric, seededRng, type Dataset } from '@sdc/core'
import { bytesOn } from './file-bytes.js'

/** More records than the algorithms for small files accept. */
const ROWS = 20_000

/** Methods and metrics that take longer than a second on this file: they compare all records, or search. */
const SLOW: readonly string[] = [
  'risk/bounds',
  'loss/fuzzy-clusters',
  'loss/clusters',
  'optimize/permute',
  'risk/person-linkage',
]

/**
 * Every method and metric except the slow ones, on a drawn file of 20,000 records: related columns with ties, zeros and
 * categories.
 */
export function bytesOnLargeFile(): ReturnType<typeof bytesOn> {
  const { methods, metrics } = bytesOn({
    data: drawnFile(),
    columns: ['income', 'assets', 'tax', 'hours'],
    given: ['age', 'size'],
    categories: ['sex', 'region', 'level', 'class'],
    keys: ['sex', 'region'],
    confidential: 'class',
  })
  const isQuick = ({ name }: { readonly name: string }): boolean => !SLOW.includes(name.split(' ')[0])
  return { methods: methods.filter(isQuick), metrics: metrics.filter(isQuick) }
}

function drawnFile(): Dataset {
  const normal = (name: string): Float64Array =>
    fillByBlocks(seededRng('large file').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))
  const age = normal('age').map((z) => Math.round(45 + 15 * z))
  const size = normal('size').map((z) => Math.round(exp(3 + z)))
  const noise = normal('income')
  const income = age.map((years, i) => Math.round(100 * (20 * years + 300 * noise[i] + size[i])) / 100)
  const share = normal('assets')
  const assets = income.map((value, i) => (share[i] < -0.3 ? 0 : Math.round(value * exp(share[i]))))
  const rate = normal('tax')
  const tax = income.map((value, i) => 0.2 * value + 25 * rate[i])
  const hours = normal('hours').map((z) => Math.max(0, Math.min(60, Math.round(38 + 8 * z))))
  const classes = (values: Float64Array, labels: readonly string[]): ReturnType<typeof categorical> => {
    const sorted = values.toSorted()
    const cuts = labels.slice(1).map((_, b) => sorted[Math.floor(((b + 1) * ROWS) / labels.length)])
    return categorical(
      Array.from(values, (value) => labels[cuts.filter((at) => value >= at).length]),
      labels,
    )
  }
  return dataset([
    ['age', numeric(age)],
    ['size', numeric(size)],
    ['income', numeric(income)],
    ['assets', numeric(assets)],
    ['tax', numeric(tax)],
    ['hours', numeric(hours)],
    ['sex', classes(normal('sex'), ['f', 'm'])],
    ['region', classes(normal('region'), ['a', 'b', 'c', 'd'])],
    ['level', classes(income, ['low', 'middle', 'high'])],
    ['class', classes(tax, ['1', '2', '3', '4', '5'])],
  ])
}
