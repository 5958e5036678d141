import type { Column, SdcError } from '@sdc/core'
import type { BuiltColumn, MarksSeen } from '../columns/built-column.js'
import { formsOfColumn, type ColumnForms } from '../columns/number-columns.js'
import { saysCategorical } from '../column-schema.js'
import type { DecimalMark } from '../number-text.js'
import { isQuotedThroughout } from '../cells.js'
import type { ColumnSchema, ColumnSource, MissingText } from '../csv-file.js'
import { isMissing } from '../unchanged.js'
import { MOST_LEVELS, type ScannedColumn } from './csv-scan.js'

/** State of a column after some of its blocks. */
export interface ColumnScan {
  /** Schema for the next block: categorical after the first text. */
  readonly schema: ColumnSchema
  /** Block at which it became categorical after numbers, whose levels are not known yet; −1 if there is none. */
  readonly late: number
  readonly marks: MarksSeen
  /** Column that the header is compared with: only its kind matters. */
  readonly column: Column
  /** Text of its first missing cell; null if it has none. */
  readonly missing: ColumnSource['missing']
  /** Forms of its texts if these may be numbers as people write them. */
  readonly forms: ColumnForms | undefined
  /** Error about the first text that is not plainly a number, in a column declared numeric. */
  readonly problem: SdcError | undefined
  add(built: BuiltColumn, block: number): void
  /** Adds the levels of a block before `late`, in the order of the blocks. */
  addEarlier(column: Column): void
  end(name: string, header: string | null, newMissing: MissingText): ScannedColumn
}

/**
 * Follows a column from block to block; the result equals that of reading the whole.
 *
 * @param schema - Schema of the column.
 * @param decimal - Decimal mark.
 * @returns The initial state.
 */
export function columnScan(schema: ColumnSchema, decimal: DecimalMark): ColumnScan {
  const forms = saysCategorical(schema) ? undefined : formsOfColumn(decimal)
  let problem: SdcError | undefined
  const earlier = levelSet()
  const levels = levelSet()
  let last: Column | undefined
  let [isText, hasNumbers, someQuoted, allQuoted] = [false, false, false, true]
  let marks: MarksSeen = { decimals: false, unmarked: false, either: undefined }
  let late = -1
  let notNumeric: string | undefined
  let missing: ColumnSource['missing'] = null
  return {
    get missing() {
      return missing
    },
    get forms() {
      return isText ? forms?.forms() : undefined
    },
    get problem() {
      return problem
    },
    get schema() {
      return isText ? { ...schema, kind: 'categorical' as const } : schema
    },
    get late() {
      return late
    },
    get marks() {
      return marks
    },
    get column() {
      return last as Column
    },
    add({ column, source, marks: own, problem: refused }, block) {
      problem ??= refused
      if (column.kind !== 'numeric') forms?.add(column.levels)
      last = column
      missing ??= source.missing
      const wasText = isText
      isText ||= column.kind !== 'numeric'
      if (column.kind !== 'numeric') notNumeric ??= column.notNumeric
      if (isText && !wasText && hasNumbers) late = block
      if (column.kind === 'numeric') hasNumbers ||= column.values.some((value) => value === value)
      else if (schema.levels === undefined) levels.add(column.levels)
      marks = {
        decimals: marks.decimals || own.decimals,
        unmarked: marks.unmarked || own.unmarked,
        either: isText ? undefined : (marks.either ?? own.either),
      }
      someQuoted ||= source.quoted !== null
      allQuoted &&= source.quoted === null ? isAllMissing(column) : isQuotedThroughout(column, source)
    },
    addEarlier(column) {
      if (column.kind === 'numeric') return
      earlier.add(column.levels)
      forms?.add(column.levels)
    },
    end(name, header, newMissing) {
      earlier.add(levels.values())
      const found = schema.levels ?? (earlier.size > MOST_LEVELS ? null : [...earlier.values()])
      const kind = isText ? (schema.ordered === true ? 'ordered' : 'nominal') : 'numeric'
      const levelsOfFile = isText ? found : []
      const why = notNumeric === undefined ? {} : { notNumeric }
      return {
        name,
        header,
        kind,
        ...why,
        levels: levelsOfFile,
        allQuoted: someQuoted && allQuoted,
        missing: newMissing,
      }
    },
  }
}

interface LevelSet {
  readonly size: number
  add(levels: Iterable<string>): void
  values(): Iterable<string>
}

/** Collects texts in order of appearance, up to a maximum. */
function levelSet(): LevelSet {
  const held = new Set<string>()
  return {
    get size() {
      return held.size
    },
    add(levels) {
      if (held.size <= MOST_LEVELS) for (const level of levels) held.add(level)
    },
    values: () => held,
  }
}

function isAllMissing(column: Column): boolean {
  const records = column.kind === 'numeric' ? column.values.length : column.codes.length
  for (let r = 0; r < records; r++) if (!isMissing(column, r)) return false
  return true
}
