import {
  dataset,
  defineMethod,
  definePlugin,
  maskInput,
  noRoles,
  numeric,
  numericValues,
  resolveParams,
  type Dataset,
  type Role,
} from '@sdc/core'
import { hasInterval, measureFiles, parseStep, rolesOf } from '@sdc/engine'
import { log } from '@sdc/stats'
import { binomialInterval } from '@sdc/stats/distributions'
import { runForPolicy } from '@sdc/release'
import * as z from 'zod'
import {
  findings,
  gate,
  value,
  warned,
  type Plan,
  type Release,
  type Said,
  type StudyAttack,
  type StudyRelease,
} from './attack-study.js'
import { alike, amounts, answers, found, keys, mapped, numbers, people, share, toDataset, visits, type Cell, type Table } from './tables.js' // oxfmt-ignore

const roles = (names: readonly string[], role: Role): Record<string, Role> => Object.fromEntries(names.map((name) => [name, role])) // oxfmt-ignore
const separate = value('risk/dbrl', { scale: 'separate' })
const says = (text: string) => (): Said => ({ text })
const noise = { use: 'noise/additive', columns: ['income'], params: { relativeVariance: 0.5 } }

const unnamedKeys: StudyAttack = {
  name: 'keys that nobody named',
  file: 'people; noise on income',
  counts: 'records unique by six keys',
  of: people,
  step: noise,
  roles: {},
  attack: ({ y }) => share(alike(keys.map((key) => y[key])), (count) => count === 1),
  before: [separate],
  now: [gate],
  releases: {
    'no column has a role': {},
    'one key of two levels is named, all other columns are non-confidential': {
      roles: { ...roles([...keys, ...amounts], 'non-confidential'), sex: 'quasi-identifier', income: 'confidential' },
    },
    'all keys are called confidential': { roles: roles([...keys, 'income'], 'confidential') },
    'PRAM changes one key in a hundred': {
      step: { use: 'categorical/pram', columns: keys.slice(1), params: { stay: 0.99 } },
    },
  },
}

const remark =
  (of: (row: number, n: number) => Cell): Plan['of'] =>
  (n, rng) => ({ ...people(n, rng), remark: Array.from({ length: n }, (_, row) => of(row, n)) })

const remarks: StudyAttack = {
  name: 'remarks with names',
  file: 'people with remarks; noise on income',
  counts: 'of the remarks, those that only one or two people have',
  of: remark((row) => (row % 12 === 0 ? `called by Mr Miller${row}, diabetes` : null)),
  step: noise,
  roles: {},
  attack({ y }) {
    const counts = alike([y.remark])
    return share(counts.filter((_, row) => y.remark[row] !== null), (count) => count <= 2) // oxfmt-ignore
  },
  // The former rule: a column identifies people if a tenth of all records are unique by it.
  before: [
    ({ y }) => {
      const unique = share(alike([y.remark]), (count, row) => count === 1 && y.remark[row] !== null)
      return { text: unique >= 0.1 ? 'refused' : 'released' }
    },
  ],
  now: [findings(/^remark/)],
  releases: {
    'in one record of twelve': {},
    'in ten records': { of: remark((row, n) => (row % Math.ceil(n / 10) === 0 ? `Ms Smith${row}` : null)) },
    'each remark in two records': { of: remark((row) => (row % 12 === 0 ? `Miller${row - (row % 24)}` : null)) },
    'telephone numbers': { of: remark((row) => (row % 12 === 0 ? 4_930_000_000 + 7919 * row : null)) },
  },
}

const visitRoles = { age: 'quasi-identifier', sex: 'quasi-identifier', region: 'quasi-identifier', cost: 'confidential' } as const // oxfmt-ignore

const visitsOfPatients: StudyAttack = {
  name: 'visits of the same patient',
  file: 'visits, one to eight a patient; noise on the cost',
  counts: 'patients whose keys no other patient has',
  of: visits,
  step: { ...noise, columns: ['cost'] },
  roles: { ...visitRoles, patient: 'person' },
  attack({ n, y, rng }) {
    // The true patients, for any name of the column in the file.
    const { patient } = visits(n, rng.child('file'))
    const who = [y.age, y.sex, y.region]
    const [own, others] = [alike([patient, ...who]), alike(who)]
    const first = [...new Set(patient)].map((one) => patient.indexOf(one))
    return share(first, (row) => own[row] === others[row])
  },
  before: [
    (release) =>
      value('risk/k-anonymity', { k: 2 })({
        ...release,
        schema: { columns: Object.fromEntries(Object.entries(visitRoles).map(([name, role]) => [name, { role }])) },
      }),
  ],
  now: [value('risk/k-anonymity', { k: 2 }), findings(/^patient/)],
  releases: {
    'role person': {},
    'patient is an identifier': { roles: { ...visitRoles, patient: 'identifier' } },
    'patient has no role': { roles: visitRoles },
    'every second visit has an id of its own': {
      of: (n, rng) => mapped(visits(n, rng), ['patient'], (cell, row) => (row % 2 === 0 ? cell : `${cell}-${row}`)),
    },
  },
}

const suppression = (params: object): Plan['step'] => ({ use: 'coding/local-suppression', columns: [...keys], params })

