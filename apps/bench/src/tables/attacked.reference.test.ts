import { categorical, dataset, givenStatuses, numeric, seededRng, type Dataset, type Table } from '@sdc/core'
import { protectTable, type TableStep } from '@sdc/engine'
import { buildTable } from '@sdc/tabular'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { standardRegistry } from '../stage-context.js'

interface Attacked {
  readonly id: string
  readonly what: string
  readonly kind: 'count' | 'mag'
  readonly dims: readonly {
    readonly name: string
    readonly levels: readonly { readonly code: string; readonly parent: string | null }[]
  }[]
  readonly rules: readonly string[]
  readonly options: {
    readonly zeros: string
    readonly cost: string
    readonly safe: readonly string[]
    readonly fixed: readonly string[]
    readonly holding: Readonly<Record<string, string>> | null
  }
  readonly records: readonly Readonly<Record<string, string | number>>[] | null
  readonly cells: readonly Readonly<Record<string, string | number>>[]
  readonly primary: readonly { readonly cell: string }[]
  readonly optimum: { readonly cost: number }
  readonly optimumOwn?: { readonly cost: number }
}
const { tables } = referenceFile<{ readonly tables: readonly Attacked[] }>('tables/attacks.json')
const registry = standardRegistry()

/**
 * Records of a case: those of firms, with each holding as one respondent; for counts as many people as each inner cell
 * has.
 */
function recordsOf({ dims, records, cells, options }: Attacked): Dataset {
  const isTotal = dims.map(({ levels }) => new Set(levels.map(({ parent }) => parent)))
  const people = cells
    .filter((cell) => dims.every(({ name }, d) => !isTotal[d].has(String(cell[name]))))
    .flatMap((cell) => Array.from({ length: Number(cell.value) }, () => cell))
  const rows = records ?? people
  const columns = dims.map(({ name }) => [name, categorical(rows.map((row) => String(row[name])))] as const)
  if (records === null) return dataset(columns)
  const firms = records.map(({ respondent }) => options.holding?.[respondent] ?? String(respondent))
  return dataset([
    ...columns,
    ['respondent', categorical(firms)],
    ['x', numeric(Float64Array.from(records, ({ x }) => Number(x)))],
  ])
}

const methods: Readonly<Record<string, string>> = {
  freq: 'tabular/minimum-frequency',
  p: 'tabular/p-percent',
  nk: 'tabular/dominance',
  pq: 'tabular/prior-posterior',
}

/** Parses a rule: `pq=15,60` is the rule with 15 and 60 as the parameters of its short form. */
function ruleOf(written: string): TableStep {
  const [kind, ...numbers] = written.replace(', level 20 % of the value', '').split(/[=,]/)
  const method = methods[kind]
  const names = registry.get('tables', method).short?.params ?? []
  return { method, params: Object.fromEntries(numbers.map((one, i) => [names[i], Number.parseFloat(one)])) }
}

function built(one: Attacked): Table {
  const { dims, kind, options } = one
  const dimensions = dims.map(({ name, levels }) => ({
    name,
    hierarchy: new Map(levels.map(({ code, parent }) => [code, parent])),
  }))
  const table = buildTable(recordsOf(one), {
    dimensions,
    ...(kind === 'mag' && { value: 'x', respondent: 'respondent' }),
  })
  const given = Uint8Array.from(table.values, (_, c) => {
    const name = nameOf(table, c)
    return givenStatuses.indexOf(options.safe.includes(name) ? 'safe' : options.fixed.includes(name) ? 'fixed' : '')
  })
  return { ...table, given }
}

const nameOf = ({ dimensions }: Table, cell: number): string =>
  dimensions.map(({ codes, levels }) => levels[codes[cell]]).join('|')

/** Records have no level that is empty throughout: if zeros may be suppressed, such a level is missing. */
const whole = tables.filter((one) => one.options.zeros === 'published' || built(one).values.length === one.cells.length)

describe('a table that is built from its records, judged, protected and audited', () => {
  it('also has zeros that may be suppressed', () => {
    expect(whole.length).toBeGreaterThan(18)
    expect(whole.some(({ options }) => options.zeros === 'suppressible')).toBe(true)
  })

  it.each(whole)('has the sensitive cells and the least cost of $id: $what', async (one) => {
    const { cost, zeros } = one.options
    const table = built(one)
    const { sensitive, protection, audit } = await protectTable({
      registry,
      table,
      rules: one.rules.map(ruleOf),
      protection: { method: 'tabular/exact-suppression', params: { cost, zeros } },
      audit: { method: 'tabular/audit' },
      rng: seededRng(1),
    })
    const cells = [...table.values.keys()]
    const primary = cells.filter((cell) => sensitive.status[cell] === 1).map((cell) => nameOf(table, cell))
    expect(primary.sort()).toEqual(one.primary.map(({ cell }) => cell).sort())
    const secondary = cells.filter((cell) => protection.result.status[cell] === 2)
    const spent = secondary.reduce((sum, cell) => sum + (cost === 'one' ? 1 : table.values[cell]), 0)
    const least = (one.optimumOwn ?? one.optimum).cost
    expect(Math.abs(spent - least)).toBeLessThanOrEqual(1e-6 * least)
    expect(audit?.result.report?.get('unprotected')).toBe(0)
  })
})
