import { categorical, seededRng, type CategoricalColumn, type Registry, type Sensitivity, type Table } from '@sdc/core'
import { applyTableMethod } from '@sdc/engine'
import { relationsOf } from '@sdc/tabular'

/** A table with the least cost of protecting it, from `packages/testing/reference/tables/secondary.json`. */
export interface GoldenTable {
  readonly id: string
  readonly dims: readonly {
    readonly name: string
    readonly levels: readonly { readonly code: string; readonly parent: string | null }[]
  }[]
  readonly cells: readonly Readonly<Record<string, string | number>>[]
  readonly options: { readonly protection: number; readonly cost: string }
  readonly optimum: { readonly cost: number }
}

/** Cost of a protection on these tables, as a multiple of the lowest cost. */
export interface GoldenCosts {
  readonly method: string
  readonly tables: number
  readonly ratios: readonly number[]
  /** Number of patterns with a sensitive cell that the audit finds unprotected. */
  readonly failed: number
  readonly seconds: number
}

/** Runs a protection on each of the tables, and audits its patterns. */
export async function goldenCosts(
  registry: Registry,
  method: string,
  tables: readonly GoldenTable[],
): Promise<GoldenCosts> {
  const ratios: number[] = []
  let failed = 0
  const since = performance.now()
  for (const one of tables) {
    const { table, sensitive } = tableOf(one)
    const call = { registry, table, sensitive, rng: seededRng('golden') }
    const params = { cost: one.options.cost, singletons: 'ignore' }
    const made = await applyTableMethod({ ...call, method, params })
    const pattern = made.result.status
    const audit = await applyTableMethod({
      ...call,
      method: 'tabular/audit',
      params: { singletons: 'ignore' },
      pattern,
    })
    if (audit.result.report?.get('unprotected') !== 0) failed++
    ratios.push(Number(made.result.report?.get('cost')) / one.optimum.cost)
  }
  return { method, tables: tables.length, ratios, failed, seconds: (performance.now() - since) / 1000 }
}

/** The table with its sensitive cells; the protection level of each is a percentage in its options. */
function tableOf({ dims, cells, options }: GoldenTable): { readonly table: Table; readonly sensitive: Sensitivity } {
  const dimensions = dims.map(({ name, levels }): CategoricalColumn => ({
    ...categorical(
      cells.map((cell) => String(cell[name])),
      levels.map(({ code }) => code),
    ),
    taxonomy: new Map(levels.map(({ code, parent }) => [code, parent])),
  }))
  const values = Float64Array.from(cells, ({ value }) => Number(value))
  const status = Uint8Array.from(cells, (cell) => Number(cell.status === 'primary'))
  const lower = Float64Array.from(status, (one, c) => (one * options.protection * values[c]) / 100)
  const table: Table = {
    dimensions,
    names: dims.map(({ name }) => name),
    counts: new Int32Array(cells.length).fill(10),
    values,
    given: Uint8Array.from(cells, (cell) => (cell.status === 'fixed' ? 2 : 0)),
    // The least costs of the file assume attackers who know every cell to be at least 0.
    known: { low: values.map(() => 0), high: values.map(() => Infinity) },
    equations: relationsOf(dimensions).relations,
  }
  return { table, sensitive: { status, lower, upper: lower.slice(), width: lower.map(() => 0) } }
}
