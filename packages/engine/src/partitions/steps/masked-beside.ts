/** A file that any program masked, with its original: the input of the steps in place of the original. */
import { listed, SdcError, unknownColumn, type Column, type FileSource } from '@sdc/core'
import { levelsOfBoth, refuseInfinite } from '@sdc/toolkit'
import type { MaskedBeside } from '../source/source.js'
import type { Stage } from '../tasks/stage.js'
import { MASKED, putColumn } from '../columns/stored-columns.js'

/**
 * Refuses two files that cannot belong to one masking.
 *
 * @param original - The original.
 * @param masked - The masked file, and its columns.
 * @throws LENGTH_MISMATCH for other numbers of records without a link; UNKNOWN_COLUMN for a column that the masked
 *   file lacks; NOT_NUMERIC and NOT_CATEGORICAL for one that has another kind there.
 */
export function checkBeside(original: FileSource, { source, columns, link }: MaskedBeside): void {
  if (link === undefined && source.rows !== original.rows) {
    const message =
      `the original has ${original.rows} records, the masked file ${source.rows}: out of core, files are ` +
      'matched by position'
    const fix =
      'Link the records: --link COLUMN, or --origin FILE; or sort the masked file in the order of the original.'
    throw new SdcError('LENGTH_MISMATCH', message, {}, fix)
  }
  for (const name of columns) {
    if (!source.names.includes(name)) {
      const message = `the masked file has no column "${name}"`
      throw new SdcError('UNKNOWN_COLUMN', message, { column: name }, unknownColumn(name, source.names).fix)
    }
    const isNumeric = source.kind(name) === 'numeric'
    if (isNumeric === (original.kind(name) === 'numeric')) continue
    const [has, lacks] = isNumeric ? ['numbers', 'categories'] : ['categories', 'numbers']
    const message = `column "${name}" has ${has} in the masked file, but ${lacks} in the original`
    const fix = 'Set its kind in a schema for both files.'
    throw new SdcError(isNumeric ? 'NOT_CATEGORICAL' : 'NOT_NUMERIC', message, { column: name }, fix)
  }
}

/**
 * Reads the columns of the masked file that steps use, and stores them.
 *
 * @param columns - Their names.
 * @returns The stage.
 */
export function readMaskedStage(columns: readonly string[]): Stage {
  return {
    name: 'read-masked',
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const { masked, source, parts } = around
      if (masked === undefined) throw new Error('there is no masked file to read')
      const held = columns.map((): Column[] => [])
      for await (const { block, data } of masked.source.read(parts[part], columns)) {
        columns.forEach((name, c) => held[c].push(asInOriginal(name, data.column(name), source, block.first)))
      }
      for (const [c, name] of columns.entries()) await putColumn(around, MASKED, name, part, held[c])
      return new Float64Array(0)
    },
  }
}

/** A block with the codes that its categories have in the original. */
function asInOriginal(name: string, column: Column, original: FileSource, first: number): Column {
  if (column.kind === 'numeric') {
    refuseInfinite(column.values, 'masked', first)
    return column
  }
  const levels = original.levels(name)
  const { codes: own } = levelsOfBoth(levels, column.levels)
  const codes = column.codes.map((code, i) => {
    if (code < 0 || own[code] < levels.length) return code < 0 ? -1 : own[code]
    const row = first + i + 1
    const message = `the masked value "${column.levels[code]}" of record ${row} is not a category of column "${name}": ${listed(levels)}`
    throw new SdcError('BAD_PLAN', message, { column: name, row }, 'Set the levels of both files in a schema.')
  })
  return { kind: 'categorical', codes, levels, ordered: original.kind(name) === 'ordered' }
}
