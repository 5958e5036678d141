import { categorical, dataset, defineTableMethod, numeric, type Dataset, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { findAttacks } from './find-attacks.js'
import { findingKinds } from './finding.js'

export interface AttacksParams {
  readonly percent: number
  readonly coalition: number
}

/** Attack method: disclosures of a table, published or protected. */
export const attacksMethod: TableMethod<AttacksParams> = defineTableMethod({
  id: 'tabular/attacks',
  title: 'Attacks on a table',
  summary:
    'Lists disclosures of a table: to outsiders, to contributors, to dominant contributors, and about groups in one category.',
  formula: 'one contributor: X; two: X − own; the largest on the others: X − x_1; the second on the largest: X − x_2',
  source: [{ key: 'hundepool-et-al-2012', where: 'Chapters 4 and 5: disclosure in magnitude and frequency tables' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'external: a cell has one contributor, so its value is theirs. internal: a cell has two contributors (or coalition + 1), and each can subtract their own value. dominance: the largest contributor bounds all others, or the next largest bound the largest. singleton: the only contributor of a suppressed cell computes another one. coalition: the only contributors of two suppressed cells compute a third cell exactly (coalition ≥ 2; components of up to 100 cells). group: all contributors of a row are in one cell.',
    },
    {
      topic: 'choices',
      text: 'All numbers of contributors count as public knowledge. Suppressed cells are attacked by their intervals (tabular/audit). A bound is a finding if it is closer to a contribution than percent of it. In a table of counts, a published cell of one or two contributors is a finding; group findings show which categories it discloses.',
    },
    {
      topic: 'limits',
      text: 'Dominance needs the largest contributions; a coalition of t uses as many of them as the table has. Contributors know only their own values. In a component of more than 100 suppressed cells, a lone contributor attacks only cells that share a relation with theirs.',
    },
  ],
  step: 'audit',
  params: z.object({
    percent: z.number().min(0).max(1000).default(10).meta({
      description: 'Largest distance of a bound from a contribution that counts as a finding.',
      unit: 'percent of the contribution',
    }),
    coalition: z
      .int()
      .min(1)
      .max(10)
      .default(1)
      .meta({ description: 'Number of contributors of a cell that cooperate.', unit: 'contributors' }),
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
