import { listed, option, SdcError, type CategoricalColumn, type Column, type Taxonomy } from '@sdc/core'

/** Dimension of a built table: its levels, every part before its total, the grand total last. */
export interface DimensionTree {
  readonly name: string
  readonly levels: readonly string[]
  /** Code of the level above each; −1 for the total. */
  readonly parents: Int32Array
  /** Steps below the total. */
  readonly depths: Int32Array
  /** Code of every record; −1 if left out. */
  readonly leaf: Int32Array
}

export interface TreeOptions {
  /** The level above each level; by default the total. */
  readonly hierarchy?: Taxonomy | undefined
  readonly total: string
  /** Level of records without one; by default such records are refused. */
  readonly missingLevel?: string | undefined
}

/**
 * Derives the levels of a dimension from the records: their own levels, those above them, and the total. Levels of a
 * hierarchy without records are left out; a single level at the top of a hierarchy is the total itself.
 *
 * @param column - Levels of the records; values of a numeric column become names.
 * @param name - Name of the dimension.
 * @param options - Hierarchy, name of the total, level of missing values.
 * @returns Levels in the order of the tree, siblings by number or name, independently of the order of records.
 * @throws MISSING_VALUES; BAD_HIERARCHY if a level of a record has no place or has parts; BAD_OPTION if a level is
 *   named like the total
 */
export function dimensionTree(column: Column, name: string, options: TreeOptions): DimensionTree {
  const { levels, codes } = namesOf(column)
  const { total, missingLevel } = options
  const used = usedLevels(levels, codes)
  const gaps = codes.reduce((n, code) => n + Number(code < 0), 0)
  if (gaps > 0) checkGaps(gaps, codes.length, name, used, missingLevel)
  const above = ancestry(used, name, options)
  const children = new Map<string, string[]>()
  for (const [level, parent] of above) {
    const known = children.get(parent)
    if (known) known.push(level)
    else children.set(parent, [level])
  }
  const place = isOrdered(column) ? new Map(levels.map((level, code) => [level, code])) : undefined
  const order = postOrder(total, children, (a, b) => compare(a, b, place))
  if (gaps > 0 && missingLevel !== undefined) {
    order.splice(order.length - 1, 0, missingLevel)
    above.set(missingLevel, total)
  }
  const codeOf = new Map(order.map((level, code) => [level, code]))
  const parents = Int32Array.from(order, (level) => codeOf.get(above.get(level) ?? '') ?? -1)
  parents[order.length - 1] = -1
  const depths = new Int32Array(order.length)
  for (let code = order.length - 2; code >= 0; code--) depths[code] = depths[parents[code]] + 1
  const now = Int32Array.from(levels, (level) => codeOf.get(level) ?? -1)
  const missing = missingLevel === undefined ? -1 : (codeOf.get(missingLevel) ?? -1)
  return { name, levels: order, parents, depths, leaf: codes.map((code) => (code < 0 ? missing : now[code])) }
}

/**
 * Returns the names in a column and the code of each record, −1 if missing. Names are trimmed, as files of fixed width
 * need; numbers become their printed form.
 */
export function namesOf(column: Column): { levels: readonly string[]; codes: Int32Array } {
  if (column.kind === 'categorical') return trimmed(column)
  const codeOf = new Map<number, number>()
  const codes = Int32Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return -1
    const known = codeOf.get(value)
    if (known === undefined) codeOf.set(value, codeOf.size)
    return known ?? codeOf.size - 1
  })
  return { levels: [...codeOf.keys()].map(String), codes }
}

function trimmed({ levels, codes }: CategoricalColumn): { levels: readonly string[]; codes: Int32Array } {
  const names = levels.map((level) => level.trim())
  if (names.every((name, code) => name === levels[code])) return { levels, codes }
  const distinct = [...new Set(names)].filter((name) => name !== '')
  const now = new Map(distinct.map((name, code) => [name, code]))
  return { levels: distinct, codes: codes.map((code) => (code < 0 ? -1 : (now.get(names[code]) ?? -1))) }
}

function isOrdered(column: Column): column is CategoricalColumn {
  return column.kind === 'categorical' && column.ordered
}

function usedLevels(levels: readonly string[], codes: Int32Array): string[] {
  const there = new Uint8Array(levels.length)
  for (const code of codes) if (code >= 0) there[code] = 1
  return levels.filter((_, code) => there[code] === 1)
}

