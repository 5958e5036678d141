import { maskByPlan } from '@sdc/toolkit'
import {
  maskInput,
  hmacSha256,
  noRoles,
  numeric,
  numericValues,
  resolveParams,
  SdcError,
  seededRng,
  takeColumn,
  withColumns,
  type Column,
  type Dataset,
  type Registry,
  type Rng,
} from '@sdc/core'
import { measureFiles, methodInput } from '@sdc/engine'
import { quantiles } from '@sdc/stats'
import { applyMethod } from './calls.js'
import { prepareKernel } from './kernels.js'
import type { Operation } from '../operation.js'
import { speedData } from './speed-data.js'

/** Masks the data that a metric measures or that a post-masking method receives. */
const before = 'noise/additive'

/** Masks the data of a metric for rank-swapped files. */
const swapping = 'swapping/rank-swap'

/** Gives masked columns the original's values again. */
const reverse = 'reverse-map/rank'

/** Categories of a column made for methods that mask categories. */
const categories = 8

/** Ids that a registry must have for an operation; the parameters of an optimising method name its metrics. */
export function idsToPrepare({ kind, id }: Operation): string[] {
  if (kind === 'kernel') return []
  return [
    id,
    before,
    reverse,
    ...(kind === 'metric' ? [swapping] : []),
    ...(id.startsWith('optimize/') ? ['risk'] : []),
  ]
}

/** Makes the data of an operation and returns the function to be timed. */
export async function prepare(registry: Registry, operation: Operation): Promise<() => unknown> {
  const rng = seededRng(`speed ${operation.n}`)
  if (operation.kind === 'kernel') return prepareKernel(operation, rng)
  return operation.kind === 'method' ? method(registry, operation, rng) : metric(registry, operation, rng)
}

async function method(registry: Registry, operation: Operation, rng: Rng): Promise<() => unknown> {
  const { id, data, n, d, params: asked } = operation
  const subject = registry.get('methods', id)
  const { traits, params: schema } = subject
  const extra = traits.given === 'required' || traits.given === 'keys' ? 2 : 0
  const numbers = speedData(data, rng.child('data'), n, d + extra)
  const columns = numbers.names.slice(0, d)
  const given = numbers.names.slice(d)
  const original = inCategories(numbers, [
    ...(traits.accepts.includes('numeric') ? [] : columns),
    ...(traits.given === 'keys' ? given : []),
  ])
  const noisy = traits.postMasking
    ? await applyMethod(registry, before, { original, columns, rng: rng.child('mask') })
    : original
  // A method whose values only change places receives the original's own, in the order of the masked ones.
  const mapped = traits.permutes
    ? await applyMethod(registry, reverse, { original, masked: noisy, columns, rng: rng.child('map') })
    : inFours(noisy, columns)
  const masked = traits.postMasking ? mapped : original
  const params = resolveParams(schema, asked, { method: id })
  const called = maskInput(masked, {
    original,
    columns: sortedUnless(traits.ordered, columns),
    given,
    rng: rng.child('run'),
    projectKey: hmacSha256(new Uint8Array(32)),
    params,
  })
  // A score measured before and after takes longer than the steps of a search.
  const input = operation.alone ? called : methodInput(registry, called)
  return () => maskByPlan(subject, input)
}

/** The column of sampling weights. */
const weight = 'weight'

/** Number of keys for a metric of keys; one more categorical column is confidential. */
const keyCount = 4

