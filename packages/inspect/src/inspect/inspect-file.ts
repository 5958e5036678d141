import type { Dataset } from '@sdc/core'
import { checkRules, fileRisk, rolesOf, type FileSchema } from '@sdc/engine'
import { defaultMissing } from '@sdc/files'
import type { TableFile } from '@sdc/files/formats'
import { brokenRecords, rulesOfRoles } from '@sdc/rules'
import { columnFacts, rareMissing } from './file-facts.js'
import { labelFindings, missingKindFindings } from './label-findings.js'
import type {
  ColumnInspection,
  FileFacts,
  InspectedRisk,
  Inspection,
  ProposedRule,
  SuggestedRole,
} from './inspection.js'
import { findingsOf } from './findings.js'
import { usualDateRule, usualRule } from '@sdc/toolkit/internal'
import { columnsOfRole, guessedRoles, type RoleColumns } from './guessed-roles.js'
import { isAge, type SeenColumn } from './columns/seen-column.js'
import { wrongText } from './columns/seen-dates.js'
import { levelsOfColumns } from './levels-of-columns.js'

/** Name and known properties of the inspected file. */
export interface InspectOptions {
  /** Name of the file, for the suggested commands. */
  readonly file: string
  readonly schema?: FileSchema | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Inspects every column of a file: its kind with the reason, its possible role in disclosure control, and obstacles to
 * masking it. Then inspects relations between columns.
 *
 * @param table - The file.
 * @param options - Its name, its schema, and known properties.
 * @returns The inspection. Cost: a sort for each column, and bounded searches; messages name the columns left out.
 */
export function inspectFile(table: TableFile, options: InspectOptions): Inspection {
  const { dataset, dialect, dictionary, format, source } = table
  const { schema, file, tick } = options
  const guessed = guessedRoles(dataset, schema, dictionary, (done) => tick?.(0.7 * done))
  const { seen, roles } = guessed
  tick?.(0.7)
  const levels = levelsOfColumns(guessed)
  const facts = seen.map(({ name, looked }) =>
    columnFacts(looked.column, source.get(name), dictionary?.columns.get(name)),
  )
  const columns = seen.map((column, j): ColumnInspection => {
    const said =
      schema && Object.hasOwn(schema.columns, column.name) ? schema.columns[column.name].hierarchy : undefined
    const role = roles.get(column.name)
    const hierarchy = said === undefined && role?.role === 'quasi-identifier' ? ruleFor(column) : undefined
    return { ...inspected(column, facts[j], role, levels.get(column.name)), hierarchy }
  })
  const rare = rareMissing(
    seen.map(({ looked }) => looked.column),
    facts,
    dataset.rows,
  )
  const found = findingsOf(seen, roles, dataset.rows)
  const findings = [...labelFindings(columns), ...missingKindFindings(columns, rare), ...found.findings]
  const risk = inspectedRisk(
    dataset,
    columnsOfRole(guessed, 'quasi-identifier'),
    columnsOfRole(guessed, 'person').names[0],
  )
  tick?.(1)
  const { separator, decimal, header, encoding } = dialect
  return {
    file,
    records: dataset.rows,
    columns,
    findings,
    rules: withSaid(dataset, schema, found.rules),
    risk,
    format,
    sheet: schema?.sheet,
    dialect: { separator, decimal, header, encoding },
    missing: schema?.missing ?? missingTexts(dataset, format),
  }
}

/** Returns the rules of the schema, followed by those that it lacks. */
function withSaid(data: Dataset, schema: FileSchema | undefined, found: readonly ProposedRule[]): ProposedRule[] {
  checkRules(data, schema)
  const said = rulesOfRoles(data, rolesOf(data, schema)).map((bound): ProposedRule => {
    const { broken, notJudged } = brokenRecords(bound, data)
    return { rule: bound.rule.text, broken, judged: data.rows - notJudged, isActive: true }
  })
  return [...said, ...found.filter(({ rule }) => !said.some((one) => one.rule === rule))]
}

/** Returns a hierarchy rule for dates, codes and ages. */
function ruleFor(seen: SeenColumn): string | undefined {
  if (isAge(seen)) return 'interval:5,10,20'
  const { looked, dates, suggestedKind } = seen
  const isDate = dates?.schema !== undefined && suggestedKind === dates.schema.kind && suggestedKind !== 'time'
  return isDate ? usualDateRule : usualRule(looked.column)
}

/** Returns the texts that mean missing; in a statistical file NA may be a value (a country). */
function missingTexts(dataset: Dataset, format: Inspection['format']): readonly string[] {
  if (format === 'csv') return defaultMissing
  const isValue = dataset.names.some((name) => {
    const column = dataset.column(name)
    return column.kind !== 'numeric' && column.levels.includes('NA')
  })
  return isValue ? [''] : defaultMissing
}

/** Most quasi-identifiers times records: counting more would take over a second or two. */
const MOST_CELLS = 10_000_000

function inspectedRisk(
  data: Dataset,
  { names, isGuess }: RoleColumns,
  person: string | undefined,
): InspectedRisk | undefined {
  if (names.length === 0 || names.length * data.rows > MOST_CELLS) return undefined
  return { risk: fileRisk(data, { keys: names, person, maxSize: 0 }), isGuess }
}

function inspected(
  column: SeenColumn,
  { label, labels, measure, format, time, definition, missingKinds }: FileFacts,
  role: SuggestedRole | undefined,
  level: ColumnInspection['level'],
): Omit<ColumnInspection, 'hierarchy'> {
  const { name, kind, why, isSaid, shape, looks, suggestedKind, records, missing, distinct, dates } = column
  const { missingCodes, numbers, levels, allLevels, isOrdered } = column
  const values = { records, missing, distinct, missingCodes, numbers, levels, allLevels, isOrdered }
  const isRoleSaid = column.saidRole !== undefined
  const facts = { label, labels, measure, format, time, definition, missingKinds }
  const dateFormat = dates?.schema?.format
  const isAmbiguous = dates?.isAmbiguous === true
  const wrongDates = wrongText(dates, column.looked)
  const form = { shape, looks, suggestedKind, dateFormat, isAmbiguous, wrongDates }
  return { name, kind, why, isSaid, ...form, ...values, facts, role, isRoleSaid, level }
}
