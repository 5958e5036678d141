/** The last reading: masked columns rounded and brought within bounds, the others as they are, and everything written. */
import { sha256Stream, type Column, type Dataset, type BlockRange } from '@sdc/core'
import { finishOf, type ColumnFacts, type StepFinish } from '@sdc/engine/in-parts'
import { refuseOutside } from './read-stages.js'
import type { PartRange } from './source.js'
import { wasMoved } from './stage-counts.js'
import { resultsOf, type Stage, type Surroundings } from './stage.js'
import { versionOf, type StepOnParts } from './step-on-parts.js'
import { bytesOf } from './store.js'
import { blocksOfPart, columnOfBlock } from './stored-columns.js'

/** Where the masked file goes, part by part. */
export interface Sink {
  /** Writes a part, whole; a second time it is written again. */
  write(
    part: number,
    range: PartRange,
    blocks: AsyncIterable<{ readonly block: BlockRange; readonly data: Dataset }>,
  ): Promise<void>
  /** Makes the whole visible under its name, when every part is there. */
  close(parts: number): Promise<void>
  /** Removes what was written of a file that is not to be. */
  discard?(): Promise<void>
}

/** A masked column: the last step that masked it, and the version that it left. */
export interface MaskedColumn {
  readonly name: string
  readonly on: StepOnParts
  readonly version: string
}

const FINISH = 'finish'

/** Of each masked column: how many values differ from the original's, how many were brought within bounds, how many are missing. */
export interface ColumnOutcome {
  readonly changed: number
  readonly moved: number
  /** SHA-256 of the SHA-256 of the bytes of its blocks, in order. */
  readonly hash: string
}

export function finishStage(
  masked: readonly MaskedColumn[],
  facts: (around: Surroundings) => Promise<ReadonlyMap<string, ColumnFacts>>,
  sink: Sink,
): Stage {
  return {
    name: FINISH,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const known = await facts(around)
      const finish = new Map<string, StepFinish | undefined>()
      for (const one of masked) finish.set(one.name, await finishOfColumn(around, one, known))
      const changed = new Map(masked.map(({ name }) => [name, 0]))
      const moved = new Map(masked.map(({ name }) => [name, 0]))
      const hashes: number[] = []
      const made = async function* (): AsyncIterable<{ block: BlockRange; data: Dataset }> {
        const { source } = around.masked ?? around
        for await (const { block, data } of source.read(around.parts[part], source.names)) {
          const columns = new Map<string, Column>()
          // Those that steps use were looked at when they were read; who masked others elsewhere was not held to a schema.
          for (const name of data.names)
            if (!known.has(name) && around.masked === undefined)
              refuseOutside(around, name, data.column(name), block.first)
          for (const { name, version } of masked) {
            const raw = await columnOfBlock(around, version, name, block)
            const out = raw.kind === 'numeric' ? finish.get(name)?.out(raw.values) : undefined
            const column: Column = out ? { kind: 'numeric', values: out.values } : raw
            const before =
              around.masked === undefined
                ? data.column(name)
                : await columnOfBlock(around, versionOf(undefined), name, block)
            changed.set(name, (changed.get(name) ?? 0) + countChanged(before, column))
            moved.set(name, (moved.get(name) ?? 0) + (out?.moved ?? 0))
            columns.set(name, column)
          }
          const whole: Dataset = {
            rows: data.rows,
            names: data.names,
            column: (name) => columns.get(name) ?? data.column(name),
          }
          for (const name of whole.names) hashes.push(...hashOf(whole.column(name)))
          yield { block, data: whole }
        }
      }
      await sink.write(part, around.parts[part], made())
      const counts = masked.flatMap(({ name }) => [changed.get(name) ?? 0, moved.get(name) ?? 0])
      return Float64Array.from([...counts, ...hashes])
    },
  }
}

async function finishOfColumn(
  around: Surroundings,
  { name, on }: MaskedColumn,
  facts: ReadonlyMap<string, ColumnFacts>,
): Promise<StepFinish | undefined> {
  const own = facts.get(name)
  if (own === undefined) return undefined
  const moved = await wasMoved(on, around, name)
  return finishOf(on.step, { facts: own, bounds: around.plan.bounds.get(name), moved })
}

/** What the tasks of the last stage say of every column. */
export async function outcomesOf(
  around: Surroundings,
  masked: readonly MaskedColumn[],
): Promise<ReadonlyMap<string, ColumnOutcome>> {
  const results = await resultsOf(around, FINISH, around.parts.length)
  const { names } = (around.masked ?? around).source
  const streams = names.map(() => sha256Stream())
  for (const [p, own] of results.entries()) {
    const hashes = own.subarray(2 * masked.length)
    blocksOfPart(around, p).forEach((_, b) => {
      names.forEach((_, c) =>
        streams[c].update(
          Uint8Array.from(hashes.subarray((b * names.length + c) * 32, (b * names.length + c + 1) * 32)),
        ),
      )
    })
  }
  return new Map(
    names.map((name, c) => {
      const m = masked.findIndex((one) => one.name === name)
      const total = (at: number): number => (m < 0 ? 0 : results.reduce((sum, own) => sum + own[2 * m + at], 0))
      return [name, { changed: total(0), moved: total(1), hash: hexOf(streams[c].digest()) }]
    }),
  )
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hash of one block of a column, as bytes; missing numbers are one and the same. */
function hashOf(column: Column): Uint8Array {
  const stream = sha256Stream()
  if (column.kind === 'numeric') {
    const { values } = column
    // A copy only where something is missing: copies of whole blocks keep the collector of garbage busy.
    stream.update(bytesOf(hasMissing(values) ? values.map((value) => (value === value ? value : Number.NaN)) : values))
  } else stream.update(bytesOf(column.codes))
  return stream.digest()
}

function hasMissing(values: Float64Array): boolean {
  // An iterator takes many times as long.
  for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) return true
  return false
}

function countChanged(before: Column, after: Column): number {
  let changed = 0
  if (before.kind === 'numeric' && after.kind === 'numeric') {
    for (let i = 0; i < after.values.length; i++) if (!Object.is(before.values[i], after.values[i])) changed++
  } else if (before.kind !== 'numeric' && after.kind !== 'numeric') {
    for (let i = 0; i < after.codes.length; i++) if (before.codes[i] !== after.codes[i]) changed++
  }
  return changed
}
