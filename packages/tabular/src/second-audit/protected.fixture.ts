import { isSdcError, resolveParams, seededRng, type TableMethod, type TableResult } from '@sdc/core'
import { auditMethod } from '../audit/audit.js'
import { prepared, type DescribedTable, type Prepared } from './described.fixture.js'
import { brokenToo, secondAudit, type Judged } from './second-audit.fixture.js'

/** Result of a suppression, with the judgement of both audits. */
export interface Protected {
  readonly result: TableResult
  /** Σ cost of the secondary cells. */
  readonly cost: number
  /** Demands broken by the second audit that some permitted pattern keeps. */
  readonly beaten: readonly Judged[]
  /** Demands broken by the second audit that no permitted pattern keeps. */
  readonly exceptions: readonly Judged[]
  /** True if the project's audit reports every sensitive cell as protected. */
  readonly isSaid: boolean
}

/** Runs a method of the plugin on a prepared table. */
export async function run<P>(
  method: TableMethod<P>,
  { table, sensitive }: Pick<Prepared, 'table' | 'sensitive'>,
  params: Readonly<Record<string, unknown>>,
  more: { readonly pattern?: Uint8Array; readonly witnesses?: TableResult['witnesses'] } = {},
): Promise<TableResult> {
  const resolved = resolveParams(method.params, params)
  return await method.protect({ table, sensitive, params: resolved, rng: seededRng(1), tick: () => {}, ...more })
}

/**
 * Protects a table, and audits it twice.
 *
 * @param method - A suppression.
 * @param one - The table.
 * @param params - Cost, and attackers.
 * @returns The pattern with the results of both audits.
 */
export async function protectedBy<P>(
  method: TableMethod<P>,
  one: Prepared,
  params: { readonly cost: 'value' | 'one' },
): Promise<Protected> {
  const own = one.whole ? {} : { own: 'protect' }
  const result = await run(method, one, { ...params, zeros: one.zeros, ...own })
  const { status, witnesses } = result
  const { broken } = await secondAudit(one, status, { own: true })
  const impossible = broken.length === 0 ? [] : await brokenToo(one, permitted(one), broken)
  const key = ({ attacker, knows, cells }: Judged): string => `${attacker} ${knows} ${cells.join()}`
  const keys = new Set(impossible.map(key))
  const { report } = await run(auditMethod, one, own, { pattern: status, ...(witnesses && { witnesses }) })
  return {
    result,
    cost: status.reduce((sum, is, c) => sum + (is === 2 ? costOf(one, params.cost, c) : 0), 0),
    beaten: broken.filter((demand) => !keys.has(key(demand))),
    exceptions: broken.filter((demand) => keys.has(key(demand))),
    isSaid: report?.get('unprotected') === 0 && exceptionsIn(report) === 0,
  }
}

/** Number of exceptions in the report of the audit. */
function exceptionsIn(report: NonNullable<TableResult['report']>): number {
  const rows = report.get('exceptions')
  return typeof rows === 'object' ? rows.rows : Number.NaN
}

export function costOf({ table }: Prepared, cost: 'value' | 'one', cell: number): number {
  return cost === 'one' ? 1 : table.values[cell]
}

/** Suppresses every cell that may be: not those that must be published, nor published zeros. */
export function permitted({ table, zeros, whole }: Prepared): Uint8Array {
  const { values, given } = table
  return values.reduce((pattern, value, c) => {
    const shown = given?.[c] === 2 || (value === 0 && (zeros === 'published' || !whole))
    pattern[c] = Number(!shown)
    return pattern
  }, new Uint8Array(values.length))
}

/**
 * Protects random tables and lists the faults of each pattern: refused, beaten, an exception without fixed cells, or a
 * disagreement of the audits.
 *
 * @param method - A suppression.
 * @param make - Makes the table of a seed.
 * @param range - Range of seeds, and largest number of cells of a table.
 * @returns One line per fault.
 */
export async function faultsOf<P>(
  method: TableMethod<P>,
  make: (seed: number) => DescribedTable,
  { from, to, most = Infinity }: { readonly from: number; readonly to: number; readonly most?: number },
): Promise<string[]> {
  const faults: string[] = []
  let sensitive = 0
  for (let seed = from; seed <= to; seed++) {
    const described = make(seed)
    const one = prepared(described)
    if (one.table.values.length > most) continue
    if (one.primary.size > 0) sensitive++
    const { zeros, fixed, cost } = described.options
    const found = await protectedBy(method, one, { cost }).catch((error: unknown) => {
      if (isSdcError(error)) return error
      throw error
    })
    if (found instanceof Error) {
      faults.push(`table ${seed}: ${found.code}`)
      continue
    }
    const { beaten, exceptions, isSaid } = found
    for (const who of beaten.slice(0, 1)) {
      const { attacker, knows, cells, low, high, upper, lower } = who
      const value = cells.reduce((sum, cell) => sum + one.table.values[cell], 0)
      faults.push(
        `table ${seed}: ${beaten.length} beaten, ${attacker} (${knows}) of ${value} at ${cells.join()}: ${low} to ${high}, asked −${lower} +${upper}`,
      )
    }
    const isFixed = fixed.length > 0 || (one.whole && zeros === 'published' && one.table.values.includes(0))
    if (exceptions.length > 0 && !isFixed)
      faults.push(`table ${seed}: ${exceptions.length} exceptions, nothing is fixed`)
    // If zeros may be suppressed and none is, the project's audit assumes published zeros and is not compared.
    const isAsked = zeros === 'published' || !one.whole || exceptions.length === 0
    if (isAsked && isSaid !== (beaten.length + exceptions.length === 0))
      faults.push(`table ${seed}: the audit says ${isSaid ? 'protected' : 'not protected'}`)
  }
  if (sensitive < (to - from) / 5) faults.push(`only ${sensitive} tables with a sensitive cell`)
  return faults
}