async function metric(registry: Registry, operation: Operation, rng: Rng): Promise<() => unknown> {
  const { id, data, n, d, params: asked, masking = 'noise' } = operation
  const { of, accepts, needs, params: schema } = registry.get('metrics', id)
  const isOfNumbers = of === 'masked columns' && accepts.includes('numeric')
  const extra = isOfNumbers && needs === undefined ? 0 : keyCount + 1
  const draw = (purpose: string): Dataset => {
    const numbers = speedData(data, rng.child(purpose), n, d + extra)
    const weights: [string, Column] = [weight, numeric(new Float64Array(n).fill(10))]
    return withColumns(inCategories(numbers, numbers.names.slice(d)), new Map(extra === 0 ? [] : [weights]))
  }
  const drawn = draw('data')
  const columns = drawn.names.slice(0, d)
  const others = drawn.names.slice(d, d + extra)
  const isOfRoles = of === 'keys and confidential'
  // The other columns are independent, and regressions need a relation: the last number equals the first.
  const original = isOfRoles ? withColumns(drawn, new Map([[columns[d - 1], drawn.column(columns[0])]])) : drawn
  // A model is named by its columns.
  const [response, ...terms] = columns
  const model = 'formula' in schema.parse({}) ? { formula: `${response} ~ ${terms.join(' + ')}` } : {}
  const measured = isOfNumbers ? columns : isOfRoles ? [...columns, ...others] : others
  const masker = masking === 'rank swapping' ? swapping : before
  const exchanged = someExchanged(
    await applyMethod(registry, masker, { original, columns, rng: rng.child('mask') }),
    others,
    rng.child('exchange'),
  )
  const masked = masking === 'constant column' ? withOneValue(exchanged, measured[0]) : exchanged
  const roles = {
    ...noRoles,
    keys: others.slice(0, keyCount),
    confidential: [...others.slice(keyCount), ...(isOfRoles ? columns : [])],
    ...(extra > 0 && { weight }),
    ...(of === 'keys and items' && { items: others.slice(keyCount) }),
    ...(id === 'risk/date-intervals' && { times: new Map(columns.map((name) => [name, 'date' as const])) }),
    ...(needs === 'rules' && { rules: [`\`${columns[0]}\` + \`${columns[1]}\` <= 1e9`] }),
  }
  const files = {
    registry,
    original,
    masked,
    origin: Int32Array.from({ length: masked.rows }, (_, i) => i),
    columns: measured,
    roles,
    metrics: [{ use: id, params: { ...model, ...asked } }],
    ...(needs && needs !== 'rules' && { [needs]: draw(needs) }),
  }
  // By the engine, which measures the parts of a metric and prepares the original for it.
  return async () => {
    const [{ measurement }] = await measureFiles({ ...files, rng: rng.child('run') })
    if (measurement.value === null) throw new SdcError('WRONG_INPUT', `${id} has no value here: ${measurement.reason}`)
  }
}

/** The file with the categories of every tenth record replaced by those of the record before. */
function someExchanged(data: Dataset, names: readonly string[], rng: Rng): Dataset {
  const from = Int32Array.from({ length: data.rows }, (_, i) => (i > 0 && rng.uniform() < 0.1 ? i - 1 : i))
  return withColumns(data, new Map(names.map((name) => [name, takeColumn(data.column(name), from)])))
}

/** The file with the first record's value of a column in all records. */
function withOneValue(data: Dataset, name: string): Dataset {
  return withColumns(data, new Map([[name, takeColumn(data.column(name), new Int32Array(data.rows))]]))
}

function sortedUnless(ordered: boolean, columns: readonly string[]): readonly string[] {
  return ordered ? columns : [...columns].sort()
}

/** These columns cut at their quantiles into categories of about equal size; the others stay numbers. */
function inCategories(data: Dataset, names: readonly string[]): Dataset {
  const cuts = Float64Array.from({ length: categories - 1 }, (_, c) => (c + 1) / categories)
  const levels = Array.from({ length: categories }, (_, c) => `class ${c + 1}`)
  const cut = names.map((name): [string, Column] => {
    const values = numericValues(data, name)
    const bounds = quantiles(values, cuts)
    const codes = Int32Array.from(values, (value) => bounds.reduce((code, bound) => code + Number(value > bound), 0))
    return [name, { kind: 'categorical', codes, levels, ordered: true }]
  })
  return withColumns(data, new Map(cut))
}

/**
 * The last eighth of the records equal in fours, as after microaggregation: enough for a method that needs such
 * records.
 */
function inFours(data: Dataset, names: readonly string[]): Dataset {
  const from = Int32Array.from({ length: data.rows }, (_, i) => (i >= (data.rows * 7) / 8 ? i - (i % 4) : i))
  return withColumns(data, new Map(names.map((name) => [name, takeColumn(data.column(name), from)])))
}
