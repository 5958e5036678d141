/**
 * Stages of a step that works on one group of records at a time. Every partition sorts its records by group. Groups are
 * gathered, and masked one after the other as in memory. Every partition takes its records back. Only one group is in
 * memory at a time.
 */
import { dataset, SdcError, type BlockRange, type Column, type Dataset, type Totals } from '@sdc/core'
import type { Group } from '../../bind/groups.js'
import { knownGroups, type GroupInParts, type KnownGroups, type PartGroup } from '../columns/known-groups.js'
import { resultsOf, type Stage, type StageContext } from '../tasks/stage.js'
import { maskStage } from './stage-counts.js'
import { added, countsOfBlock } from './step-counts.js'
import { columnFor, versionOf, type StepOnParts } from './step-on-parts.js'
import { bytesOf, getJson, putJson, recordsOf } from '../tasks/store.js'
import { blocksOfPart, cellsFor, cellsIn, cellsOf, columnIn, putColumn, type Cells } from '../columns/stored-columns.js'

/** Result of masking a group. */
export interface GroupMade {
  readonly columns: ReadonlyMap<string, Column | null>
  /** Its findings, as plain data. */
  readonly said?: unknown
  /** Its totals: as many as every group has. */
  readonly totals?: Totals
}

/** The groups of a step, and the masking of one. */
export interface Grouping {
  /** Beginning of the names of its stages. */
  readonly base: string
  /** Returns the groups of a block, with their records in it. */
  of(around: StageContext, block: BlockRange): Promise<readonly Pick<Group, 'key' | 'label' | 'rows' | 'strata'>[]>
  mask(
    around: StageContext,
    group: GroupInParts,
    records: { readonly data: Dataset; readonly origin: Int32Array },
  ): Promise<GroupMade>
  /** Words and advice for a group that is too large. */
  readonly tooLarge: (group: GroupInParts) => { readonly what: string; readonly fix: string }
}

/** The stages of groups, and their results. */
export interface GatheredStages {
  readonly stages: readonly [Stage, Stage, Stage]
  /** Results of the groups in the order of their keys, once they are masked. */
  made(around: StageContext): Promise<readonly Omit<GroupMade, 'columns'>[]>
}

/**
 * Makes the stages that gather the groups of a step and mask each.
 *
 * @param on - The step.
 * @param grouping - Its groups.
 * @returns The stages; the last one returns the counts of the columns.
 */
export function gatheredStages(on: StepOnParts, grouping: Grouping): GatheredStages {
  const { base } = grouping
  const used = [...new Set([...on.step.columns, ...on.step.given])]
  const grouped: GroupedStep = { on, grouping, used, known: knownGroups(base) }
  const mask = maskGroupsStage(grouped)
  return {
    stages: [sortStage(grouped), mask, placeStage(grouped)],
    async made(around) {
      const tasks = await grouped.known.tasks(around)
      const totals = await resultsOf(around, mask.name, tasks.length)
      const made = tasks.map(async (groups, task) => {
        const said = (await getJson(around.store, saidName(base, task))) as unknown[]
        const each = totals[task].length / groups.length
        return groups.map((_, g) => ({ said: said[g], totals: totals[task].subarray(g * each, (g + 1) * each) }))
      })
      return (await Promise.all(made)).flat()
    },
  }
}

/** A step, its groups, and the columns that it masks or conditions on. */
interface GroupedStep {
  readonly on: StepOnParts
  readonly grouping: Grouping
  readonly used: readonly string[]
  readonly known: KnownGroups
}

const rowsName = (base: string, part: number): string => `${base}/rows/${part}`
const cellsName = (base: string, part: number, c: number): string => `${base}/cells/${part}/${c}`
const resultsName = (base: string, task: number, c: number): string => `${base}/results/${task}/${c}`
const saidName = (base: string, task: number): string => `${base}/said/${task}`

