/** Which categories of the masked file its records have, where some are none of the original's: such a column was recoded. */
import { dataset, numeric, type Column, type Dataset, type Totals } from '@sdc/core'
import { resultsOf, type Stage } from '../work/stage.js'
import { emptyFileOf } from '../files/source.js'
import { blocksOfPart, columnOfBlock } from '../columns/stored-columns.js'
import type { PairFiles } from './pair-files.js'

const STAGE = 'levels'

/** The columns of categories that are read of the masked file, and that have one which is none of the original's. */
function withNewLevels({ original, masked }: PairFiles, columns: readonly string[]): readonly string[] {
  return columns.filter((name) => {
    if (!original.source.names.includes(name)) return false
    const known = new Set(original.source.levels(name))
    return masked.source.levels(name).some((level) => !known.has(level))
  })
}

/** Looks at which categories occur, a flag each. */
export function levelsStage<A extends PairFiles>(columns: readonly string[]): Stage<A> {
  return {
    name: STAGE,
    tasks: (around) => Promise.resolve(withNewLevels(around, columns).length > 0 ? around.masked.parts.length : 0),
    async run(around, part) {
      const flags: number[] = []
      for (const name of withNewLevels(around, columns)) {
        const used = new Float64Array(around.masked.source.levels(name).length)
        for (const block of blocksOfPart(around.masked, part)) {
          const column = await columnOfBlock(around.masked, '0', name, block)
          if (column.kind === 'categorical') for (const code of column.codes) if (code >= 0) used[code] = 1
        }
        flags.push(...used)
      }
      return Float64Array.from(flags)
    },
  }
}

/**
 * Both files as they are looked at to know which columns a metric is of: without their records, but the masked one with a record for
 * every category that it has and the original has not; once the stage has ended.
 */
export async function heads(
  around: PairFiles,
  columns: readonly string[],
): Promise<{ readonly original: Dataset; readonly masked: Dataset }> {
  const names = withNewLevels(around, columns)
  const original = emptyFileOf(around.original.source)
  const empty = emptyFileOf(around.masked.source)
  if (names.length === 0) return { original, masked: empty }
  const flags = (await resultsOf(around, STAGE, around.masked.parts.length)).reduce((total: Totals, own) =>
    total.map((flag, k) => Math.max(flag, own[k])),
  )
  let at = 0
  const used = new Map<string, readonly number[]>()
  for (const name of names) {
    const own = flags.subarray(at, (at += around.masked.source.levels(name).length))
    used.set(
      name,
      [...own.keys()].filter((code) => own[code] === 1),
    )
  }
  const rows = Math.max(...[...used.values()].map(({ length }) => length))
  const masked = dataset(
    empty.names.map((name): [string, Column] => {
      const column = empty.column(name)
      if (column.kind === 'numeric') return [name, numeric(new Float64Array(rows).fill(Number.NaN))]
      return [name, { ...column, codes: Int32Array.from({ length: rows }, (_, i) => used.get(name)?.[i] ?? -1) }]
    }),
  )
  return { original, masked }
}
