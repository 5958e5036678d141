import {
  resolveParams,
  seededRng,
  type Sensitivity,
  type Table,
  type TableInput,
  type TableMethod,
  type TableResult,
} from '@sdc/core'

/** Changes of the usual call. */
export type How = Partial<Pick<TableInput<unknown>, 'rng' | 'tick' | 'sensitive' | 'pattern'>>

/**
 * Returns the inputs of a method besides the table: the sensitive cells for a protection or an audit, a pattern for an
 * audit.
 *
 * @param method - Method whose defaults are used as parameters.
 * @param table - The table, which is also passed.
 * @param how - Changes of these inputs.
 * @returns The other inputs of the call.
 */
export function callOf(method: TableMethod, table: Table, how: How = {}): Omit<TableInput<unknown>, 'table'> {
  const sensitive = method.step === 'sensitivity' ? undefined : suiteSensitivity(table)
  return {
    params: resolveParams(method.params, {}),
    rng: seededRng(1),
    tick: () => {},
    sensitive,
    ...(method.step === 'audit' && sensitive && { pattern: naivePattern(table, sensitive) }),
    ...how,
  }
}

/** Runs a method with its defaults on a copy of a table. */
export async function runTable(method: TableMethod, table: Table, how: How = {}): Promise<TableResult> {
  return await method.protect({ table: structuredClone(table), ...callOf(method, table, how) })
}

/**
 * Sensitive cells for the protections and audits of the suite: cells of one or two records, each with a level of a
 * fifth of its value on both sides. Every third must also have an interval of half of its value, at any position. Cells
 * that must be published are not sensitive.
 */
export function suiteSensitivity({ counts, values, given }: Table): Sensitivity {
  const status = Uint8Array.from(counts, (count, c) => Number(count > 0 && count < 3 && given?.[c] !== 2))
  const lower = Float64Array.from(status, (one, c) => 0.2 * one * Math.abs(values[c]))
  let met = 0
  const width = Float64Array.from(status, (one, c) => (one === 1 && met++ % 3 === 0 ? 0.5 * Math.abs(values[c]) : 0))
  return { status, lower, upper: lower.slice(), width }
}

/**
 * The sensitive cells, and in every relation with only one of them the largest other cell: a pattern made by hand. It
 * often violates the levels.
 */
function naivePattern({ values, equations }: Table, { status }: Sensitivity): Uint8Array {
  const pattern = status.slice()
  for (let changed = true; changed;) {
    changed = false
    for (const { cells } of equations) {
      if (cells.filter((cell) => pattern[cell] > 0).length !== 1) continue
      const others = Array.from(cells).filter((cell) => pattern[cell] === 0)
      others.sort((a, b) => Math.abs(values[b]) - Math.abs(values[a]) || a - b)
      if (others.length === 0) continue
      pattern[others[0]] = 2
      changed = true
    }
  }
  return pattern
}

/** Text of the arrays of a result, for comparing two results. */
export function resultText({ status, levels, values, intervals, report }: TableResult): string {
  const arrays = [status, values, intervals?.low, intervals?.high, levels?.lower, levels?.upper, levels?.width]
  const numbers = [...(report ?? [])].filter(([, value]) => typeof value === 'number')
  return [...arrays.map((array) => (array ? Array.from(array, String).join() : '-')), JSON.stringify(numbers)].join(';')
}
