import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  categorical,
  createRegistry,
  dataset,
  isSdcError,
  numeric,
  seededRng,
  type Column,
  type Dataset,
  type MaskingMethod,
  type Measurement,
} from '@sdc/core'
import { measureFiles, replicateRng, runSteps, type StepPlan } from '@sdc/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { censusColumns } from '../../../tooling/testing/public-files.js'
import standard from './index.js'

/**
 * The bytes that every method and metric gives on census.csv for one seed: a refactoring changes none. Where a change is
 * meant (new streams of random numbers), the table is written anew by `RENEW_BYTES=1`, and the commit says why.
 */
const table = new URL('./census-bytes.json', import.meta.url)
const renew = process.env.RENEW_BYTES === '1'
const held: Record<string, string> = JSON.parse(readFileSync(table, 'utf8'))
const made: Record<string, string> = {}

const registry = createRegistry().use(standard).freeze()
const columns = ['AFNLWGT', 'EMCONTRB', 'FEDTAX', 'INTVAL']
const given = ['AGI', 'TAXINC']
const keys = ['key 1', 'key 2']
const categories = ['key 1', 'key 2', 'level of AFNLWGT', 'level of FEDTAX']
let file: Dataset

beforeAll(() => {
  const read = censusColumns()
  const binned = (name: string, bins: number): Column => {
    const values = read.get(name) ?? new Float64Array()
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
  file = dataset([
    ...[...read].map(([name, values]) => [name, numeric(values)] as const),
    ['key 1', binned('AFNLWGT', 4)],
    ['key 2', binned('TAXINC', 3)],
    ['level of AFNLWGT', binned('AFNLWGT', 7)],
    ['level of FEDTAX', binned('FEDTAX', 6)],
  ])
})

function hashColumn(hash: ReturnType<typeof createHash>, column: Column): void {
  if (column.kind === 'numeric') hash.update(new Uint8Array(column.values.slice().buffer))
  else hash.update(JSON.stringify(Array.from(column.codes, (code) => column.levels[code] ?? null)))
}

function hashFile(hash: ReturnType<typeof createHash>, data: Dataset): void {
  for (const name of data.names) {
    hash.update(name)
    hashColumn(hash, data.column(name))
  }
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
  const first = method.id === 'reverse-map/clusters' ? 'microaggregation/mdav' : 'noise/additive'
  return [{ ...step, use: first, params: {}, given: undefined }, step]
}

const methods = registry
  .all('methods')
  .flatMap((method) => [{}, ...(method.examples ?? [])].map((params) => [method, params] as const))

describe('bytes on census.csv', () => {
  it.each(methods.map(([method, params]) => [`${method.id} ${JSON.stringify(params)}`, method, params] as const))(
    '%s',
    async (name, method, params) => {
      const got = await orCode(async () => {
        const steps = plan(method, params)
        const { files } = await runSteps({ registry, original: file, steps, rng: replicateRng(seededRng('bytes')) })
        const hash = createHash('sha256')
        for (const { data, origin } of files) {
          hashFile(hash, data)
          hash.update(new Uint8Array(origin.slice().buffer))
        }
        return hash.digest('hex').slice(0, 16)
      })
      made[name] = got
      if (!renew) expect(got).toBe(held[name])
    },
  )

  it.each(registry.all('metrics').map(({ id }) => [id]))('%s', async (id) => {
    const noise = plan(registry.get('methods', 'noise/additive'), { relativeVariance: 0.05 })
    const { files } = await runSteps({ registry, original: file, steps: noise, rng: replicateRng(seededRng('bytes')) })
    const [{ data: masked, origin }] = files
    const ofKeys = id === 'risk/k-anonymity'
    const got = await orCode(async () => {
      const measured = await measureFiles({
        registry,
        original: file,
        masked,
        origin,
        columns: ofKeys ? keys : columns,
        given,
        metrics: [{ use: id, params: {} }],
        rng: seededRng('bytes'),
      })
      return hashMeasurement(measured[0].measurement)
    })
    made[id] = got
    if (!renew) expect(got).toBe(held[id])
  })

  it('has a row for everything, and none besides', () => {
    if (renew) writeFileSync(table, `${JSON.stringify(made, null, 1)}\n`)
    else expect(Object.keys(held)).toEqual(Object.keys(made))
  })
})

function hashMeasurement({ value, reason, used, columns: parts, records, tables }: Measurement): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([value, reason ?? null, used, [...(parts ?? [])]]))
  if (records) hash.update(new Uint8Array(records.slice().buffer))
  for (const [name, one] of tables ?? []) {
    hash.update(name)
    hashFile(hash, one)
  }
  return hash.digest('hex').slice(0, 16)
}
