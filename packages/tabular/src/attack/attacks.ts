import { categorical, dataset, defineTableMethod, numeric, type Dataset, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { findAttacks } from './find-attacks.js'
import { findingKinds } from './finding.js'

export interface AttacksParams {
  readonly percent: number
  readonly coalition: number
}

/** Who learns what from a table, published or protected. */
export const attacksMethod: TableMethod<AttacksParams> = defineTableMethod({
  id: 'tabular/attacks',
  title: 'Attacks on a table',
  summary:
    'Finds who learns what from a table: outsiders, contributors, dominant contributors, and groups that are all alike.',
  formula: 'one contributor: X; two: X − own; the largest on the others: X − x_1; the second on the largest: X − x_2',
  source: [{ key: 'hundepool-et-al-2012', where: 'Chapters 4 and 5: disclosure in magnitude and frequency tables' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'external: a cell of one contributor, whose value everybody has who knows who it is. internal: a cell of two (or of coalition + 1), each of whom subtracts their own. dominance: the largest contributor bounds all others, or those behind them bound the largest. singleton: who is alone in a suppressed cell computes another. coalition: two who are alone in suppressed cells compute a third together (with coalition=2 or more; exactly, in components of up to a hundred cells). group: all who are counted in a row are in one cell of it.',
    },
    {
      topic: 'choices',
      text: 'The numbers of contributors are taken as known to everybody, published or not. A suppressed cell is attacked by its interval (tabular/audit). A bound that is nearer to a contribution than percent of it is reported. In a table of counts a cell of one or two is a finding while it is published; what its people have is for the group findings to say.',
    },
    {
      topic: 'limits',
      text: 'Dominance needs the largest contributions; a coalition of t is judged by as many contributions as the table has. What contributors know beyond their own numbers is not used. Of a component of more than a hundred suppressed cells, who is alone in one attacks those in one relation with it only.',
    },
  ],
  step: 'audit',
  params: z.object({
    percent: z.number().min(0).max(1000).default(10).meta({
      description: 'A bound nearer than this to what it bounds is a finding.',
      unit: 'percent of the contribution',
    }),
    coalition: z
      .int()
      .min(1)
      .max(10)
      .default(1)
      .meta({ description: 'How many contributors of a cell put together what they know.', unit: 'contributors' }),
  }),
  async protect({ table, params: { percent, coalition }, pattern, tick }) {
    const findings = await findAttacks(table, pattern, { percent, coalition, tick })
    const numbers = (of: 'low' | 'high'): ReturnType<typeof numeric> =>
      numeric(Float64Array.from(findings, (one) => one[of]))
    const texts = (of: (one: (typeof findings)[number]) => string): ReturnType<typeof categorical> =>
      categorical(findings.map(of))
    return {
      status: pattern?.slice() ?? new Uint8Array(table.values.length),
      report: new Map<string, Dataset | number>([
        ...findingKinds.map((kind) => [kind, findings.filter((one) => one.kind === kind).length] as const),
        ['exact', findings.filter(({ exact }) => exact).length],
        [
          'findings',
          dataset([
            ['cell', texts(({ cell }) => cellName(table, cell))],
            ['kind', texts(({ kind }) => kind)],
            ['who', texts(({ who }) => who)],
            ['low', numbers('low')],
            ['high', numbers('high')],
            ['exact', texts(({ exact }) => (exact ? 'yes' : 'no'))],
            ['sentence', texts(({ sentence }) => sentence)],
          ]),
        ],
      ]),
    }
  },
})
