import { asInfo, dataset, type Column, type Dataset, type Message, type Rng } from '@sdc/core'
import { rootRng, type FileSchema } from '@sdc/engine'
import { counted, readTable } from '@sdc/inspect'
import { bindRules, brokenRecords, parseRules, systemOf, type BoundRule } from '@sdc/rules'
import type { Screen } from '@sdc/report/tables'
import type { TableFile } from '@sdc/files/formats'
import { drawRecords, isPossible, type TestRules } from './draw-records.js'
import { drawUnits, takeUnits, type TestUnits } from './draw-units.js'
import { columnOf } from './draw-values.js'
import { ruleColumn, textsOfRules } from './rule-columns.js'
import { testColumn } from './test-column.js'
import { cannotKeep, columnTable, lackMessages, missingText } from './test-messages.js'
import { asWritten, columnNames, testText } from './test-text.js'

export interface TestFileOptions {
  /** Number of records. */
  readonly records: number
  readonly seed?: string | undefined
  /** Screen that the table must fit; by default a file. */
  readonly screen?: Screen | undefined
}

/** A file that was drawn from a schema alone. */
export interface TestFile {
  /** The file, read by the schema. */
  readonly source: TableFile
  /** Table of the columns, and the settings that the schema lacks. */
  readonly messages: readonly Message[]
}

/** Largest number of draws of a record that breaks a rule after its repair. */
const MOST_ROUNDS = 20

/**
 * Draws a file from a schema alone, without reading data. Numbers and dates are uniform within their bounds, and
 * categories uniform over their levels. Ids differ. Persons have 1 to 4 records, households 1 to 4 members, and their
 * columns are constant in each. Columns with missing codes have 5 % missing values. All rules hold.
 *
 * @param schema - The schema.
 * @param options - Number of records, and the seed.
 * @param name - Name of the schema, for messages.
 * @returns The file.
 * @throws BAD_PLAN if the schema has no column or only a pattern for it, and for a rule that cannot be satisfied.
 */
export function testFile(schema: FileSchema, { records, seed, screen }: TestFileOptions, name: string): TestFile {
  const names = columnNames(schema)
  const parsed = parseRules(schema.rules ?? [])
  const texts = textsOfRules(parsed)
  const columns = names.map((one) => testColumn(one, schema, texts.get(one) ?? []))
  const empty = dataset(columns.map((one): [string, Column] => [one.name, columnOf(one, new Float64Array(0))]))
  const times = new Map(
    columns.flatMap(({ name: one, values }) =>
      values.kind === 'numbers' && values.format ? [[one, values.format.kind] as const] : [],
    ),
  )
  const rules = bindRules(parsed, empty, times)
  const described = new Map(columns.map((one) => [one.name, ruleColumn(one)]))
  const system = systemOf(rules, (one) => described.get(one), true)
  const rng = rootRng(seed).child('test file')
  const drawn = drawUntilKept({ columns, rules, system }, records, rng)
  const source = readTable({ name, content: testText(columns, drawn, schema, rng.child('missing')) }, asWritten(schema))
  for (const rule of bindRules(parsed, source.dataset, times))
    if (brokenRecords(rule, source.dataset).broken > 0)
      throw new Error(`the test file breaks the rule ${rule.rule.text}`)
  const kept =
    rules.length === 0
      ? ''
      : `; ${counted(rules.length, 'rule')} ${rules.length === 1 ? 'holds' : 'hold'} in every record`
  return {
    source,
    messages: [
      asInfo(columnTable(columns, screen)),
      asInfo(
        `${counted(records, 'record')} of ${counted(columns.length, 'column')} from the schema alone: no data was read${kept}${missingText(columns)}`,
      ),
      ...lackMessages(columns),
    ],
  }
}

/** Draws records again, with all of their persons and households, until they satisfy all rules. */
function drawUntilKept(rules: TestRules, rows: number, rng: Rng): Dataset {
  const { columns } = rules
  const has = (role: string): boolean => columns.some((one) => one.role === role)
  const wave = columns.find(({ role }) => role === 'wave')?.values
  const most =
    wave?.kind === 'numbers' ? wave.high - wave.low + 1 : wave?.kind === 'levels' ? wave.levels.length : undefined
  const units = drawUnits(rows, { person: has('person'), household: has('household'), most }, rng.child('units'))
  const made = new Map(columns.map(({ name }) => [name, new Float64Array(rows)]))
  let pending = Int32Array.from({ length: rows }, (_, i) => i)
  let broken: BoundRule | undefined
  for (let round = 1; round <= MOST_ROUNDS && pending.length > 0; round++) {
    const part = takeUnits(units, pending)
    const data = drawRecords(rules, part, rng.child(`round ${round}`))
    for (const [name, values] of made) placesOf(data.column(name)).forEach((value, at) => (values[pending[at]] = value))
    const found = brokenRows(rules, data)
    broken = found.rule ?? broken
    const all = wholeUnits(part, found.rows)
    pending = all.map((at) => pending[at])
  }
  if (pending.length > 0) throw cannotKeep(broken, columns)
  for (const { name, level, values } of columns)
    if (values.kind === 'ids')
      made.set(name, Float64Array.from((level === 'record' ? undefined : units[level]) ?? made.get(name)?.keys() ?? []))
  return dataset(columns.map((one): [string, Column] => [one.name, columnOf(one, made.get(one.name) as Float64Array)]))
}

const placesOf = (column: Column): Float64Array =>
  column.kind === 'numeric' ? column.values : Float64Array.from(column.codes, (code) => (code < 0 ? NaN : code))

/** Finds records that break a rule or the bounds of a computed column, and a rule that they break. */
function brokenRows(
  { columns, rules }: TestRules,
  data: Dataset,
): { readonly rows: Int32Array; readonly rule?: BoundRule | undefined } {
  const broken = new Uint8Array(data.rows)
  let found: BoundRule | undefined
  for (const rule of rules) {
    const { records, broken: count } = brokenRecords(rule, data)
    if (count > 0) found ??= rule
    records.forEach((one, i) => (broken[i] |= one))
  }
  for (const { name, values } of columns) {
    if (values.kind !== 'numbers') continue
    placesOf(data.column(name)).forEach((value, i) => {
      if (isPossible(values, value)) return
      broken[i] = 1
      found ??= rules.find(({ rule }) => rule.columns.includes(name))
    })
  }
  return { rows: Int32Array.from(broken.keys()).filter((i) => broken[i] === 1), rule: found }
}

/** Returns all records of the persons and households of some records. */
function wholeUnits({ rows, person, household }: TestUnits, broken: Int32Array): Int32Array {
  const unit = household ?? person
  if (unit === undefined) return broken
  const units = new Set(broken.map((i) => unit[i]))
  return Int32Array.from({ length: rows }, (_, i) => i).filter((i) => units.has(unit[i]))
}
