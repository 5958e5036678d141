import type { Condition, Key, RecodingProblem, Sensitive } from './problem.js'

/** Results at a node by the definitions, record by record. */
export interface BruteNode {
  readonly node: readonly number[]
  readonly suppressed: readonly boolean[]
  readonly count: number
  readonly score: number
}

/** Records grouped by recoded value, sorted by it. */
export function classesOf(values: readonly string[]): number[][] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : a - b))
  const classes: number[][] = []
  order.forEach((i, at) => {
    if (at > 0 && values[i] === values[order[at - 1]]) classes[classes.length - 1].push(i)
    else classes.push([i])
  })
  return classes
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** Returns true if records satisfy a condition, by its definition. */
export function holds(
  condition: Condition,
  { codes, size, hierarchy }: Sensitive,
  records: readonly number[],
): boolean {
  const counts = Array.from({ length: size }, (_, v) => records.filter((i) => codes[i] === v).length)
  const q = counts.map((count) => count / records.length)
  const p = counts.map((_, v) => codes.filter((code) => code === v).length / codes.length)
  const present = counts.filter((count) => count > 0)
  const extra = q.map((share, v) => share - p[v])
  switch (condition.model) {
    case 'distinct':
      return present.length >= condition.l
    case 'entropy':
      return (
        -sum(q.filter((share) => share > 0).map((share) => share * Math.log(share))) >= Math.log(condition.l) - 1e-12
      )
    case 'grassberger': {
      const g = (n: number): number =>
        n === 1
          ? -0.5772156649015329 - Math.log(2)
          : n % 2 === 1
            ? g(n - 1)
            : -0.5772156649015329 - Math.log(2) + sum(Array.from({ length: n / 2 }, (_, i) => 2 / (2 * i + 1)))
      const h = g(records.length) - sum(present.map((count) => count * g(count))) / records.length
      return present.length >= Math.floor(condition.l) && h >= Math.log(condition.l) - 1e-12
    }
    case 'recursive': {
      const r = present.sort((a, b) => b - a)
      return r.length >= condition.l && r[0] < condition.c * sum(r.slice(condition.l - 1))
    }
    case 'equal':
      return sum(extra.map(Math.abs)) / 2 <= condition.t + 1e-12
    case 'ordered': {
      const occurring = extra.filter((_, v) => p[v] > 0)
      const m = occurring.length
      const walked = occurring.map((_, i) => Math.abs(sum(occurring.slice(0, i + 1)))).slice(0, m - 1)
      return m < 2 || sum(walked) / (m - 1) <= condition.t + 1e-12
    }
    case 'hierarchical': {
      const levels = hierarchy?.levels ?? []
      let cost = 0
      let lower = extra
      for (let h = 1; h < levels.length; h++) {
        const own = levels[h].labels.map((_, node) => {
          const below = [...new Set(levels[h - 1].classOf.filter((_, v) => levels[h].classOf[v] === node))]
          const more = sum(below.map((child) => Math.max(0, lower[child])))
          const less = sum(below.map((child) => Math.max(0, -lower[child])))
          cost += (h / (levels.length - 1)) * Math.min(more, less)
          return more - less
        })
        lower = own
      }
      return cost <= condition.t + 1e-12
    }
  }
}

/** Returns true if records pass as one class. */
export function passes(
  { k, sensitive }: Pick<RecodingProblem, 'k' | 'sensitive'>,
  records: readonly number[],
): boolean {
  return (
    records.length >= k && sensitive.every((one) => one.conditions.every((condition) => holds(condition, one, records)))
  )
}

const classAt = ({ codes, levels }: Key, h: number, i: number): number => levels[h].classOf[codes[i]]

function scoreOf(
  problem: RecodingProblem,
  node: readonly number[],
  suppressed: readonly boolean[],
  kept: number[][],
): number {
  const { keys, rows: n, loss, gsFactor, mean, importance } = problem
  const s = suppressed.filter(Boolean).length
  if (loss === 'discernibility') return sum(kept.map((one) => one.length * one.length)) + s * n
  if (loss === 'aecs') return n / (kept.length + (s > 0 ? 1 : 0))
  const sigma = Math.min(1, 2 * gsFactor)
  const kappa = Math.min(1, 2 - 2 * gsFactor)
  const lossOf = (key: Key, j: number): number => {
    const h = node[j]
    const all = Array.from({ length: n }, (_, i) => i)
    if (loss === 'entropy') {
      const same = (level: number, i: number, among: number[]): number =>
        among.filter((other) => classAt(key, level, other) === classAt(key, level, i)).length
      const gone = all.filter((i) => suppressed[i])
      const first = sum(all.map((i) => -Math.log2(same(0, i, all) / same(h, i, all))))
      const second = sum(gone.map((i) => -Math.log2(same(h, i, gone) / s)))
      return kappa * first + sigma * second
    }
    const leaves = key.levels[0].classOf.length
    const share = (i: number): number => {
      const below = key.levels[h].sizes[classAt(key, h, i)]
      if (loss === 'height') return h / (key.levels.length - 1)
      return loss === 'ncp' ? (leaves > 1 ? (below - 1) / (leaves - 1) : 0) : below / leaves
    }
    const least = loss === 'loss' ? (kappa * n) / leaves : 0
    const cells = all.map((i) => (suppressed[i] ? share(i) + sigma * (1 - share(i)) : kappa * share(i)))
    return n - least > 0 ? (sum(cells) - least) / (n - least) : 0
  }
  const columns = keys.map((key, j) => lossOf(key, j) * (importance?.[j] ?? 1))
  if (loss === 'entropy') return sum(columns)
  if (loss === 'loss' && mean !== 'arithmetic') {
    return columns.reduce((product, column) => product * (1 + column), 1) ** (1 / columns.length) - 1
  }
  return sum(columns) / columns.length
}

/** Every node of a lattice, by the definitions. */
export function bruteForce(problem: RecodingProblem): BruteNode[] {
  const { keys, rows } = problem
  let nodes: number[][] = [[]]
  for (const { levels } of keys) nodes = nodes.flatMap((node) => levels.map((_, h) => [...node, h]))
  return nodes.map((node) => {
    const values = Array.from({ length: rows }, (_, i) => keys.map((key, j) => classAt(key, node[j], i)).join())
    const suppressed = Array.from({ length: rows }, () => false)
    const classes = classesOf(values)
    const kept = classes.filter((records) => passes(problem, records))
    for (const records of classes) if (!kept.includes(records)) for (const i of records) suppressed[i] = true
    return {
      node,
      suppressed,
      count: suppressed.filter(Boolean).length,
      score: scoreOf(problem, node, suppressed, kept),
    }
  })
}
