import {
  categorical,
  createRegistry,
  dataset,
  isSdcError,
  noRoles,
  numericValues,
  seededRng,
  type Column,
  type Dataset,
  type MaskingMethod,
  type Measurement,
} from '@sdc/core'
import { measureFiles, replicateRng, runSteps, sha256Hex, type StepPlan } from '@sdc/engine'
import { census } from '@sdc/datasets/census'
import standard from '../index.js'

/** The bytes that a method or metric gives on census.csv for one seed, as a hash; or the code of the error that it throws. */
export interface BytesOnCensus {
  readonly name: string
  hash(): Promise<string>
}

const registry = createRegistry().use(standard).freeze()
const columns = ['AFNLWGT', 'EMCONTRB', 'FEDTAX', 'INTVAL']
const given = ['AGI', 'TAXINC']
const keys = ['key 1', 'key 2']
const categories = ['key 1', 'key 2', 'level of AFNLWGT', 'level of FEDTAX']

/** Every method, alone and with each of its examples, then every metric; runs on whatever engine this file runs on. */
export function bytesOnCensus(): {
  readonly methods: readonly BytesOnCensus[]
  readonly metrics: readonly BytesOnCensus[]
} {
  const file = withCategories(census())
  const methods = registry.all('methods').flatMap((method) =>
    [{}, ...(method.examples ?? [])].map((params) => ({
      name: `${method.id} ${JSON.stringify(params)}`,
      hash: () => orCode(() => hashOfMethod(file, method, params)),
    })),
  )
  const metrics = registry
    .all('metrics')
    .map(({ id }) => ({ name: id, hash: () => orCode(() => hashOfMetric(file, id)) }))
  return { methods, metrics }
}

function withCategories(numbers: Dataset): Dataset {
  const binned = (name: string, bins: number): Column => {
    const values = numericValues(numbers, name)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const labels = Array.from(
      values,
      (v) => `c${Math.min(bins - 1, Math.floor((bins * (v - least)) / (most - least)))}`,
    )
    return categorical(
      labels,
      Array.from({ length: bins }, (_, b) => `c${b}`),
    )
  }
  return dataset([
    ...numbers.names.map((name) => [name, numbers.column(name)] as const),
    ['key 1', binned('AFNLWGT', 4)],
    ['key 2', binned('TAXINC', 3)],
    ['level of AFNLWGT', binned('AFNLWGT', 7)],
    ['level of FEDTAX', binned('FEDTAX', 6)],
  ])
}

async function orCode(run: () => Promise<string>): Promise<string> {
  try {
    return await run()
  } catch (error) {
    if (isSdcError(error)) return error.code
    throw error
  }
}

function plan(method: MaskingMethod, params: Readonly<Record<string, unknown>>): StepPlan[] {
  const of = method.traits.accepts.includes('numeric') ? columns : categories
  const by = method.traits.given === 'keys' ? keys : given
  const conditions = ['required', 'keys'].includes(method.traits.given) ? by : undefined
  const step = { use: method.id, columns: [...of], given: conditions, by: [], params, smallGroups: 'error' as const }
  if (!method.traits.postMasking) return [step]
  const clusters = method.id === 'reverse-map/clusters' ? 'microaggregation/mdav' : 'noise/additive'
  const first = method.traits.permutes ? 'swapping/rank-swap' : clusters
  return [{ ...step, use: first, params: {}, given: undefined }, step]
}

async function hashOfMethod(
  file: Dataset,
  method: MaskingMethod,
  params: Readonly<Record<string, unknown>>,
): Promise<string> {
  const steps = plan(method, params)
  const { files } = await runSteps({ registry, original: file, steps, rng: replicateRng(seededRng('bytes')) })
  const parts = files.flatMap(({ data, origin }) => [...partsOfFile(data), bytesOf(origin)])
  return hashOf(parts)
}

async function hashOfMetric(file: Dataset, id: string): Promise<string> {
  const noise = plan(registry.get('methods', 'noise/additive'), { relativeVariance: 0.05 })
  const recoded = { ...noise[0], use: 'microaggregation/categorical', columns: [...categories], params: {} }
  const steps = [...noise, recoded]
  const { files } = await runSteps({ registry, original: file, steps, rng: replicateRng(seededRng('bytes')) })
  const [{ data: masked, origin }] = files
  const measured = await measureFiles({
    registry,
    original: file,
    masked,
    origin,
    columns: [...columns, ...categories],
    given,
    roles: { ...noRoles, keys, confidential: ['level of FEDTAX'] },
    metrics: [{ use: id, params: {} }],
    rng: seededRng('bytes'),
  })
  return hashOfMeasurement(measured[0].measurement)
}

function hashOfMeasurement({ value, reason, used, columns: parts, records, tables }: Measurement): string {
  return hashOf([
    JSON.stringify([value, reason ?? null, used, [...(parts ?? [])]]),
    ...(records ? [bytesOf(records)] : []),
    ...[...(tables ?? [])].flatMap(([name, one]) => [name, ...partsOfFile(one)]),
  ])
}

type Part = string | Uint8Array

function partsOfFile(data: Dataset): Part[] {
  return data.names.flatMap((name) => {
    const column = data.column(name)
    if (column.kind === 'numeric') return [name, bytesOf(column.values)]
    return [name, JSON.stringify(Array.from(column.codes, (code) => column.levels[code] ?? null))]
  })
}

function bytesOf(values: Float64Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(values.slice().buffer)
}

function hashOf(parts: readonly Part[]): string {
  const bytes = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const all = new Uint8Array(bytes.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const part of bytes) {
    all.set(part, at)
    at += part.length
  }
  return sha256Hex(all).slice(0, 16)
}
