import {
  dataset,
  isSdcError,
  numeric,
  planOf,
  SdcError,
  takeRows,
  type BlockMasking,
  type CellMasking,
  type Column,
  type Dataset,
  type Facts,
  type Findings,
  type MaskInput,
  type MaskingMethod,
  type MaskResult,
  type RankedColumns,
  type RankMasking,
  type Totals,
} from '@sdc/core'
import { countOther } from '../columns/count-other.js'
import { rankedNumbers } from '../columns/column-order.js'
import { originalRow } from '../columns/finite-columns.js'
import { cut, filesToMask } from './files-in-memory.js'
import { readerInMemory, runInMemory, type ReaderInMemory } from './read-in-memory.js'

/**
 * Masks a file (or group) in memory by the plan of a method.
 *
 * @param method - The method.
 * @param input - The file.
 * @returns The masked file; a promise if the method masks the whole file and returns one.
 * @throws Error of the plan if it refuses the file.
 */
export function maskByPlan<P>(
  method: Pick<MaskingMethod<P>, 'plan'>,
  input: MaskInput<P>,
): MaskResult | Promise<MaskResult> {
  const { data, original, origin, tick } = input
  const reader = readerInMemory(filesToMask(original, data, origin))
  const masking = withOriginalRow(input, () => {
    const plan = planOf(method.plan(factsOf(input)))
    return runInMemory(plan, reader, (done) => tick(done / 2)).value
  })
  if (masking.form === 'file') return masking.mask(input)
  return withOriginalRow(input, () => {
    if (masking.form === 'block') return maskBlocks(masking, input, reader)
    return masking.form === 'ranks' ? maskRanks(masking, input, reader) : maskCells(masking, input, reader)
  })
}

/**
 * Replaces record numbers in errors: blocks number the records of the masked file, errors name those of the original.
 */
function withOriginalRow<P, T>(input: MaskInput<P>, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!isSdcError(error) || error.place.row === undefined) throw error
    const { code, message, place, fix } = error
    const row = originalRow(input, error.place.row - 1)
    const named = new RegExp(String.raw`\brecord ${error.place.row}\b`)
    throw new SdcError(code, message.replace(named, `record ${row}`), { ...place, row }, fix)
  }
}

function factsOf<P>({
  data,
  original,
  origin,
  columns,
  given,
  roles,
  params,
  rng,
  projectKey,
}: MaskInput<P>): Facts<P> {
  const rows = { original: original.rows, masked: data.rows, pairs: knownOf(origin) }
  const files = { original: cut(original, 0, 0), masked: cut(data, 0, 0) }
  return { columns, given, roles, params, rng, projectKey, rows, ...files }
}

/** Number of records with a known original. */
function knownOf(origin: Int32Array): number {
  let known = 0
  for (let i = 0; i < origin.length; i++) if (origin[i] >= 0) known++
  return known
}

function maskBlocks<P>(
  masking: BlockMasking,
  { data, columns, tick }: MaskInput<P>,
  reader: ReaderInMemory,
): MaskResult {
  const { orders, derived } = masking
  const made = new Map<string, Column>()
  const report = new Map<string, Column>()
  for (const block of reader.blocks({ reads: 'pairs', ...(orders && { orders }), ...(derived && { derived }) })) {
    const own = masking.mask(block)
    for (const [all, columnsOf] of [
      [made, own.columns],
      [report, own.report ?? []],
    ] as const)
      // oxfmt-ignore
      for (const [name, column] of columnsOf) put(all, name, column, block.first, data.rows)
    tick((1 + block.end / data.rows) / 2)
  }
  const changed = (): ReadonlyMap<string, number> =>
    new Map(
      columns
        .map((name) => [name, countOther(data.column(name), made.get(name) as Column)] as const)
        .filter(([, count]) => count > 0),
    )
  return {
    files: [{ columns: made }],
    ...findingsOf([masking, report.size > 0 ? { report } : undefined, masking.judge?.(changed())]),
  }
}

