/**
 * Reverse mapping within clusters: records that a microaggregation made equal exchange their original values at random.
 */
import { SdcError, defineMethod, isMissing, takeColumn, type Column, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { clustersOf, permuteWithin } from './clusters.js'
import { refuseUnknownOrigin } from '@sdc/toolkit'

const id = 'reverse-map/clusters'

/**
 * z_ij = x_π(i)j with π uniform on the cluster of record i, drawn anew for every column j.
 *
 * The clusters are those that microaggregation leaves: the records that are equal in all masked columns. Within a
 * cluster the released records are exchangeable for any knowledge of the originals, so that no link is correct with a
 * probability above 1 over the size of the cluster. Source: Soria-Comas & Domingo-Ferrer 2012; Muralidhar, Sarathy &
 * Domingo-Ferrer 2014, section 5.
 */
const params = z.object({})

export const clustersMethod: MaskingMethod<z.infer<typeof params>> = defineMethod({
  id,
  title: 'Permutation within clusters',
  summary:
    'Gives every record an original value of its cluster in each column: after microaggregation, ' +
    'probabilistic k-anonymity.',
  brief: ['It keeps exactly the values of every column within each cluster.', 'Relations within clusters are lost.'],
  formula: 'z_ij = x_π(i)j, π uniform on the records equal to i in all masked columns, another π for every column j',
  source: [
    { key: 'soria-comas-domingo-ferrer-2012', where: 'the method' },
    { key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'section 5' },
  ],
  notes: [
    {
      topic: 'keeps',
      text:
        'Use it after microaggregation of several columns together (steps: microaggregation/mdav with k, then ' +
        'this). No record is linked by the masked columns with a probability above 1/k, and every released value ' +
        'is an original one. Unmasked columns may link it.',
    },
    {
      topic: 'keeps',
      text:
        'Only records of one cluster exchange values, so whatever the clusters keep is kept. reverse-map/rank ' +
        'after the same microaggregation lets values leave their cluster, with the same protection of 1/k.',
    },
    {
      topic: 'missing',
      text:
        'A missing masked value counts as a separate value: such records form clusters with others that miss the ' +
        'same values. A missing original value stays with its record.',
    },
    {
      topic: 'limits',
      text: 'A record alone in its cluster keeps its values. A warning gives the number of such records.',
    },
    {
      topic: 'attacks',
      text: 'A value that all records of a cluster share (a common value of a confidential column) is disclosed.',
    },
  ],
  enables: [
    "An intruder who knows the clusters knows the set of values that a record's values come from. A link is " +
      'still right with a probability of at most 1/k.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    missing: 'own',
    postMasking: true,
    claims: { marginals: true, means: true },
  },
  params,
  needsFile: () => ({
    why: 'its clusters consist of equal records anywhere in the file',
    instead: 'reverse-map/rank maps each column by its ranks',
  }),
  plan: () => ({
    form: 'file',
    mask({ original, data, origin, columns, rng, tick }) {
      refuseUnknownOrigin(id, origin, data.rows)
      const clusters = clustersOf(columns.map((name) => data.column(name)))
      const least = clusters.sizes.reduce((size, one) => Math.min(size, one), Infinity)
      const alone = clusters.sizes.reduce((count, size) => count + Number(size === 1), 0)
      if (alone === clusters.sizes.length) {
        const message = `no two masked records are equal in ${columns.join(', ')}: there are no clusters to permute within`
        const fix = 'Microaggregate these columns together in the step before (microaggregation/mdav).'
        throw new SdcError('NOTHING_MOVES', message, { method: id }, fix)
      }
      const masked = columns.map((name, j): readonly [string, Column] => {
        tick(j / columns.length)
        const x = takeColumn(original.column(name), origin)
        const from = permuteWithin(clusters, (row) => !isMissing(x, row), rng.child(name).child('order'))
        return [name, takeColumn(x, from)]
      })
      const report = new Map([
        ['clusters', clusters.sizes.length],
        ['records in the smallest cluster', least],
      ])
      const warnings = alone > 0 ? [`records alone in their cluster, which keep their values: ${alone}`] : []
      return { files: [{ columns: new Map(masked) }], report, warnings }
    },
  }),
})
