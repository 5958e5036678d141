import { parseStep } from '@sdc/engine'
import { runForPolicy } from '@sdc/release'
import type { Plan, Release, StudyAttack, StudyRelease } from './attack-study.js'
import { amounts, mapped, people, share, toDataset, type Table } from './tables.js'
import { says, noise } from './study-parts.js'

/** Variants of one plan: changes that an intruder of the gate makes between tries. */
type Variants = (k: number, table: Table, step: Plan['step']) => { readonly table: Table; readonly step: Plan['step'] }
const PLANS = 6

async function draws({ registry, x, schema }: Release, of: Variants, seeded: boolean): Promise<number[]> {
  const found: number[] = []
  for (let k = 0; k < PLANS; k++) {
    const { table, step } = of(k, x, { ...noise, columns: [...amounts] })
    const run = { registry, original: toDataset(table), schema, steps: [parseStep(step)], type: { limits: { 'risk/dbrl': 100 }, runs: 1 } } // oxfmt-ignore
    const { facts } = await runForPolicy({ ...run, ...(seeded && { seed: `try ${k}` }) })
    found.push(facts.runs[0].get('risk/dbrl')?.value ?? Number.NaN)
  }
  return found
}

const shopping = (of: Variants): StudyRelease => ({
  async attack(release) {
    const own = await draws(release, of, true)
    const limit = [...own].sort((a, b) => a - b)[PLANS / 2]
    return share(own, (one) => one < limit)
  },
  now: [
    async (release) => {
      const found = new Set(await draws(release, of, false)).size
      return { text: `${PLANS} plans, ${found} ${found === 1 ? 'draw' : 'draws'}`, stops: found === 1 }
    },
  ],
})

export const gates: StudyAttack = {
  name: 'shopping for a draw',
  file: 'people; noise on six amounts, a limit on risk/dbrl at the median of six draws',
  counts: 'plans below the limit, where each has draws of its own',
  of: people,
  step: noise,
  roles: { income: 'confidential' },
  attack: () => 0,
  before: [says(`${PLANS} plans, ${PLANS} draws`)],
  now: [],
  releases: {
    'the last digit of a parameter': shopping((k, table, step) => ({ table, step: { ...step, params: { relativeVariance: 0.5 + k / 1e6 } } })), // oxfmt-ignore
    'the order of the records': shopping((k, table, step) => ({ table: Object.fromEntries(Object.entries(table).map(([name, cells]) => [name, [...cells.slice(k), ...cells.slice(0, k)]])), step })), // oxfmt-ignore
    'the name of a masked column': shopping((k, { income, ...table }, step) => ({ table: { ...table, [`income${k}`]: income }, step: { ...step, columns: [`income${k}`, ...amounts.slice(1)] } })), // oxfmt-ignore
    'one value by one unit': shopping((k, table, step) => ({ table: mapped(table, ['income'], (cell, row) => (row === 0 ? Number(cell) + k : cell)), step })), // oxfmt-ignore
  },
}