/** Puts the values of a block into a column of all records. */
function put(all: Map<string, Column>, name: string, column: Column, first: number, rows: number): void {
  const own = column.kind === 'numeric' ? column.values : column.codes
  if (own.length === rows) {
    all.set(name, column)
    return
  }
  const before = all.get(name) ?? emptyColumn(column, rows)
  all.set(name, before)
  if (before.kind !== column.kind)
    throw new SdcError('BAD_PLUGIN', `column "${name}" is not of the same kind in all blocks`, { column: name })
  const into = before.kind === 'numeric' ? before.values : before.codes
  into.set(own, first)
}

function emptyColumn(like: Column, rows: number): Column {
  return like.kind === 'numeric' ? numeric(new Float64Array(rows)) : { ...like, codes: new Int32Array(rows) }
}

function maskRanks<P>(masking: RankMasking, { data, tick }: MaskInput<P>, reader: ReaderInMemory): MaskResult {
  const { walks } = masking
  const columns = new Map<string, Column>()
  const byRecord = new Map<string, (readonly [string, Column])[]>()
  const made = walks.map((ranked, w) => {
    const own = walkedColumns(ranked, data, reader)
    for (const [name, column] of own.columns) columns.set(name, column)
    for (const [name, numbers] of own.byRecord)
      byRecord.set(name, [...(byRecord.get(name) ?? []), ...ranked.columns.map((column) => [column, numbers] as const)])
    tick((1 + (w + 1) / walks.length) / 2)
    return own
  })
  const isOne = walks.length === 1 && walks[0].values === 'columns'
  const report = new Map(Array.from(byRecord, ([name, all]) => [name, isOne ? all[0][1] : dataset(all)] as const))
  const ended = masking.end?.(made.map(({ totals }) => totals))
  return { files: [{ columns }], ...findingsOf([masking, ...made.map(({ findings }) => findings), ended, { report }]) }
}

/** Columns that were masked by a walk. */
interface WalkedColumns {
  readonly columns: ReadonlyMap<string, Column>
  readonly byRecord: ReadonlyMap<string, Column>
  readonly totals: Totals
  readonly findings: Findings | undefined
}

function walkedColumns(ranked: RankedColumns, data: Dataset, reader: ReaderInMemory): WalkedColumns {
  const { order, beside, columns: names } = ranked
  const keys = reader.keys(order)
  const records = reader.orders.records(order, keys)
  const width = names.length
  const values = valuesOf(ranked, data, keys, records)
  const walk = ranked.walk({ count: records.length, missing: data.rows - records.length })
  const targets = names.map(() => emptyTarget(data.rows, records.length))
  const reported = new Map<string, Float64Array>()
  let at = 0
  const take = (results: Float64Array): void => {
    scatter(results, records, at, targets)
    for (const [name, numbers] of walk.report?.() ?? []) {
      const own = reported.get(name) ?? emptyTarget(data.rows, records.length)
      reported.set(name, own)
      scatter(numbers, records, at, [own])
    }
    at += results.length / width
  }
  take(walk.push(values, beside ? reader.orders.sorted(beside) : NONE, ranked.records ? records : NO_RECORDS))
  take(walk.end())
  if (at !== records.length) throw new Error(`the walk of "${names[0]}" returned ${at} of ${records.length} results`)
  return {
    columns: new Map(names.map((name, j) => [name, columnOf(data.column(name), targets[j])])),
    byRecord: new Map(Array.from(reported, ([name, own]) => [name, numeric(own)])),
    totals: walk.totals?.() ?? NONE,
    findings: walk.findings?.(),
  }
}

/** Values of the ranks that the walk receives. */
function valuesOf(
  { values, columns }: RankedColumns,
  data: Dataset,
  keys: Float64Array,
  records: Uint32Array,
): Float64Array {
  if (values === 'none') return NONE
  if (values !== 'columns') return taken(keys, records)
  return sideBySide(columns.map((name) => rankedNumbers(data, name)), records) // oxfmt-ignore
}

const NONE = new Float64Array(0)
const NO_RECORDS = new Uint32Array(0)

