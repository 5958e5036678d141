import { dataset, maskInput, noRoles, numeric, resolveParams, type Dataset } from '@sdc/core'
import * as z from 'zod'
import type { Plan, StudyAttack } from './attack-study.js'
import { people, toDataset } from './tables.js'
import { says, noise } from './study-parts.js'

/** The service, queried by the attack of the project, with as many published totals as it accepts. */
const camouflaged = (
  params: Readonly<Record<string, unknown>>,
  published: (total: number) => number,
): Partial<Plan> => ({
  async attack({ x, n, registry, rng }) {
    const service = registry.get('services', 'services/camouflage')
    const resolved = resolveParams(service.params, params)
    const income = toDataset({ income: x.income })
    const built = await service.build(maskInput(income, { params: resolved, rng: rng.child('build') }))
    const { trial } = service.open(built)
    const { vectors } = z.object({ vectors: z.number() }).parse(resolved)
    const groups = Array.from({ length: vectors - 1 }, (_, f) => x.income.map((_one, row) => (row % (f + 2) === 0 ? 1 : 0))) // oxfmt-ignore
    const totals = groups.map((group) => published(group.reduce<number>((sum, one, row) => sum + one * Number(x.income[row]), 0))) // oxfmt-ignore
    const attack = registry.get('attacks', 'attacks/camouflage')
    const { value: right } = await attack.attack({
      released: { rows: n, names: [], column: income.column },
      known: new Map<string, Dataset>([
        ['known', dataset([['income', numeric(new Float64Array(n).fill(Number.NaN))]])],
        ['original', income],
        ['facts', toDataset(Object.fromEntries(groups.map((group, f) => [`fact ${f}`, group])))],
        ['values', toDataset({ value: totals, column: totals.map(() => 'income') })],
      ]),
      ...(trial && { ask: trial.answer }),
      origin: new Int32Array(n).fill(-1),
      columns: ['income'],
      given: [],
      roles: noRoles,
      params: resolveParams(attack.params, { near: 0.01 }),
      rng: rng.child('attack'),
      tick: () => {},
    })
    return (right ?? 0) / 100
  },
})

export const camouflage: StudyAttack = {
  name: 'camouflage',
  file: 'incomes behind a service; totals of k − 1 groups are published',
  counts: 'incomes computed within 1 % (attacks/camouflage)',
  of: people,
  step: noise,
  roles: {},
  attack: () => 0,
  before: [says('no answer is narrower than 20 %')],
  now: [
    ({ registry }) => {
      const { notes = [] } = registry.get('services', 'services/camouflage')
      const isSaid = notes.some(({ topic, text }) => topic === 'attacks' && text.includes('totals'))
      return isSaid ? { text: 'card: k − 1 published totals give all values', stops: true } : { text: 'nothing' }
    },
  ],
  releases: {
    'k = 3': camouflaged({ minimumDifference: 0 }, (total) => total),
    'minimumDifference: 10': camouflaged({ minimumDifference: 10 }, (total) => total),
    'k = 5': camouflaged({ vectors: 5, minimumDifference: 0 }, (total) => total),
    'totals in thousands': camouflaged({ minimumDifference: 0 }, (total) => 1000 * Math.round(total / 1000)),
  },
}