function checkGaps(
  gaps: number,
  records: number,
  name: string,
  used: readonly string[],
  missingLevel: string | undefined,
): void {
  const place = { column: name }
  if (missingLevel === undefined) {
    const message = `${gaps} of ${records} records have no level of "${name}"`
    const fix = `Fill in the levels, drop the records, or count them under a level of their own (${option('missingLevel', 'unknown')}).`
    throw new SdcError('MISSING_VALUES', message, place, fix)
  }
  if (!used.includes(missingLevel)) return
  const message = `"${name}" already has a level "${missingLevel}", the name for records without a level`
  throw new SdcError('BAD_OPTION', message, place, `Choose another name for them (${option('missingLevel')}).`)
}

/** The level above each level that has records, up to the total. */
function ancestry(used: readonly string[], name: string, options: TreeOptions): Map<string, string> {
  const { hierarchy, total, missingLevel } = options
  const above = new Map<string, string>()
  if (hierarchy) checkKnown(used, name, hierarchy)
  if (typeof hierarchy?.get(total) === 'string') throw totalClash(name, total)
  const root = hierarchy && onlyRoot(hierarchy)
  for (const level of used) {
    let at = level
    while (!above.has(at)) {
      const parent = hierarchy?.get(at) ?? total
      above.set(at, parent === root ? total : parent)
      at = above.get(at) ?? total
      if (at === total) break
    }
  }
  const names = [...above.keys(), ...(missingLevel === undefined ? [] : [missingLevel])]
  if (names.includes(total)) throw totalClash(name, total)
  const leaves = new Set(used)
  for (const [level, parent] of above) if (leaves.has(parent)) throw halfLevel(name, parent, level)
  return above
}

function checkKnown(used: readonly string[], name: string, hierarchy: Taxonomy): void {
  const parents = new Set(hierarchy.values())
  const unknown = used.filter((level) => !hierarchy.has(level) && !parents.has(level))
  if (unknown.length === 0) return
  const known = [...hierarchy.keys()]
  const alike = unknown.some((a) => a.trim() !== '' && known.some((b) => Number(a) === Number(b)))
  const message = `the hierarchy of "${name}" lacks ${unknown.length} level(s) of the data: ${listed(unknown, 5)}`
  const fix = `Add a line for each to the hierarchy.${alike ? ' 01 and 1 are different levels.' : ''}`
  throw new SdcError('BAD_HIERARCHY', message, { column: name }, fix)
}

/** The level at the top of a hierarchy, if there is only one. */
function onlyRoot(hierarchy: Taxonomy): string | undefined {
  const roots = new Set<string>()
  for (const [level, parent] of hierarchy) {
    if (parent === null) roots.add(level)
    else if (!hierarchy.has(parent)) roots.add(parent)
  }
  const [root] = roots
  return roots.size === 1 && [...hierarchy.values()].includes(root) ? root : undefined
}

function totalClash(name: string, total: string): SdcError {
  const message = `"${name}" has a level "${total}", the name of its total`
  const fix = `Choose another name for totals: ${option('totalLevel', 'All')}.`
  return new SdcError('BAD_OPTION', message, { column: name, parameter: 'total' }, fix)
}

function halfLevel(name: string, level: string, part: string): SdcError {
  const message = `some records are in "${level}" of "${name}" itself, others in its part "${part}"`
  const fix = `Add a part of "${level}" to the hierarchy for the records in no other part, and give them that level.`
  return new SdcError('BAD_HIERARCHY', message, { column: name }, fix)
}

/** Lists every level after its parts, siblings in order. */
function postOrder(
  total: string,
  children: ReadonlyMap<string, readonly string[]>,
  by: (a: string, b: string) => number,
): string[] {
  const order: string[] = []
  const open: { level: string; parts: string[]; next: number }[] = []
  const enter = (level: string): void =>
    void open.push({ level, parts: [...(children.get(level) ?? [])].sort(by), next: 0 })
  enter(total)
  for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
    if (one.next < one.parts.length) enter(one.parts[one.next++])
    else order.push(open.pop()?.level ?? total)
  }
  return order
}

/** Compares by place if the column has an order; else numbers by size before names, 01 before 1. */
function compare(a: string, b: string, place: ReadonlyMap<string, number> | undefined): number {
  const [p, q] = [place?.get(a), place?.get(b)]
  if (p !== undefined && q !== undefined) return p - q
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== y && !(Number.isNaN(x) && Number.isNaN(y))) return Number.isNaN(x) ? 1 : Number.isNaN(y) ? -1 : x - y
  return a < b ? -1 : 1
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
