import {
  createRegistry,
  isSdcError,
  noRoles,
  seededRng,
  takeRows,
  type Dataset,
  type MaskingMethod,
  type Measurement,
} from '@sdc/core'
import { measureFiles, replicateRng, runSteps, sha256Hex, type StepPlan } from '@sdc/engine'
import standard from '../index.js'

/** File with the roles of its columns. */
export interface UsedFile {
  readonly data: Dataset
  /** Numeric columns to mask, and the condition columns of methods that need some. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  /** Categorical columns to mask, and the quasi-identifiers. */
  readonly categories: readonly string[]
  readonly keys: readonly string[]
  readonly confidential: string
}

/**
 * Hash of the bytes that a method or metric returns on a file for one seed, or the code of the error that it throws.
 */
export interface BytesOnFile {
  readonly name: string
  hash(): Promise<string>
}

/** Measured on every third record: on all records they take half of the total time. */
const DEAREST = ['loss/clusters', 'loss/fuzzy-clusters', 'risk/prl']

const registry = createRegistry().use(standard).freeze()

/**
 * Returns the bytes of every method, alone and with each of its examples, then of every metric, on the present engine.
 *
 * @param file - The file to mask and measure.
 * @returns A function for each hash, by name.
 */
export function bytesOn(file: UsedFile): {
  readonly methods: readonly BytesOnFile[]
  readonly metrics: readonly BytesOnFile[]
} {
  const methods = registry.all('methods').flatMap((method) =>
    [{}, ...(method.examples ?? [])].map((params) => ({
      name: `${method.id} ${JSON.stringify(params)}`,
      hash: () => orCode(() => hashOfMethod(file, method, params)),
    })),
  )
  const whole = maskedOnce(file)
  const third = maskedOnce({ ...file, data: everyThird(file.data) })
  const metrics = registry.all('metrics').map(({ id }) => {
    const of = DEAREST.includes(id) ? third : whole
    return { name: id, hash: () => orCode(async () => hashOfMetric(of.file, id, await of.masked())) }
  })
  return { methods, metrics }
}

async function orCode(run: () => Promise<string>): Promise<string> {
  try {
    return await run()
  } catch (error) {
    if (isSdcError(error)) return error.code
    throw error
  }
}

function plan(file: UsedFile, method: MaskingMethod, params: Readonly<Record<string, unknown>>): StepPlan[] {
  const of = method.traits.accepts.includes('numeric') ? file.columns : file.categories
  const by = method.traits.given === 'keys' ? file.keys : file.given
  const conditions = ['required', 'keys'].includes(method.traits.given) ? [...by] : undefined
  const step = { use: method.id, columns: [...of], given: conditions, by: [], params, smallGroups: 'error' as const }
  if (!method.traits.postMasking) return [step]
  const clusters = method.id === 'reverse-map/clusters' ? 'microaggregation/mdav' : 'noise/additive'
  const first = method.traits.permutes ? 'swapping/rank-swap' : clusters
  return [{ ...step, use: first, params: {}, given: undefined }, step]
}

async function hashOfMethod(
  file: UsedFile,
  method: MaskingMethod,
  params: Readonly<Record<string, unknown>>,
): Promise<string> {
  const steps = plan(file, method, params)
  const { files } = await runSteps({ registry, original: file.data, steps, rng: replicateRng(seededRng('bytes')) })
  const parts = files.flatMap(({ data, origin }) => [...partsOfFile(data), bytesOf(origin)])
  return hashOf(parts)
}

function everyThird(data: Dataset): Dataset {
  return takeRows(
    data,
    Int32Array.from({ length: Math.ceil(data.rows / 3) }, (_, i) => 3 * i),
  )
}

function maskedOnce(file: UsedFile): { readonly file: UsedFile; masked(): Promise<Masked> } {
  let made: Promise<Masked> | undefined
  return { file, masked: () => (made ??= forMetrics(file)) }
}

type Masked = Awaited<ReturnType<typeof runSteps>>['files'][number]

/** One masked file for all metrics. */
async function forMetrics(file: UsedFile): Promise<Masked> {
  const noise = plan(file, registry.get('methods', 'noise/additive'), { relativeVariance: 0.05 })
  const recoded = { ...noise[0], use: 'microaggregation/categorical', columns: [...file.categories], params: {} }
  const steps = [...noise, recoded]
  const { files } = await runSteps({ registry, original: file.data, steps, rng: replicateRng(seededRng('bytes')) })
  return files[0]
}

async function hashOfMetric(file: UsedFile, id: string, { data: masked, origin }: Masked): Promise<string> {
  const measured = await measureFiles({
    registry,
    original: file.data,
    masked,
    origin,
    columns: [...file.columns, ...file.categories],
    given: [...file.given],
    roles: { ...noRoles, keys: [...file.keys], confidential: [file.confidential] },
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
