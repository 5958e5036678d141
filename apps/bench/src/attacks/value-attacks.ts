import { log } from '@sdc/stats'
import { value, warned, type Plan, type StudyAttack } from './attack-study.js'
import { amounts, found, mapped, numbers, people, share, type Cell, type Table } from './tables.js'
import { roles, separate, says, noise } from './study-parts.js'

const factors = (params: object): Plan['step'] => ({ use: 'noise/multiplicative', columns: [...amounts], params })
const H = 0.4
const bounded = factors({ halfWidth: H })

/** The record within the bounds in all columns except a few, if there is one. */
const within =
  (butFor: number, step: number): Plan['attack'] =>
  ({ x, y, n }) =>
    found(n, (i, t) => {
      let beyond = 0
      for (const name of amounts) {
        const [a, b] = [Number(x[name][i]), Number(y[name][t])]
        if (Math.abs(b - a) > H * Math.abs(a) + step / 2 && ++beyond > butFor) return -Infinity
      }
      return 0
    })

export const bounds: StudyAttack = {
  name: 'bounds of noise',
  file: 'people; multiplicative noise, uniform, a = 0.4',
  counts: 'people who are found by the only record within the bounds',
  of: people,
  step: bounded,
  roles: roles(amounts, 'confidential'),
  attack: within(0, 1),
  before: [separate],
  now: [value('risk/bounds'), value('risk/dbrl')],
  releases: {
    'noise on six amounts': {},
    'one cell in a hundred is multiplied by ten': {
      change: (y, rng) => mapped(y, amounts, (cell) => (rng.uniform() < 0.01 ? 10 * Number(cell) : cell)),
      attack: within(1, 1),
    },
    'rounded to hundreds': {
      change: (y) => mapped(y, amounts, (cell) => 100 * Math.round(Number(cell) / 100)),
      attack: within(0, 100),
    },
    'truncated normal factors': {
      step: factors({ distribution: 'truncated-normal', halfWidth: H, multiplierSd: 0.2 }),
    },
  },
}

/** The nearest record by logarithms of the intruder's estimates from the released values. */
const byLogarithms =
  (undo: (value: number, j: number) => number): Plan['attack'] =>
  ({ x, y, n }) => {
    const logs = (table: Table, of: (value: number, j: number) => number): number[][] =>
      amounts.map((name, j) => numbers(table[name]).map((one) => log(Math.max(1, of(one, j)))))
    const [a, b] = [logs(x, (one) => one), logs(y, undo)]
    return found(n, (i, t) => a.reduce((sum, own, j) => sum - (own[i] - b[j][t]) * (own[i] - b[j][t]), 0))
  }
const logNormal = factors({ distribution: 'log-normal', multiplierSd: 0.5 })
const released = (of: (value: number, j: number) => number, undo: (value: number, j: number) => number): Partial<Plan> => ({ change: (y) => mapped(y, amounts, (cell, _, j) => of(Number(cell), j)), attack: byLogarithms(undo) }) // oxfmt-ignore

export const distances: StudyAttack = {
  ...bounds,
  name: 'another distance',
  file: 'people; multiplicative noise, log-normal, sd 0.5',
  counts: 'people whose nearest record by logarithms is theirs',
  step: logNormal,
  attack: byLogarithms((one) => one),
  now: [value('risk/dbrl')],
  releases: {
    'noise on six amounts': {},
    'another unit in each column': released((one, j) => one * (3 + j), (one, j) => one / (3 + j)), // oxfmt-ignore
    '10,000 added': released((one) => one + 10_000, (one) => one - 10_000), // oxfmt-ignore
    'another sign in half of the columns': released((one, j) => (j < 3 ? -one : one), (one) => Math.abs(one)), // oxfmt-ignore
  },
}

const greatest = (cells: readonly Cell[]): number => Math.max(...numbers(cells))
const swapped = { use: 'swapping/rank-swap', columns: ['income'], params: { percent: 10 } }

export const largest: StudyAttack = {
  name: 'largest values',
  file: 'people; the richest earns ten times the income of the second; rank swapping of income',
  counts: '100 if the greatest income is disclosed to within 15 %',
  of(n, rng) {
    const file = people(n, rng)
    return mapped(file, ['income'], (cell, row) => (row === n >> 1 ? 10 * greatest(file.income) : cell))
  },
  step: swapped,
  roles: { income: 'confidential' },
  attack: ({ x, y }) => (Math.abs(greatest(y.income) / greatest(x.income) - 1) < 0.15 ? 1 : 0),
  before: [separate],
  now: [value('risk/largest')],
  releases: {
    'it is released': {},
    '11 % less': { change: (y) => mapped(y, ['income'], (cell) => (cell === greatest(y.income) ? 0.89 * Number(cell) : cell)) }, // oxfmt-ignore
    'groups of three get their mean': {
      step: { ...swapped, use: 'microaggregation/individual-ranking', params: { k: 3 } },
      // The intruder knows that the value is ten times each of the others in its group: g records of it have the mean
      // m.
      attack({ x, y }) {
        const m = greatest(y.income)
        const g = y.income.filter((cell) => cell === m).length
        return Math.abs((10 * g * m) / (9 + g) / greatest(x.income) - 1) < 0.15 ? 1 : 0
      },
    },
    'the five greatest get 50,000': {
      change: (y) => mapped(y, ['income'], (cell) => Math.min(50_000, Number(cell))),
    },
  },
}

const imputed = (params: object, columns = ['income', 'wealth']): Partial<Plan> => ({ step: { use: 'linear/multiple-imputation', columns, given: ['rent'], params: { sets: 2, only: 'flag', ...params } } }) // oxfmt-ignore

export const sets: StudyAttack = {
  name: 'two imputed sets',
  file: 'people; income and wealth of one in seven are imputed twice',
  counts: 'records that both sets have, and that are true',
  of: (n, rng) => ({ ...people(n, rng), flag: Array.from({ length: n }, () => (rng.int(7) === 0 ? 1 : 0)) }),
  step: noise,
  roles: {},
  attack({ x, y, others: [second = {}], columns }) {
    const rows = [...x.income.keys()]
    return share(rows, (row) => columns.every((name) => y[name][row] === second[name]?.[row] && y[name][row] === x[name][row])) // oxfmt-ignore
  },
  before: [says('nothing')],
  now: [warned(/two sets/i)],
  releases: {
    'two sets': imputed({}),
    'three sets': imputed({ sets: 3 }),
    'one column is imputed': imputed({}, ['income']),
    'perturb: all': imputed({ perturb: 'all' }),
  },
}