const suppressedKeys: StudyAttack = {
  name: 'suppressed keys',
  file: 'people; local suppression of six keys, k = 3',
  counts: 'people who are found by the only record that fits with the most keys',
  of: people,
  step: suppression({}),
  roles: roles(keys, 'quasi-identifier'),
  attack: ({ x, y, n }) =>
    found(n, (i, t) =>
      keys.reduce((score, key) => (y[key][t] === null ? score : y[key][t] === x[key][i] ? score + 1 : -Infinity), 0),
    ),
  before: [value('risk/k-anonymity')],
  now: [value('risk/compatible'), value('risk/key-linkage')],
  releases: {
    'as few cells as can be': {},
    'and three records lose all keys: they fit everybody': {
      change: (y) => mapped(y, keys, (cell, row) => (row < 3 ? null : cell)),
    },
    'protect: record': { step: suppression({ protect: 'record' }) },
    'protect: person': { step: suppression({ protect: 'person' }) },
  },
}

const questions = Array.from({ length: 12 }, (_, q) => `q${q + 1}`)
const isOpen = (cell: Cell): boolean => cell === null || cell === -9

const patterns: StudyAttack = {
  name: 'missing patterns',
  file: 'twelve answers, each left open by one person in seven; noise on all',
  counts: 'people whom the questions that they left open tell',
  of: answers,
  step: { ...noise, columns: questions },
  roles: {},
  // A missing answer must be missing in the original; of the matching records, the one with the most such answers.
  attack: ({ x, y, n }) =>
    found(n, (i, t) =>
      questions.reduce((score, q) => (!isOpen(y[q][t]) ? score : x[q][i] === null ? score + 1 : -Infinity), 0),
    ),
  before: [separate],
  now: [value('risk/missing-pattern', { k: 2 }), findings(/^which cells/)],
  releases: {
    'they stay open': {},
    'a code −9 in their place': { change: (y) => mapped(y, questions, (cell) => cell ?? -9) },
    'one open answer in ten is filled': {
      change: (y, rng) => mapped(y, questions, (cell) => (cell === null && rng.uniform() < 0.1 ? 100 : cell)),
    },
    'all are filled': { change: (y, rng) => mapped(y, questions, (cell) => cell ?? rng.int(200)) },
  },
}

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

const bounds: StudyAttack = {
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

const distances: StudyAttack = {
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

const largest: StudyAttack = {
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

const sets: StudyAttack = {
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

const camouflage: StudyAttack = {
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

const images: Readonly<Record<string, (value: number, isFirst: boolean) => number>> = {
  '7x + 13': (x) => 7 * x + 13,
  'the same, rounded to tens': (x) => 10 * Math.round((7 * x + 13) / 10),
  'another line for each sex': (x, isFirst) => (isFirst ? 3 * x + 5 : 9 * x - 200),
  'the square of the logarithm': (x) => Math.round(1000 * log(1 + x) * log(1 + x)),
}

/** A method that returns such an image. */
const imageMethod = defineMethod({
  id: 'study/image',
  title: 'Image',
  summary: 'A function of each value.',
  formula: 'y = f(x)',
  source: [{ where: 'this study' }],
  traits: { missing: 'keep', scope: 'file' },
  params: z.object({ of: z.string().meta({ description: 'Which function.' }) }),
  plan: () => ({
    form: 'file',
    mask({ data, whole, columns, params: { of } }) {
      const sex = whole.column('sex')
      const isFirst = (row: number): boolean => sex.kind === 'categorical' && sex.codes[row] === 0
      const image = (name: string) =>
        numeric(numericValues(data, name).map((one, row) => images[of](one, isFirst(row))))
      return { files: [{ columns: new Map(columns.map((name) => [name, image(name)])) }] }
    },
  }),
})

/** Plugin that the study adds to the project's registry. */
export const studyPlugin = definePlugin({ name: 'study', version: '1.0.0', sdc: '^1', methods: [imageMethod] })

/** A line between known people, one in fifty in the order of the released values (for each sex). */
function interpolated({ x, y }: Release): number {
  const right = ['f', 'm'].flatMap((sex) => {
    const [a, b] = [numbers(x.income), numbers(y.income)]
    const order = [...b.keys()].filter((row) => y.sex[row] === sex).sort((p, q) => b[p] - b[q])
    return order.map((row, at) => {
      const [low, high] = [at - (at % 50), Math.min(order.length - 1, at - (at % 50) + 50)].map((place) => order[place])
      const part = b[high] === b[low] ? 0 : (b[row] - b[low]) / (b[high] - b[low])
      return Math.abs(a[low] + part * (a[high] - a[low]) - a[row]) <= 0.02 * a[row]
    })
  })
  return share(right, (one) => one)
}

const image = (of: string): Partial<Plan> => ({
  step: { use: 'study/image', columns: ['income'], params: { of } },
  change: (y, _, x) =>
    mapped(y, ['income'], (_cell, row) => images[of](Number(x.income[row]), x.sex[row] === x.sex[0])),
})

const imagesOfOriginals: StudyAttack = {
  name: 'image of the original',
  file: 'people; a plugin gives a function of income',
  counts: 'incomes told within 2 % by one known person in fifty',
  of: people,
  step: noise,
  roles: {},
  attack: interpolated,
  before: [({ x, y }) => ({ text: `${Math.round(100 * share(x.income, (one, row) => one === y.income[row]))} % of the cells unchanged` })], // oxfmt-ignore
  now: [warned(/^UNCHANGED/), value('risk/interval-disclosure')],
  releases: Object.fromEntries(Object.keys(images).map((of) => [of, image(of)])),
}

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

const gates: StudyAttack = {
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

const intervals: StudyAttack = {
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

/** Every attack of the study. */
export const studyAttacks: readonly StudyAttack[] = [
  unnamedKeys,
  remarks,
  visitsOfPatients,
  suppressedKeys,
  patterns,
  bounds,
  distances,
  largest,
  sets,
  camouflage,
  imagesOfOriginals,
  gates,
  intervals,
]
