import { readdirSync, readFileSync } from 'node:fs'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import type { ColumnDescription } from '../dictionary/dictionary.js'
import type { StatColumn, StatTable } from '../dictionary/stat-table.js'

type Cell = number | string | null | { readonly missing: string }

interface ExpectedColumn {
  readonly name: string
  readonly label?: string
  readonly type: 'number' | 'text' | 'date' | 'datetime' | 'time'
  readonly format?: string
  readonly displayWidth?: number
  readonly measure?: string
  readonly valueLabels?: readonly { readonly value: Cell; readonly label: string }[]
  readonly missingValues?: readonly (number | string)[]
  readonly missingRange?: readonly [number | string, number | string]
}

interface Sums {
  readonly count: number
  readonly missing?: number
  readonly sum?: number
  readonly sumOf2?: number
  readonly tags?: Readonly<Record<string, number>>
  readonly letters?: number
  readonly distinct?: number
}

/** Content of a file according to other programs. */
interface Expected {
  readonly rows: number
  readonly fileLabel?: string
  readonly columns: readonly ExpectedColumn[]
  readonly values?: Readonly<Record<string, readonly Cell[]>>
  readonly head?: Readonly<Record<string, readonly Cell[]>>
  readonly tail?: Readonly<Record<string, readonly Cell[]>>
  readonly sums: Readonly<Record<string, Sums>>
}

/**
 * Lists the files of other programs: `sav/x.sav`. Empty, with a message, without the data folder.
 *
 * @param folders - Folders of `stat`.
 * @param ending - Pattern of the endings of the names.
 */
export function statFiles(folders: readonly string[], ending: RegExp): string[] {
  return folders.flatMap((folder) =>
    haveData(`stat/${folder}`)
      ? readdirSync(pathOf(`stat/${folder}`))
          .filter((name) => ending.test(name))
          .map((name) => `${folder}/${name}`)
      : [],
  )
}

/** Bytes of a file of other programs. */
export function statBytes(name: string): Uint8Array {
  return readFileSync(pathOf(`stat/${name}`))
}

/**
 * Compares a table with what other programs read from the same file: names, labels, formats, measures, value labels,
 * missing definitions, every given cell, every sum.
 *
 * @param name - The file: `sav/x.sav`.
 * @param table - Result of the reader.
 * @returns A sentence for each difference.
 */
export function differences(name: string, table: StatTable): string[] {
  const path = pathOf(`stat/expected/${name.replace('/', '__')}.json`)
  const expected = JSON.parse(readFileSync(path, 'utf8')) as Expected
  const found: string[] = []
  const same = (what: string, got: unknown, want: unknown): void => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(want)]
    if (a !== b) found.push(`${what}: ${a}, expected ${b}`)
  }
  same('rows', table.rows, expected.rows)
  same('file label', table.fileLabel ?? '', expected.fileLabel?.trimEnd() ?? '')
  same(
    'names',
    table.columns.map((column) => column.name),
    expected.columns.map((column) => column.name),
  )
  if (found.length > 0) return found
  for (const [j, want] of expected.columns.entries()) {
    const column = table.columns[j]
    compareDescriptions(want, column, same)
    const parts = expected.values
      ? [{ from: 0, cells: expected.values[want.name] }]
      : [
          { from: 0, cells: expected.head![want.name] },
          { from: table.rows - expected.tail![want.name].length, cells: expected.tail![want.name] },
        ]
    for (const { from, cells } of parts)
      for (const [i, cell] of cells.entries()) {
        const got = cellOf(column, from + i)
        if (!agree(got, cell, want.type, column.description)) same(`${want.name}, record ${from + i + 1}`, got, cell)
      }
    compareSums(want, column, table.rows, expected.sums[want.name], same)
  }
  return found
}

type Same = (what: string, got: unknown, want: unknown) => void

function compareDescriptions(want: ExpectedColumn, { description: got, cells }: StatColumn, same: Same): void {
  const { name } = want
  same(`${name}, label`, got.label ?? '', want.label ?? '')
  same(`${name}, kind`, cells.kind, want.type === 'text' ? 'texts' : 'numbers')
  same(`${name}, stored`, got.stored, want.type === 'text' ? 'text' : 'number')
  // SAS writes a point after a format, which ReadStat leaves out.
  same(`${name}, format`, (got.format ?? '').replace(/\.$/, ''), want.format ?? '')
  // Other programs invent a missing width or measure; ReadStat omits a width of 8.
  if (got.displayWidth !== undefined && want.displayWidth !== undefined)
    same(`${name}, display width`, got.displayWidth, want.displayWidth)
  if (got.measure !== undefined && want.measure !== undefined) same(`${name}, measure`, got.measure, want.measure)
  const labels = [...(got.labels ?? [])]
  same(
    `${name}, value labels`,
    labels.map((pair) => pair.join(' = ')).sort(),
    (want.valueLabels ?? []).map(({ value, label }) => `${textOf(value)} = ${label}`).sort(),
  )
  same(`${name}, missing values`, got.missing?.values ?? [], (want.missingValues ?? []).map(textOf))
  same(`${name}, missing range`, got.missing?.range?.map(String), want.missingRange?.map(String))
  // A time beyond a day, or a date with a time of day, may have another kind.
  const kinds: Readonly<Record<string, readonly (string | undefined)[]>> = {
    date: ['date', 'datetime'],
    datetime: ['datetime'],
    time: ['time', undefined],
  }
  if (!(kinds[want.type] ?? [undefined]).includes(got.time)) same(`${name}, time`, got.time, want.type)
}

