import { findings, gate, value, type Plan, type StudyAttack } from './attack-study.js'
import { alike, amounts, answers, found, keys, mapped, people, share, visits, type Cell } from './tables.js'
import { roles, separate, noise } from './study-parts.js'

export const unnamedKeys: StudyAttack = {
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

export const remarks: StudyAttack = {
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

export const visitsOfPatients: StudyAttack = {
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

export const suppressedKeys: StudyAttack = {
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

export const patterns: StudyAttack = {
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
