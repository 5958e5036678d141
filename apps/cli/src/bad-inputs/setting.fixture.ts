import { peopleCsv, sdc, type workFolder } from '../cli.fixture.js'
import type { Setting } from './row.fixture.js'

/** Plugin of a third party: a service and a table method in one file that imports none of our packages. */
const plugin = `import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
const words = { title: 'T', summary: 'S.', formula: 'f', source: [{ where: 'a test' }] }
const least = z.int().min(1).default(5).meta({ description: 'The fewest records of an answer.', unit: 'records' })
const counts = {
  ...words,
  id: 'third/counts',
  traits: { accepts: ['numeric', 'nominal'], stochastic: false, missing: 'keep', given: 'unused' },
  params: z.object({ least }),
  build: ({ data, columns }) => ({
    format: 'counts 1',
    json: {},
    arrays: new Map(columns.map((name) => [name, (data.column(name).values ?? data.column(name).codes).slice()])),
  }),
  open: ({ arrays }) => ({ asks: ['count'], answer: () => ({ value: [...arrays.values()][0].length }) }),
}
const rule = {
  ...words,
  id: 'third/rule',
  step: 'sensitivity',
  params: z.object({ least: least.default(3) }),
  protect: ({ table, params }) => ({ status: Uint8Array.from(table.counts, (n) => Number(n > 0 && n < params.least)) }),
}
export default { name: 'third', version: '1.0.0', sdc: '^1', services: [counts], tables: [rule] }
`

/** Makes a folder with valid files of every sort, which accompany the bad ones. */
export async function makeSetting(work: ReturnType<typeof workFolder>): Promise<Setting> {
  const good = work.write('good.csv', peopleCsv())
  const setting: Setting = {
    work,
    good,
    masked: work.path('masked.csv'),
    schema: work.write('good-schema.yaml', 'columns: { id: { role: identifier }, income: { role: confidential } }\n'),
    plan: work.write(
      'good-plan.yaml',
      'steps:\n  - { use: microaggregation/mdav, columns: [income, tax], params: { k: 3 } }\n  - reverse-map/clusters\n' +
        'compare: { candidates: [{ use: swapping/rank-swap }], columns: [income, tax] }\n',
    ),
    keep: work.path('keep.json'),
    released: work.path('public.csv'),
    service: work.path('people.service'),
    hidden: work.path('hidden.json'),
    table: work.write('table.csv', 'region,n\nnorth,2\nsouth,7\nTotal,9\n'),
    plugin: work.write('plugin.mjs', plugin),
    out: work.path('out.csv'),
  }
  const noise = ['--method', 'noise/additive', '--columns', 'income,tax']
  const open = ['--accept-open', 'id', '--accept-open', 'age']
  for (const argv of [
    ['mask', good, ...noise, '--seed', '1', '-o', setting.masked],
    ['mask', good, ...noise, '--release', ...open, '--private', setting.keep, '-o', setting.released],
    [
      'service',
      'build',
      'third/counts',
      good,
      '--columns',
      'income,region,age',
      '--private',
      setting.service,
      '--plugin',
      setting.plugin,
    ],
    [
      'service',
      'build',
      'services/camouflage',
      good,
      '--columns',
      'income',
      '--given',
      'region,age,tax',
      '--private',
      setting.hidden,
    ],
  ]) {
    const { status, stderr } = await sdc(...argv)
    if (status !== 0) throw new Error(stderr)
  }
  return setting
}
