import { sortOrder } from '@sdc/stats'
import type { RuleRecords } from './ways.js'
import { keepsRule, type RuleSystem } from './ways.js'

/** Number of records on each side, in the order of a column, with which a record may exchange its value. */
const REACH = 500

/** Number of rounds over the broken records. */
const ROUNDS = 3

/**
 * Exchanges single values between records, so that fewer records break a rule. A broken record exchanges one value with
 * the nearest record that keeps its rules with the other value. The exchange must repair the broken record, and give
 * neither record all its original values. Equations are left out, as such pairs are rare.
 *
 * @param part - Rules that share columns.
 * @param records - The records, the masked columns of the rules, and the broken records; values are changed in place.
 */
export function exchangePairs(
  { columns, rules }: RuleSystem,
  records: RuleRecords & { readonly masked: readonly number[]; readonly broken: readonly number[] },
): void {
  if (rules.some(({ ways }) => ways.some((way) => way.some((atom) => atom.kind === 'row' && atom.isEquation)))) return
  const { values, originals, masked, differs } = records
  const orders = masked.map((c) => sortOrder(values[c]))
  const places = orders.map((order) => {
    const place = new Int32Array(values[0].length).fill(-1)
    for (let at = 0; at < order.length; at++) place[order[at]] = at
    return place
  })
  const record = new Float64Array(columns.length)
  const keeps = (i: number, c: number, value: number): boolean => {
    for (let k = 0; k < columns.length; k++) record[k] = values[k][i]
    record[c] = value
    return rules.every((rule) => keepsRule(rule, record))
  }
  const isOriginal = (i: number, c: number, value: number): boolean =>
    columns.every(({ isMasked }, k) => !isMasked || Object.is(k === c ? value : values[k][i], originals[k][i])) &&
    !differs(i)
  /** Nearest record to exchange with, and its distance in standard deviations. */
  const partner = (i: number, m: number): readonly [j: number, size: number] | undefined => {
    const c = masked[m]
    const own = values[c][i]
    const at = places[m][i]
    if (at < 0) return undefined
    let best: readonly [number, number] | undefined
    for (const direction of [-1, 1]) {
      for (let by = 1; by <= REACH; by++) {
        const j = orders[m].at(at + direction * by)
        if (j === undefined || at + direction * by < 0) break
        const other = values[c][j]
        const isUnordered = columns[c].levels > 0 && !columns[c].isOrdered
        const size = isUnordered ? 1 : Math.abs(other - own) * columns[c].cost
        if (best !== undefined && size >= best[1]) break
        if (other === own || !keeps(i, c, other) || !keeps(j, c, own)) continue
        if (isOriginal(i, c, other) || isOriginal(j, c, own)) continue
        best = [j, size]
      }
    }
    return best
  }
  let open = [...records.broken]
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    open = open.filter((i) => {
      if (keeps(i, masked[0], values[masked[0]][i])) return false
      const found = masked.flatMap((_, m) => {
        const own = partner(i, m)
        return own === undefined ? [] : [{ m, j: own[0], size: own[1] }]
      })
      if (found.length === 0) return true
      const { m, j } = found.reduce((a, b) => (b.size < a.size ? b : a))
      const [c, order, place] = [masked[m], orders[m], places[m]]
      ;[values[c][i], values[c][j]] = [values[c][j], values[c][i]]
      ;[order[place[i]], order[place[j]]] = [j, i]
      ;[place[i], place[j]] = [place[j], place[i]]
      return false
    })
  }
}