/** Reads stored cells of a column. */
async function readCells(
  { source, store }: StageContext,
  name: string,
  stored: string,
  [from, end]: readonly [number, number],
): Promise<Cells> {
  const size = source.kind(name) === 'numeric' ? 8 : 4
  return cellsIn(source, name, await store.get(stored, size * from, size * end))
}

/** Sorts the records of every partition by group, and stores their cells and numbers. */
function sortStage({ on, grouping, used, known }: GroupedStep): Stage {
  const { base } = grouping
  return {
    name: `${base}/sort`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const blocks = blocksOfPart(around, part)
      const first = blocks[0].first
      const rows = blocks[blocks.length - 1].end - first
      const found = new Map<string, GroupPieces>()
      const cells = used.map((name) => cellsFor(around.source, name, rows))
      for (const block of blocks) {
        for (const group of await grouping.of(around, block)) {
          const held = found.get(group.key) ?? { label: group.label, strata: group.strata, rows: [] }
          found.set(group.key, held)
          held.rows.push(group.rows.map((row) => row + block.first - first))
        }
        for (const [c, name] of used.entries())
          cells[c].set(cellsOf(await columnFor(on, around, name, block)), block.first - first)
      }
      const { order, groups } = inGroupOrder(found, rows)
      for (const [c, name] of used.entries()) {
        const sorted = cellsFor(around.source, name, rows)
        for (let i = 0; i < rows; i++) sorted[i] = cells[c][order[i]]
        await around.store.put(cellsName(base, part, c), [bytesOf(sorted)])
      }
      await around.store.put(rowsName(base, part), [bytesOf(order.map((row) => row + first))])
      await known.put(around, part, groups)
      return Float64Array.of(groups.length)
    },
  }
}

/** Records of a group in one partition, block by block. */
interface GroupPieces {
  readonly label: string
  readonly strata: Group['strata'] | undefined
  readonly rows: Int32Array[]
}

/** Order of the records of a partition by group, and its groups by key. */
function inGroupOrder(
  found: ReadonlyMap<string, GroupPieces>,
  rows: number,
): { readonly order: Uint32Array; readonly groups: readonly PartGroup[] } {
  const order = new Uint32Array(rows)
  let at = 0
  const groups = [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { label, strata, rows: pieces }]): PartGroup => {
      const from = at
      for (const piece of pieces) {
        order.set(piece, at)
        at += piece.length
      }
      return [key, label, at - from, strata]
    })
  return { order, groups }
}

/** Gathers the records of a group from all partitions. */
async function gathered(
  { grouping: { base }, used }: GroupedStep,
  around: StageContext,
  { count, places }: GroupInParts,
): Promise<{ readonly data: Dataset; readonly origin: Int32Array }> {
  const origin = new Int32Array(count)
  const cells = used.map((name) => cellsFor(around.source, name, count))
  for (const { part, from, at, count: own } of places) {
    const end = from + own
    origin.set(recordsOf(await around.store.get(rowsName(base, part), 4 * from, 4 * end)), at)
    for (const [c, name] of used.entries())
      cells[c].set(await readCells(around, name, cellsName(base, part, c), [from, end]), at)
  }
  return { data: dataset(used.map((name, c) => [name, columnIn(around, name, cells[c])])), origin }
}

/** Gathers and masks groups one after the other; returns their totals. */
function maskGroupsStage(grouped: GroupedStep): Stage {
  const { on, grouping, used, known } = grouped
  const { base } = grouping
  const { columns } = on.step
  return {
    name: `${base}/mask`,
    async tasks(around) {
      const tasks = await known.tasks(around)
      for (const group of tasks.flat())
        refuseTooLarge(on, used.length, { ...group, ...grouping.tooLarge(group) }, around.taskBytes)
      return tasks.length
    },
    drops: [`${base}/cells/`],
    async run(around, task) {
      const groups = (await known.tasks(around))[task]
      const results = columns.map((): Uint8Array[] => [])
      const said: unknown[] = []
      const totals: number[] = []
      for (const group of groups) {
        const records = await gathered(grouped, around, group)
        const made = await grouping.mask(around, group, records)
        for (const [c, name] of columns.entries())
          results[c].push(bytesOf(sameKind(on, records.data.column(name), made.columns.get(name), name)))
        said.push(made.said)
        totals.push(...(made.totals ?? []))
      }
      for (const [c, pieces] of results.entries()) await around.store.put(resultsName(base, task, c), pieces)
      await putJson(around.store, saidName(base, task), said)
      return Float64Array.from(totals)
    },
  }
}

