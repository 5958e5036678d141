/**
 * Stages of a step that works on one group of records at a time. Every partition sorts its records by group. Groups are
 * gathered, and masked one after the other as in memory. Every partition takes its records back. Only one group is in
 * memory at a time.
 */
import { dataset, SdcError, type BlockRange, type Column, type Dataset, type Totals } from '@sdc/core'
import type { Group } from '../../bind/groups.js'
import { knownGroups, type GroupInParts, type PartGroup } from '../columns/known-groups.js'
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
  const { step } = on
  const { base } = grouping
  const used = [...new Set([...step.columns, ...step.given])]
  const rowsName = (part: number): string => `${base}/rows/${part}`
  const cellsName = (part: number, c: number): string => `${base}/cells/${part}/${c}`
  const resultsName = (task: number, c: number): string => `${base}/results/${task}/${c}`
  const saidName = (task: number): string => `${base}/said/${task}`
  const known = knownGroups(base)
  const isNumeric = ({ source }: StageContext, name: string): boolean => source.kind(name) === 'numeric'
  const emptyCells = ({ source }: StageContext, name: string, rows: number): Cells => cellsFor(source, name, rows)
  const read = async (
    around: StageContext,
    name: string,
    stored: string,
    from: number,
    end: number,
  ): Promise<Cells> => {
    const size = isNumeric(around, name) ? 8 : 4
    return cellsIn(around.source, name, await around.store.get(stored, size * from, size * end))
  }

  const sort: Stage = {
    name: `${base}/sort`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const blocks = blocksOfPart(around, part)
      const first = blocks[0].first
      const rows = blocks[blocks.length - 1].end - first
      const found = new Map<
        string,
        { readonly label: string; readonly strata: Group['strata'] | undefined; readonly rows: Int32Array[] }
      >()
      const cells = used.map((name) => emptyCells(around, name, rows))
      for (const block of blocks) {
        for (const group of await grouping.of(around, block)) {
          const held = found.get(group.key) ?? { label: group.label, strata: group.strata, rows: [] }
          found.set(group.key, held)
          held.rows.push(group.rows.map((row) => row + block.first - first))
        }
        for (const [c, name] of used.entries())
          cells[c].set(cellsOf(await columnFor(on, around, name, block)), block.first - first)
      }
      const groups = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
      const order = new Uint32Array(rows)
      let at = 0
      const counted = groups.map(([key, { label, strata, rows: pieces }]): PartGroup => {
        const from = at
        for (const piece of pieces) {
          order.set(piece, at)
          at += piece.length
        }
        return [key, label, at - from, strata]
      })
      for (const [c, name] of used.entries()) {
        const sorted = emptyCells(around, name, rows)
        for (let i = 0; i < rows; i++) sorted[i] = cells[c][order[i]]
        await around.store.put(cellsName(part, c), [bytesOf(sorted)])
      }
      await around.store.put(rowsName(part), [bytesOf(order.map((row) => row + first))])
      await known.put(around, part, counted)
      return Float64Array.of(groups.length)
    },
  }
  const gathered = async (
    around: StageContext,
    { count, places }: GroupInParts,
  ): Promise<{ cells: Cells[]; origin: Int32Array }> => {
    const origin = new Int32Array(count)
    const cells = used.map((name) => emptyCells(around, name, count))
    for (const { part, from, at, count: own } of places) {
      origin.set(recordsOf(await around.store.get(rowsName(part), 4 * from, 4 * (from + own))), at)
      for (const [c, name] of used.entries())
        cells[c].set(await read(around, name, cellsName(part, c), from, from + own), at)
    }
    return { cells, origin }
  }
  const mask: Stage = {
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
      const results = step.columns.map((): Uint8Array[] => [])
      const said: unknown[] = []
      const totals: number[] = []
      for (const group of groups) {
        const { cells, origin } = await gathered(around, group)
        const data = dataset(used.map((name, c) => [name, columnIn(around, name, cells[c])]))
        const made = await grouping.mask(around, group, { data, origin })
        for (const [c, name] of step.columns.entries())
          results[c].push(bytesOf(sameKind(on, data.column(name), made.columns.get(name), name)))
        said.push(made.said)
        totals.push(...(made.totals ?? []))
      }
      for (const [c, pieces] of results.entries()) await around.store.put(resultsName(task, c), pieces)
      await putJson(around.store, saidName(task), said)
      return Float64Array.from(totals)
    },
  }
  const place: Stage = {
    name: maskStage(on),
    tasks: ({ parts }) => Promise.resolve(parts.length),
    drops: [`${base}/rows/`, `${base}/results/`],
    async run(around, part) {
      const blocks = blocksOfPart(around, part)
      const first = blocks[0].first
      const records = recordsOf(await around.store.get(rowsName(part)))
      const placed = step.columns.map((name) => emptyCells(around, name, records.length))
      for (const [task, groups] of (await known.tasks(around)).entries()) {
        let before = 0
        for (const { count, places } of groups) {
          const own = places.find((one) => one.part === part)
          const start = before + (own?.at ?? 0)
          before += count
          if (own === undefined) continue
          for (const [c, name] of step.columns.entries()) {
            const results = await read(around, name, resultsName(task, c), start, start + own.count)
            for (let i = 0; i < own.count; i++) placed[c][records[own.from + i] - first] = results[i]
          }
        }
      }
      const columns = step.columns.map((name, c) =>
        blocks.map(({ first: from, end }) => columnIn(around, name, placed[c].subarray(from - first, end - first))),
      )
      for (const [c, name] of step.columns.entries()) await putColumn(around, versionOf(on), name, part, columns[c])
      const counts = blocks.map((block, b) =>
        countsOfBlock(on, around, block, new Map(step.columns.map((name, c) => [name, columns[c][b]]))),
      )
      return added(await Promise.all(counts))
    },
  }
  return {
    stages: [sort, mask, place],
    async made(around) {
      const tasks = await known.tasks(around)
      const totals = await resultsOf(around, mask.name, tasks.length)
      const made = tasks.map(async (groups, task) => {
        const said = (await getJson(around.store, saidName(task))) as unknown[]
        const each = totals[task].length / groups.length
        return groups.map((_, g) => ({ said: said[g], totals: totals[task].subarray(g * each, (g + 1) * each) }))
      })
      return (await Promise.all(made)).flat()
    },
  }
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
