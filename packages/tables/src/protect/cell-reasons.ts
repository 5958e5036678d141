import { ruleName } from '@sdc/core'
import type { AppliedTable } from '@sdc/engine'
import { cellName } from '@sdc/tabular'
import { cellFigures, type CellFigures } from '../view/reasons.js'
import { percentText, plural } from '../view/table-words.js'
import type { ProtectedTables } from './protected-tables.js'

/** Largest number of named cells that a secondary cell protects. */
const MOST_PROTECTED = 3

/**
 * Returns the reasons why the cells of one table are suppressed, one sentence each. A primary cell breaks rules, which
 * are given with its own figures; a secondary cell protects sensitive ones.
 *
 * @param made - The protected tables.
 * @param t - Number of the table.
 * @returns Sentences by cell, for suppressed cells only.
 */
export function cellReasons(made: ProtectedTables, t = 0): ReadonlyMap<number, string> {
  const { views, linked, result } = made
  const { status, rules, sensitive, table } = views[t]
  const helped = protectedCells(made)
  const beside = sensitiveInSums(made)
  const reasons = new Map<number, string>()
  status.forEach((one, c) => {
    if (one === 0) return
    if (sensitive.status[c] === 1) {
      const broken = result.rules.flatMap((rule, r) =>
        rules[r].status[c] === 1 ? [ruleReason(rule, cellFigures(table, c))] : [],
      )
      reasons.set(c, [...broken, ...(table.given?.[c] === 1 ? ['the table itself calls it primary'] : [])].join('; '))
      return
    }
    const place = linked.cells[t][c]
    const own = [...(helped.get(place) ?? beside.get(place) ?? [])]
    const some = own.slice(0, MOST_PROTECTED).map((cell) => cellName(linked.table, cell))
    const more = own.length > some.length ? ` and ${plural(own.length - some.length, 'other')}` : ''
    // Without sensitive cells in its own sums it protects a secondary cell.
    const what = some.length === 0 ? 'other suppressed cells' : `${some.join('; ')}${more}`
    reasons.set(c, `suppressed so that the sums do not disclose ${what}`)
  })
  return reasons
}

/** Returns the reason why a rule finds a cell sensitive. */
function ruleReason({ method, params }: AppliedTable, { contributors, largest }: CellFigures): string {
  const { m, p, n, k } = params as Readonly<Record<'m' | 'p' | 'n' | 'k', number>>
  switch (method.id) {
    case 'tabular/minimum-frequency':
      return `${contributors === null ? '' : `${plural(contributors, 'contributor')}, `}fewer than ${m}`
    case 'tabular/p-percent':
      return `the second largest contributor can estimate the largest to within ${p} %`
    case 'tabular/dominance': {
      const most = n === 1 ? 'the largest contribution is' : `the ${n} largest contributions are`
      const own = n === 1 && largest !== null ? ` (${percentText(100 * largest)})` : ''
      return `${most} more than ${k} % of the value${own}`
    }
    default:
      return `rule ${ruleName(method, params)}`
  }
}

/**
 * Returns the sensitive cells that each secondary cell protects by witnesses; cells are numbered over all tables
 * together.
 */
export function protectedCells({ result }: Pick<ProtectedTables, 'result'>): Map<number, Set<number>> {
  const { status, witnesses = [] } = result.protection.result
  const { sensitive } = result
  const found = new Map<number, Set<number>>()
  for (const { cells, differences } of witnesses) {
    const helped = Array.from(cells).filter((c, i) => {
      const level = differences[i] > 0 ? sensitive.upper[c] : sensitive.lower[c]
      return sensitive.status[c] === 1 && level > 0 && Math.abs(differences[i]) >= level * (1 - 1e-6)
    })
    for (const cell of cells) {
      if (status[cell] !== 2 || helped.length === 0) continue
      const own = found.get(cell) ?? new Set()
      helped.forEach((c) => own.add(c))
      found.set(cell, own)
    }
  }
  return found
}

/** The sensitive cells that share a sum with each secondary cell; cells are numbered over all tables together. */
function sensitiveInSums({ linked, result }: ProtectedTables): Map<number, Set<number>> {
  const { sensitive, protection } = result
  const found = new Map<number, Set<number>>()
  for (const { cells } of linked.table.equations) {
    const own = cells.filter((c) => sensitive.status[c] === 1)
    for (const cell of cells) {
      if (own.length === 0 || protection.result.status[cell] !== 2) continue
      const all = found.get(cell) ?? new Set()
      own.forEach((c) => all.add(c))
      found.set(cell, all)
    }
  }
  return found
}
