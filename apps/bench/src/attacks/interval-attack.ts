import { hasInterval, measureFiles, rolesOf } from '@sdc/engine'
import { binomialInterval } from '@sdc/stats/distributions'
import type { StudyAttack, StudyRelease } from './attack-study.js'
import { amounts, mapped, people, share, toDataset } from './tables.js'
import { says, noise } from './study-parts.js'

const FILES = 60

/**
 * Share of files whose former interval, Clopper and Pearson's by the number of records, excludes the expected value.
 */
const interval = (use: string, known: readonly string[], params = {}): StudyRelease => ({
  async attack({ n, registry, rng }) {
    const values: number[] = []
    for (let f = 0; f < FILES; f++) {
      const own = rng.child(`file ${f}`)
      const table = people(n, own)
      const original = toDataset(table)
      const masked = toDataset(mapped(table, amounts, (cell) => Number(cell) + Math.round(2000 * own.normal())))
      const columns = [...known, ...amounts]
      const all = rolesOf(original, { columns: Object.fromEntries(known.map((name) => [name, { role: 'quasi-identifier' }])) }) // oxfmt-ignore
      const origin = Int32Array.from({ length: n }, (_, row) => row)
      const [{ measurement }] = await measureFiles({ registry, original, masked, origin, columns, roles: all, metrics: [{ use, params }], rng: own }) // oxfmt-ignore
      values.push((measurement.value ?? Number.NaN) / 100)
    }
    const expected = values.reduce((sum, one) => sum + one, 0) / FILES
    return share(values, (one) => {
      const [low, high] = binomialInterval(one * n, n)
      return expected < low || expected > high
    })
  },
  now: [({ registry }) => (hasInterval(registry.get('metrics', use)) ? { text: 'an interval' } : { text: 'no interval, ID:upper is refused', stops: true })], // oxfmt-ignore
})

export const intervals: StudyAttack = {
  name: 'intervals',
  file: `${FILES} files of people; noise on six amounts`,
  counts: 'files whose former 95 % interval misses the expected value (should be 5)',
  of: people,
  step: noise,
  roles: {},
  attack: () => 0,
  before: [says('a 95 % interval')],
  now: [],
  releases: {
    'risk/k-anonymity, k = 10': interval('risk/k-anonymity', ['sex', 'family', 'born'], { k: 10 }),
    'risk/k-anonymity, k = 3': interval('risk/k-anonymity', ['town', 'job'], { k: 3 }),
    'risk/interval-disclosure': interval('risk/interval-disclosure', []),
    'risk/reidentification': interval('risk/reidentification', ['sex', 'family', 'born']),
  },
}