/** Puts the masked cells of every partition back at their records; returns the counts of its blocks. */
function placeStage(grouped: GroupedStep): Stage {
  const { on, grouping } = grouped
  const { base } = grouping
  const { columns } = on.step
  return {
    name: maskStage(on),
    tasks: ({ parts }) => Promise.resolve(parts.length),
    drops: [`${base}/rows/`, `${base}/results/`],
    async run(around, part) {
      const blocks = blocksOfPart(around, part)
      const placed = await placedCells(grouped, around, part, blocks[0].first)
      const made = columns.map((name, c) =>
        blocks.map(({ first, end }) =>
          columnIn(around, name, placed[c].subarray(first - blocks[0].first, end - blocks[0].first)),
        ),
      )
      for (const [c, name] of columns.entries()) await putColumn(around, versionOf(on), name, part, made[c])
      const counts = blocks.map((block, b) =>
        countsOfBlock(on, around, block, new Map(columns.map((name, c) => [name, made[c][b]]))),
      )
      return added(await Promise.all(counts))
    },
  }
}

/** Masked cells of a partition whose first record is `first`, in the order of its records. */
async function placedCells(
  { on, grouping: { base }, known }: GroupedStep,
  around: StageContext,
  part: number,
  first: number,
): Promise<readonly Cells[]> {
  const { columns } = on.step
  const records = recordsOf(await around.store.get(rowsName(base, part)))
  const placed = columns.map((name) => cellsFor(around.source, name, records.length))
  for (const [task, groups] of (await known.tasks(around)).entries()) {
    let before = 0
    for (const { count, places } of groups) {
      const own = places.find((one) => one.part === part)
      const start = before + (own?.at ?? 0)
      before += count
      if (own === undefined) continue
      for (const [c, name] of columns.entries()) {
        const results = await readCells(around, name, resultsName(base, task, c), [start, start + own.count])
        for (let i = 0; i < own.count; i++) placed[c][records[own.from + i] - first] = results[i]
      }
    }
  }
  return placed
}

/** Bytes per cell of a group while it is masked: the cell, its masked value, and working memory. */
const HELD = 40

interface LargeGroup extends GroupInParts {
  readonly what: string
  readonly fix: string
}

function refuseTooLarge(
  { step }: StepOnParts,
  columns: number,
  { label, count, what, fix }: LargeGroup,
  most = Infinity,
): void {
  const bytes = HELD * count * columns
  if (bytes <= most) return
  const megabytes = (many: number): string => `${Math.ceil(many / 1e6)} MB`
  const message = `${step.method.id} holds ${what} has ${count}: that takes about ${megabytes(bytes)} for ${columns} ${columns === 1 ? 'column' : 'columns'}, and a task may take ${megabytes(most)}`
  throw new SdcError('BAD_OPTION', message, { method: step.method.id, group: label }, fix)
}

/** Cells of a masked column, which must keep its levels: those of one group may differ from another's. */
function sameKind({ step }: StepOnParts, before: Column, after: Column | null | undefined, name: string): Cells {
  if (before.kind === 'numeric' && after?.kind === 'numeric') return after.values
  if (before.kind !== 'numeric' && after?.kind === 'categorical') {
    const { levels } = after
    if (levels.length === before.levels.length && levels.every((level, l) => level === before.levels[l]))
      return after.codes
  }
  const message =
    `${step.method.id} gives column "${name}" other categories in some groups of records; out of core it ` +
    'must keep those of the file'
  const fix = 'Allow enough memory for the whole file.'
  throw new SdcError('BAD_OPTION', message, { method: step.method.id, column: name }, fix)
}
