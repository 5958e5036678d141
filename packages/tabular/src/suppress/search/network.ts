import type { Relation, Table } from '@sdc/core'

/**
 * A table as a network: every cell is an arc from one relation to another, and its difference to the true value a flow
 * along it. Σ sign·d = 0 says that as much flows into a relation as out of it.
 */
export interface Network {
  readonly nodes: number
  /** The relation that the cell's flow leaves, and the one it enters. */
  readonly tail: Int32Array
  readonly head: Int32Array
  /** The cells at each node, packed: those of node v are `cells[starts[v]] … cells[starts[v + 1] − 1]`. */
  readonly starts: Int32Array
  readonly cells: Int32Array
}

/**
 * The network of a table, where it is one: one dimension with any hierarchy, or two of which at most one has a hierarchy. A
 * cell in one relation flows to or from a node that stands for everything else.
 *
 * @param table - Cells and relations.
 * @returns The network; undefined where a cell is in more than two relations that do not follow from each other, or the signs
 *   fit no direction.
 */
export function networkOf(table: Pick<Table, 'dimensions' | 'values' | 'equations'>): Network | undefined {
  const cells = table.values.length
  const relations = withoutImplied(table)
  const first = new Int32Array(cells).fill(-1)
  const second = new Int32Array(cells).fill(-1)
  const signs = new Int8Array(cells)
  const others = new Int8Array(cells)
  for (const [e, relation] of relations.entries()) {
    for (let i = 0; i < relation.cells.length; i++) {
      const cell = relation.cells[i]
      const sign = relation.signs[i]
      if (Math.abs(sign) !== 1 || second[cell] >= 0) return undefined
      if (first[cell] < 0) [first[cell], signs[cell]] = [e, sign]
      else [second[cell], others[cell]] = [e, sign]
    }
  }
  const turned = orientation(relations, first, second, signs, others)
  if (!turned) return undefined
  const ground = relations.length
  const tail = new Int32Array(cells).fill(ground)
  const head = new Int32Array(cells).fill(ground)
  for (let c = 0; c < cells; c++) {
    if (first[c] < 0) continue
    if (signs[c] * turned[first[c]] > 0) [tail[c], head[c]] = [first[c], second[c] < 0 ? ground : second[c]]
    else [tail[c], head[c]] = [second[c] < 0 ? ground : second[c], first[c]]
  }
  return { nodes: ground + 1, tail, head, ...packed(tail, head, ground + 1) }
}

/** Which relations to multiply by −1, so that each cell leaves one of its relations and enters the other. */
function orientation(
  relations: readonly Relation[],
  first: Int32Array,
  second: Int32Array,
  signs: Int8Array,
  others: Int8Array,
): Int8Array | undefined {
  const turned = new Int8Array(relations.length)
  for (let root = 0; root < relations.length; root++) {
    if (turned[root] !== 0) continue
    turned[root] = 1
    const stack = [root]
    for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
      for (const cell of relations[e].cells) {
        if (second[cell] < 0) continue
        const other = first[cell] === e ? second[cell] : first[cell]
        const wanted = -signs[cell] * others[cell] * turned[e]
        if (turned[other] === 0) {
          turned[other] = wanted
          stack.push(other)
        } else if (turned[other] !== wanted) return undefined
      }
    }
  }
  return turned
}

/**
 * The relations without those that follow from others: in a table of two dimensions, the one of a slice that is a sum of
 * slices (its cells are, too, and theirs add up) over the dimension that has no hierarchy.
 */
function withoutImplied({ dimensions, equations }: Pick<Table, 'dimensions' | 'equations'>): readonly Relation[] {
  if (dimensions.length !== 2) return equations
  const across = equations.map(({ cells }) => (dimensions[0].codes[cells[0]] === dimensions[0].codes[cells[1]] ? 1 : 0))
  // The total of one relation over dimension d that is a part of another over d: the dimension has a hierarchy.
  const deep = [0, 1].filter((d) => {
    const parts = new Set<number>()
    equations.forEach(({ cells }, e) => across[e] === d && cells.subarray(1).forEach((cell) => parts.add(cell)))
    return equations.some(({ cells }, e) => across[e] === d && parts.has(cells[0]))
  })
  if (deep.length !== 1) return equations
  const [d] = deep
  const summed = new Map(equations.flatMap(({ cells }, e) => (across[e] === d ? [[cells[0], cells] as const] : [])))
  const flat = new Map(equations.flatMap(({ cells }, e) => (across[e] === d ? [] : [[cells[0], cells] as const])))
  return equations.filter(({ cells }, e) => across[e] === d || !isImplied(cells, summed, flat))
}

/** Whether the cells of a relation are the sums, cell by cell, of those of other relations. */
function isImplied(
  cells: Int32Array,
  summed: ReadonlyMap<number, Int32Array>,
  flat: ReadonlyMap<number, Int32Array>,
): boolean {
  const above = summed.get(cells[0])
  if (!above) return false
  const open = new Set<number>()
  for (const cell of cells) {
    const parts = summed.get(cell)
    if (!parts) return false
    parts.subarray(1).forEach((part) => open.add(part))
  }
  for (const total of above.subarray(1)) {
    const below = flat.get(total)
    if (!below) return false
    for (const cell of below) if (!open.delete(cell)) return false
  }
  return open.size === 0
}

function packed(tail: Int32Array, head: Int32Array, nodes: number): Pick<Network, 'starts' | 'cells'> {
  const starts = new Int32Array(nodes + 1)
  for (const ends of [tail, head]) for (const node of ends) starts[node + 1]++
  for (let v = 0; v < nodes; v++) starts[v + 1] += starts[v]
  const next = starts.slice(0, nodes)
  const cells = new Int32Array(starts[nodes])
  for (let c = 0; c < tail.length; c++) {
    cells[next[tail[c]]++] = c
    cells[next[head[c]]++] = c
  }
  return { starts, cells }
}