/** Missing values if some record has no rank. */
function emptyTarget(rows: number, count: number): Float64Array {
  const target = new Float64Array(rows)
  return count < rows ? target.fill(Number.NaN) : target
}

function columnOf(like: Column, values: Float64Array): Column {
  if (like.kind === 'numeric') return numeric(values)
  return { ...like, codes: Int32Array.from(values, (value) => (value === value ? value : -1)) }
}

// Loops in functions of their own, so that each is compiled as a whole.

function taken(values: Float64Array, records: Uint32Array): Float64Array {
  const own = new Float64Array(records.length)
  for (let at = 0; at < own.length; at++) own[at] = values[records[at]]
  return own
}

function sideBySide(columns: readonly Float64Array[], records: Uint32Array): Float64Array {
  const width = columns.length
  const own = new Float64Array(width * records.length)
  for (const [j, values] of columns.entries())
    for (let at = 0; at < records.length; at++) own[at * width + j] = values[records[at]]
  return own
}

function scatter(results: Float64Array, records: Uint32Array, from: number, targets: readonly Float64Array[]): void {
  const width = targets.length
  if (width === 1) {
    placeEach(results, records.subarray(from), targets[0])
    return
  }
  for (const [j, target] of targets.entries())
    for (let i = 0, at = from; i * width < results.length; i++, at++) target[records[at]] = results[i * width + j]
}

function placeEach(results: Float64Array, records: Uint32Array, target: Float64Array): void {
  for (let i = 0; i < results.length; i++) target[records[i]] = results[i]
}

function maskCells<P>(masking: CellMasking, { data, columns, tick }: MaskInput<P>, reader: ReaderInMemory): MaskResult {
  const members = Array.from({ length: masking.count }, (): number[] => [])
  for (const block of reader.blocks({ reads: 'pairs' }))
    masking.of(block).forEach((cell, i) => members[cell].push(block.first + i))
  const masked = columns.map((name) => emptyColumn(data.column(name), data.rows))
  const groups = new Float64Array(data.rows)
  let before = 0
  let total: Totals | undefined
  let done = 0
  for (const [index, own] of members.entries()) {
    const rows = Int32Array.from(own)
    const cell = masking.mask({
      index,
      data: takeRows(data, rows),
      tick: (fraction) => tick((1 + (done + fraction * rows.length) / data.rows) / 2),
    })
    done += rows.length
    for (const [j, name] of columns.entries()) putCell(cell.columns.get(name), rows, masked[j])
    let last = 0
    for (const [i, group] of cell.groups.entries()) {
      groups[rows[i]] = before + group + 1
      last = Math.max(last, group + 1)
    }
    before += last
    total = total === undefined ? cell.totals : masking.merge(total, cell.totals)
  }
  return {
    files: [{ columns: new Map(columns.map((name, j) => [name, masked[j]])) }],
    ...findingsOf([total && masking.end(total), { report: new Map([['group', numeric(groups)]]) }]),
  }
}

/** Puts the values of the records of a cell in their places. */
function putCell(from: Column | undefined, rows: Int32Array, to: Column): void {
  if (from?.kind === 'numeric' && to.kind === 'numeric') rows.forEach((row, i) => (to.values[row] = from.values[i]))
  if (from?.kind === 'categorical' && to.kind === 'categorical')
    rows.forEach((row, i) => (to.codes[row] = from.codes[i]))
}

/** Findings of several sources as one, without empty kinds. */
function findingsOf(all: readonly (Findings | undefined)[]): Findings {
  const warnings = all.flatMap((one) => one?.warnings ?? [])
  const report = all.flatMap((one) => [...(one?.report ?? [])])
  const publish = all.flatMap((one) => [...(one?.publish ?? [])])
  return {
    ...(all.some((one) => one?.warnings) && { warnings }),
    ...(all.some((one) => one?.report) && { report: new Map(report) }),
    ...(all.some((one) => one?.publish) && { publish: new Map(publish) }),
  }
}