function textOf(value: Cell): string {
  if (typeof value === 'string') return value.trimEnd()
  return value !== null && typeof value === 'object' ? `.${value.missing}` : String(value)
}

/** A cell in the form of the other programs: user-missing values as values, extended ones by their letters. */
function cellOf({ cells }: StatColumn, record: number): Cell {
  const value =
    cells.kind === 'numbers'
      ? cells.values[record]
      : cells.codes[record] < 0
        ? NaN
        : cells.levels[cells.codes[record]].trimEnd()
  if (!Number.isNaN(value)) return value
  const kind = cells.missing === null ? '' : cells.missing.texts[cells.missing.of[record]]
  if (kind === '') return cells.kind === 'texts' ? '' : null
  if (kind.startsWith('.')) return { missing: kind.slice(1) }
  return cells.kind === 'numbers' ? Number(kind) : kind
}

function agree(got: Cell, want: Cell, type: ExpectedColumn['type'], { time }: ColumnDescription): boolean {
  if (type === 'text') return got === (want === null ? '' : (want as string).trimEnd())
  if (want === null || got === null) return got === want
  if (typeof want === 'object') return typeof got === 'object' && got.missing === want.missing
  if (typeof want === 'number') return got === want
  if (typeof got !== 'number') return false
  const seconds = secondsOf(want)
  // Other programs truncate fractions of a second.
  if (type === 'datetime') return Math.abs(got - seconds) < 0.002
  return time === 'date' ? 86_400 * got === seconds : Math.floor(got / 86_400) * 86_400 === seconds
}

function secondsOf(iso: string): number {
  const [, year, month, day, time = '0:0:0'] = /^(-?\d+)-(\d+)-(\d+)(?:T(.*))?$/.exec(iso)!
  const [hours, minutes, seconds] = time.split(':').map(Number)
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getTime() / 1000 + 3600 * hours + 60 * minutes + seconds
}

function blanksBehind({ cells }: StatColumn, record: number): number {
  if (cells.kind === 'numbers' || cells.codes[record] < 0) return 0
  const text = cells.levels[cells.codes[record]]
  return text.length - text.trimEnd().length
}

function compareSums(want: ExpectedColumn, column: StatColumn, rows: number, sums: Sums, same: Same): void {
  const tags: Record<string, number> = {}
  const texts = new Set<string>()
  const all = { count: 0, sum: 0, sumOf2: 0, size: 0, letters: 0, blanks: 0 }
  for (let i = 0; i < rows; i++) {
    const cell = cellOf(column, i)
    if (cell === null || cell === '') continue
    if (typeof cell === 'object') {
      tags[cell.missing] = (tags[cell.missing] ?? 0) + 1
      continue
    }
    all.count++
    if (typeof cell === 'string') {
      texts.add(cell)
      all.letters += [...cell].length
      all.blanks += blanksBehind(column, i)
    } else {
      const value = want.type === 'date' && column.description.time === 'datetime' ? Math.floor(cell / 86_400) : cell
      all.sum += value
      all.size += Math.abs(value)
      all.sumOf2 += value * value
    }
  }
  const { name, type } = want
  same(`${name}, count`, all.count, sums.count)
  if (type === 'text') {
    // ReadStat keeps trailing blanks in the long texts of Stata only.
    const letters = all.letters + all.blanks === sums.letters ? sums.letters : all.letters
    same(`${name}, letters and texts`, [letters, texts.size], [sums.letters, sums.distinct])
    return
  }
  same(`${name}, missing`, rows - all.count, sums.missing)
  const byTag = (counts: Readonly<Record<string, number>>): string[] => Object.entries(counts).map(String).sort()
  same(`${name}, tags`, byTag(tags), byTag(sums.tags ?? {}))
  const near = (got: number, expected: number, size: number): boolean =>
    got === expected || Math.abs(got - expected) <= 1e-12 * size
  if (!near(all.sum, Number(sums.sum), all.size)) same(`${name}, sum`, all.sum, sums.sum)
  if (!near(all.sumOf2, Number(sums.sumOf2), all.sumOf2)) same(`${name}, sum of squares`, all.sumOf2, sums.sumOf2)
}
