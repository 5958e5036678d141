import {
  dataset,
  defineAttack,
  numeric,
  numericValues,
  toRows,
  type Attack,
  type AttackInput,
  type Column,
  type Measurement,
  option,
} from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { factOf, mixingWeights, type LinearFact } from './mixing-weights.js'
import { recoverVectors } from './recover-vectors.js'
import { sumOracle } from './sum-oracle.js'
import { wholeWeights } from './whole-weights.js'

const params = z.object({
  near: z.number().gt(0).max(1).default(1e-6).meta({
    description: 'Maximum error of a recovered value that counts as right.',
    unit: 'share of the value, or of the mean size of the values if that is larger',
  }),
})

export type CamouflageAttackParams = z.infer<typeof params>

/**
 * Camouflage attack: sums determine the vectors that hide a column, a few exact facts the weights, and both all values.
 *
 * The answers to sums are the support function of the polytope of P^1, …, P^k, so they determine its vertices. One
 * weighting γ serves all records: k − 1 linear facts (known values, published totals and means) solve for it, and a = Σ
 * γ_j·P^j is the column.
 */
export const camouflageAttack: Attack<CamouflageAttackParams> = defineAttack({
  id: 'attacks/camouflage',
  title: 'Camouflage attack by sums',
  summary:
    'Computes all values of a camouflaged column from sums over sets of records and a few known values, totals or ' +
    'means.',
  formula: 'hi(T) = max_j Σ_(i in T) P^j_i;  Σ_j γ_j Σ_i c_i P^j_i = Σ_i c_i a_i for k − 1 facts;  a = Σ_j γ_j P^j',
  source: [
    { key: 'gopal-garfinkel-goes-2002', where: "the camouflage under attack; the reconstruction is this project's" },
  ],
  of: 'service',
  notes: [
    {
      topic: 'interpretation',
      text:
        'The value is the share of unknown records whose value the attack computes; with the original, computes ' +
        'correctly. The table has the numbers of queries and of refusals. Rounded totals give approximate values that ' +
        'may miss the default tolerance: raise near before you trust a low value.',
    },
    {
      topic: 'limits',
      text:
        'The worst case: the intruder can name any set of records, and nobody reads the log. A column of numbers, or ' +
        'enough conditions, comes close to naming any set.',
    },
    {
      topic: 'interpretation',
      text:
        'Too few facts do not protect whole numbers. The limits l_i <= a_i <= u_i of all records leave little room for ' +
        'the weights of three vectors. In that room, one weighting makes all values whole. So also run the attack ' +
        'without known values.',
    },
    {
      topic: 'limits',
      text:
        'If the service refuses sets that differ in fewer than m records, the attack uses sets that differ in more. The ' +
        'equations are as many and as easy to solve, while the same vector stays outermost. With m = 10 this needs about ' +
        '100 records. With fewer records the value may be missing; this does not prove safety, since only this attack ' +
        'failed.',
    },
    { topic: 'missing', text: 'A record without a value is in no sum, and the attack omits it.' },
  ],
  knows: {
    known:
      'Records that the intruder knows: their values in the camouflaged columns; values of other records are missing.',
  },
  mayKnow: {
    facts:
      'Coefficients of the linear facts that the intruder knows (published totals, means): one column per fact, 0 for ' +
      'records outside it.',
    values: 'Value and column of each fact, in the order of the fact columns: value, column.',
    original: 'True values of all records, to count the correct results.',
  },
  unit: '%',
  params,
  attack: undo,
})

/** Outcome for one column. */
interface Undone {
  readonly name: string
  readonly cells: number
  readonly known: number
  readonly facts: number
  readonly vectors: number
  readonly queries: number
  readonly refused: number
  readonly recovered: Float64Array
  readonly right: number | null
  readonly why: string | undefined
}

function undo(input: AttackInput<CamouflageAttackParams>): Measurement {
  if (!input.known.has('known')) return unmeasured("the intruder's knowledge is missing (known)")
  if (!input.ask) return unmeasured('no service is given')
  const done = input.columns.map((name, j) => undoColumn(input, name, j))
  const tables = new Map([
    [
      'columns',
      table({
        column: done.map(({ name }) => name),
        'other records': Float64Array.from(done, ({ cells }) => cells),
        known: Float64Array.from(done, ({ known }) => known),
        facts: Float64Array.from(done, ({ facts }) => facts),
        vectors: Float64Array.from(done, ({ vectors }) => vectors),
        queries: Float64Array.from(done, ({ queries }) => queries),
        refused: Float64Array.from(done, ({ refused }) => refused),
        computed: Float64Array.from(done, countComputed),
        right: Float64Array.from(done, ({ right }) => right ?? Number.NaN),
      }),
    ],
  ])
  const used = done.reduce((sum, { cells }) => sum + cells, 0)
  const failed = done.filter(({ why }) => why !== undefined)
  if (failed.length === done.length || used === 0)
    return unmeasured(failed[0]?.why ?? 'the intruder knows every record', used, tables)
  const learned = (one: Undone): number => one.right ?? countComputed(one)
  return {
    value: (100 * done.reduce((sum, one) => sum + learned(one), 0)) / used,
    used,
    columns: new Map(
      done.map((one) => [one.name, one.why === undefined && one.cells > 0 ? (100 * learned(one)) / one.cells : null]),
    ),
    recordColumns: dataset(
      done.map(({ name, recovered }): [string, Column] => [`computed ${name}`, numeric(recovered)]),
    ),
    tables,
  }
}

function countComputed({ recovered }: Undone): number {
  return recovered.reduce((count, value) => count + Number(!Number.isNaN(value)), 0)
}

