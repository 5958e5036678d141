/**
 * Expected share of people whom an intruder links to the right masked record by their quasi-identifiers.
 *
 * 100 · mean over targets of |own ∩ B|/|B|, which is 1[own ∈ B]/|B| for a single own record. The intruder scores every
 * released record by the weights of agreement of its cells (`agreementWeights`), and picks at random among the records B with
 * the best score.
 * Source: Fellegi & Sunter 1969 (weights of agreement); this project (cells that hold several values).
 */
import {
  defineMetric,
  numeric,
  withColumns,
  type Column,
  type Dataset,
  type MeasureInput,
  type Measurement,
  type PrepareInput,
} from '@sdc/core'
import { table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { keyDomain, personsOf, sampledRows, type KeyDomain, type Units } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { percentSample } from '../../linkage/columns/attacked-sample.js'
import { decisionColumns, releasedColumns } from '../columns/decision-columns.js'
import { keyAttack, releasedKeys, type Candidates } from './key-attack.js'

/** Number of attacks kept for reuse: a comparison measures the same released keys with several files of values. */
const KEPT = 32

export const targetsParam = z
  .int()
  .min(1)
  .default(500)
  .meta({ description: 'Number of people in the attacked sample; all if there are fewer.', unit: 'records' })

const params = z.object({ targets: targetsParam })

export const NO_KEYS = 'no column is a quasi-identifier: assign that role in a schema'

/** Fields shared by all risks of the quasi-identifiers and confidential columns. */
export const riskOfRoles = {
  kind: 'risk',
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys and confidential',
  files: 'whole',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'original',
  needsOrigin: true,
  costly: true,
  atIdentity: null,
} as const

export const keyLinkageMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/key-linkage',
  title: 'Linkage by quasi-identifiers',
  summary: 'Expected share of people whom an intruder links to the right masked record by their quasi-identifiers.',
  brief: [
    'The number of people among 100 who are linked to their own record; compare it with the value of independent data.',
    'It knows the quasi-identifiers only: what else an intruder knows is not measured.',
  ],
  formula: '100 · mean(1[own ∈ B]/|B|), B the masked records with the greatest sum of weights of agreement',
  honours: ['person'],
  source: [
    { key: 'fellegi-sunter-1969', where: 'weights of agreement' },
    { where: 'This project: cells with several possible values' },
  ],
  notes: [
    {
      topic: 'choices',
      text:
        'A cell that contains the true value has the weight −ln max(1/n, share of the original values that fit the ' +
        'cell). A number at a distance d below a quarter of the standard deviation has −.3 ln max(share, .05) − d/sd; ' +
        'any other cell has −2.5.',
    },
    {
      topic: 'interpretation',
      text:
        'One attack measures recoded, suppressed and perturbed quasi-identifiers alike. Counts of compatible records ' +
        'underrate local recoding, since an intruder prefers specific cells. Counts of unique masked quasi-identifiers ' +
        'overrate perturbed ones.',
    },
    {
      topic: 'interpretation',
      text:
        'The table targets has the number of candidates of each target, and the number that belong to the target. The ' +
        'table candidates has the matching classes of equal masked quasi-identifiers.',
    },
    {
      topic: 'interpretation',
      text: 'If a column has the role person, every masked record of the right person is correct.',
    },
    {
      topic: 'missing',
      text:
        'The score omits quasi-identifiers that the target lacks. A missing masked cell fits every value; if no ' +
        'quasi-identifier is released, every record fits.',
    },
    { topic: 'ties', text: 'The intruder picks at random among the records with the best score.' },
  ],
  high: { share: 0.2, meaning: 'an intruder who knows the quasi-identifiers finds {value} of the people' },
  share: 'records',
  cost: { time: 'O(targets · keys · classes)', sampleAbove: 500 },
  params,
  prepare,
  needsFile: () => ({
    why:
      'it scores all masked records for each target; risk/individual-risk and risk/reidentification run ' +
      'out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

interface Prepared {
  readonly domains: ReadonlyMap<string, KeyDomain>
  readonly kept: Attacked[]
}

/** An attack with its inputs. */
interface Attacked {
  readonly columns: readonly Column[]
  readonly origin: Int32Array
  readonly targets: Int32Array
  readonly candidates: readonly Candidates[]
}

function prepare(input: PrepareInput<unknown>): Prepared {
  return { domains: keyDomains(input), kept: [] }
}

/**
 * Returns the domains of the quasi-identifiers in the original.
 *
 * @param input - The original with its roles.
 * @returns Domain of each key.
 */
export function keyDomains(input: PrepareInput<unknown>): Map<string, KeyDomain> {
  const { original, roles } = input
  return new Map(
    decisionColumns(input).keys.map((name) => [
      name,
      keyDomain(original.column(name), roles.hierarchies?.get(name), roles.times?.get(name)),
    ]),
  )
}

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { original, masked, origin, params, rng } = input
  const { domains, kept } = (input.prepared as Prepared | undefined) ?? prepare(input)
  const { released, warnings } = releasedColumns({ keys: [...domains.keys()], values: [], categories: [] }, masked)
  if (domains.size === 0) return unmeasured(NO_KEYS)
  if (origin.every((row) => row < 0)) return unmeasured(unknownOrigin())
  const persons = personsOf(original, input.roles)
  const all = Int32Array.from({ length: original.rows }, (_, i) => i)
  const targets = sampledRows(all, params.targets, rng.child('targets'))
  const [[dropped]] = domains
  const names = released.keys.length > 0 ? released.keys : [dropped]
  const present = new Map([...domains].filter(([name]) => names.includes(name)))
  const file = released.keys.length > 0 ? masked : withColumns(masked, new Map([[dropped, blank(masked.rows)]]))
  const candidates = attackOnce(kept, { present, masked: file, origin, targets, persons }, input.tick)
  const credit = Float64Array.from(candidates, ({ own, size }) => (size > 0 ? own / size : 0))
  const records = new Float64Array(original.rows).fill(Number.NaN)
  targets.forEach((row, t) => (records[row] = credit[t]))
  return {
    value: (100 * credit.reduce((sum, one) => sum + one, 0)) / credit.length,
    used: targets.length,
    records,
    ...percentSample(original.rows, credit),
    tables: attackTables(candidates),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns a column without information, in place of keys that are not released. */
function blank(rows: number): Column {
  return numeric(new Float64Array(rows).fill(Number.NaN))
}

/** Runs the attack on these keys, or reuses a kept one with the same column objects, origin and targets. */
function attackOnce(
  kept: Attacked[],
  of: {
    readonly present: ReadonlyMap<string, KeyDomain>
    readonly masked: Dataset
    readonly origin: Int32Array
    readonly targets: Int32Array
    readonly persons: Units | undefined
  },
  tick: (fraction: number) => void,
): readonly Candidates[] {
  const { present, masked, origin, targets, persons } = of
  const columns = [...present.keys()].map((name) => masked.column(name))
  const before = kept.find(
    (one) =>
      one.columns.length === columns.length &&
      one.columns.every((column, j) => column === columns[j]) &&
      sameNumbers(one.origin, origin) &&
      sameNumbers(one.targets, targets),
  )
  if (before) return before.candidates
  const candidates = keyAttack([...present.values()], releasedKeys(present, masked), origin, targets, persons, tick)
  kept.push({ columns, origin, targets, candidates })
  if (kept.length > KEPT) kept.shift()
  return candidates
}

const sameNumbers = (a: Int32Array, b: Int32Array): boolean =>
  a === b || (a.length === b.length && a.every((value, i) => value === b[i]))

function attackTables(candidates: readonly Candidates[]): ReadonlyMap<string, Dataset> {
  const of = (value: (one: Candidates) => number): Float64Array => Float64Array.from(candidates, value)
  const classes = candidates.flatMap(({ best, others }, t) => [
    ...Array.from(best, (id) => [t, id, 0]),
    ...Array.from(others, (id) => [t, id, 1]),
  ])
  const column = (at: number): Float64Array => Float64Array.from(classes, (row) => row[at])
  return new Map([
    [
      'targets',
      table({ record: of(({ target }) => target + 1), candidates: of(({ size }) => size), own: of(({ own }) => own) }),
    ],
    ['candidates', table({ target: column(0), class: column(1), 'without own record': column(2) })],
  ])
}

/**
 * Returns the attack that `risk/key-linkage` measured, from its tables.
 *
 * @param part - Its measurement.
 * @returns The candidates of each target; undefined without an attack.
 */
export function attackOf(part: Measurement | undefined): Candidates[] | undefined {
  const [targets, candidates] = ['targets', 'candidates'].map((name) => part?.tables?.get(name))
  if (!targets || !candidates) return undefined
  const numbers = (data: Dataset, name: string): Float64Array => {
    const column = data.column(name)
    return column.kind === 'numeric' ? column.values : new Float64Array(0)
  }
  const [record, size, own] = ['record', 'candidates', 'own'].map((name) => numbers(targets, name))
  const [at, id, without] = ['target', 'class', 'without own record'].map((name) => numbers(candidates, name))
  const lists = Array.from(record, () => ({ best: [] as number[], others: [] as number[] }))
  for (let i = 0; i < at.length; i++) lists[at[i]][without[i] === 1 ? 'others' : 'best'].push(id[i])
  return lists.map(({ best, others }, t) => ({
    target: record[t] - 1,
    best: Int32Array.from(best),
    size: size[t],
    own: own[t],
    others: Int32Array.from(others),
  }))
}