function undoColumn(
  { released, known, ask, params: { near }, rng, tick }: AttackInput<CamouflageAttackParams>,
  name: string,
  j: number,
): Undone {
  const knownValues = valuesIn(known.get('known'), name, released.rows)
  const original = valuesIn(known.get('original'), name, released.rows)
  // With the original, records without a value are known; without it, a record with an empty sum of its own has none.
  const there = Int32Array.from({ length: released.rows }, (_, i) => i).filter(
    (i) => original === undefined || !Number.isNaN(original[i]),
  )
  const own = Float64Array.from(there, (i) => knownValues?.[i] ?? Number.NaN)
  const knowing = own.reduce((count, value) => count + Number(!Number.isNaN(value)), 0)
  const oracle = sumOracle(
    there.length,
    (records) =>
      ask?.(
        { ask: 'sum', columns: [name] },
        Int32Array.from(records, (i) => there[i]),
      ).interval ?? null,
    () => tick(Math.min(1, (j + 0.5) / (j + 1))),
  )
  const { vectors, unexplained } = recoverVectors(oracle, rng.child(name))
  const published = factsOf(known, name, there)
  const facts = [...valueFacts(own), ...published]
  const isComplete = vectors.length > 0 && unexplained === 0
  const mixed = isComplete ? (mixingWeights(vectors, facts) ?? wholeWeights(vectors)) : null
  const fits = mixed === null || mixes(vectors, mixed, facts, near)
  const weights = fits ? mixed : null
  const recovered = new Float64Array(released.rows).fill(Number.NaN)
  if (weights)
    there.forEach((row, i) => {
      if (Number.isNaN(own[i])) recovered[row] = mixture(vectors, weights, i)
    })
  return {
    name,
    cells: there.length - knowing,
    known: knowing,
    facts: published.length,
    vectors: vectors.length,
    ...oracle.counts,
    recovered,
    right: original && weights ? countRight(recovered, original, near) : null,
    why: weights ? undefined : whyNot(vectors.length, unexplained, facts.length, there.length, fits),
  }
}

function whyNot(vectors: number, unexplained: number, known: number, n: number, fits: boolean): string {
  if (vectors === 0)
    return (
      `the service refuses all sums over sets that differ in few of the ${n} records. More records may work: ` +
      `${option('sample')}`
    )
  if (unexplained > 0)
    return (
      `the ${vectors} vectors found do not explain ${unexplained} answers. Another attack may succeed: this does not ` +
      'prove safety'
    )
  if (!fits)
    return (
      `the ${vectors} vectors found contradict the ${known} known facts: a vector is missing, or a fact is wrong. This ` +
      'does not prove safety'
    )
  return (
    `the intruder knows ${known} values, totals or means, and ${vectors} vectors need ${vectors - 1} different ones. ` +
    'This does not prove safety'
  )
}

/** True if the weights reproduce every fact: with more facts than unknowns, a missing vector shows. */
function mixes(
  vectors: readonly Float64Array[],
  weights: Float64Array,
  facts: readonly LinearFact[],
  near: number,
): boolean {
  const size = Math.max(...vectors.map(meanSize))
  const mixed = vectors[0].map((_, i) => mixture(vectors, weights, i))
  return facts.every((fact) => {
    const weight = fact.coefficients.reduce((sum, one) => sum + Math.abs(one), 0)
    return isNear(factOf(mixed, fact), fact.value, near, size * weight)
  })
}

/** A known value is a fact of one record. */
function valueFacts(own: Float64Array): LinearFact[] {
  return [...own.keys()].flatMap((i) =>
    Number.isNaN(own[i]) ? [] : [{ records: Int32Array.of(i), coefficients: Float64Array.of(1), value: own[i] }],
  )
}

/** Returns the published facts of a column, in the places of the records that have a value. */
function factsOf(known: AttackInput<unknown>['known'], name: string, there: Int32Array): LinearFact[] {
  const [facts, values] = [known.get('facts'), known.get('values')]
  if (!facts || !values) return []
  const of = toRows(values).map((row) => row.column)
  const value = numericValues(values, 'value')
  return facts.names.flatMap((fact, f) => {
    if (of[f] !== name) return []
    const column = numericValues(facts, fact)
    const records = Int32Array.from(there.keys()).filter((i) => column[there[i]] !== 0)
    return [{ records, coefficients: Float64Array.from(records, (i) => column[there[i]]), value: value[f] }]
  })
}

function valuesIn(
  data: AttackInput<unknown>['released'] | undefined,
  name: string,
  rows: number,
): Float64Array | undefined {
  if (!data?.names.includes(name) || data.rows !== rows) return undefined
  return numericValues(data, name)
}

function countRight(recovered: Float64Array, original: Float64Array, near: number): number {
  const size = meanSize(original)
  return recovered.reduce((count, value, i) => count + Number(isNear(value, original[i], near, size)), 0)
}

function isNear(value: number, truth: number, near: number, size: number): boolean {
  return Math.abs(value - truth) <= near * Math.max(size, Math.abs(truth))
}

/** Returns the mean of |value| over the values that are not missing. */
function meanSize(values: Float64Array): number {
  const present = values.filter((value) => !Number.isNaN(value))
  return present.reduce((sum, value) => sum + Math.abs(value), 0) / present.length
}

/** Computes Σ γ_j·P^j of one record. */
function mixture(vectors: readonly Float64Array[], weights: Float64Array, i: number): number {
  return weights.reduce((sum, weight, v) => sum + weight * vectors[v][i], 0)
}
