import type { Dataset } from '@sdc/core'
import { fileRisk, type FileSchema } from '@sdc/engine'
import { defaultMissing, type CsvFile } from '@sdc/files'
import type { ColumnInspection, InspectedRisk, Inspection, SuggestedRole } from './inspection.js'
import { findingsOf } from './findings.js'
import { columnsOfRole, guessedRoles, type RoleColumns } from './guessed-roles.js'
import type { SeenColumn } from './inspect-column.js'
import { levelsOfColumns } from './levels-of-columns.js'

/** Name and known properties of the inspected file. */
export interface InspectOptions {
  /** The name of the file, for the commands that are suggested. */
  readonly file: string
  readonly schema?: FileSchema | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/** A table; only one from CSV has a dialect. */
export interface InspectedTable extends Pick<CsvFile, 'dataset'> {
  readonly dialect?: Inspection['dialect']
}

/** Dialect of CSV by default. */
const plain = { separator: ',', decimal: '.', header: true } as const

/**
 * Inspects every column of a file: its kind and the reason for it, its possible role in disclosure control, and obstacles
 * to masking it. Then inspects relations between columns.
 *
 * @param source - The file as it was read.
 * @param options - Its name, and what a schema says.
 * @returns The inspection. Cost: a sort for each column, and bounded searches; messages name what a bound leaves out.
 */
export function inspectFile({ dataset, dialect = plain }: InspectedTable, options: InspectOptions): Inspection {
  const { schema, file, tick } = options
  const guessed = guessedRoles(dataset, schema, (done) => tick?.(0.7 * done))
  const { seen, roles } = guessed
  tick?.(0.7)
  const levels = levelsOfColumns(guessed)
  const columns = seen.map((column): ColumnInspection => {
    return inspected(column, roles.get(column.name), levels.get(column.name))
  })
  const findings = findingsOf(seen, roles, dataset.rows)
  const risk = inspectedRisk(
    dataset,
    columnsOfRole(guessed, 'quasi-identifier'),
    columnsOfRole(guessed, 'person').names[0],
  )
  tick?.(1)
  const { separator, decimal, header } = dialect
  const missing = schema?.missing ?? defaultMissing
  return { file, records: dataset.rows, columns, findings, risk, dialect: { separator, decimal, header }, missing }
}

/** Keys times records beyond which counting them takes more than a second or two. */
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
  role: SuggestedRole | undefined,
  level: ColumnInspection['level'],
): ColumnInspection {
  const { name, kind, why, isSaid, shape, looks, suggestedKind, records, missing, distinct } = column
  const { missingCodes, numbers, levels } = column
  const values = { records, missing, distinct, missingCodes, numbers, levels }
  const isRoleSaid = column.saidRole !== undefined
  return { name, kind, why, isSaid, shape, looks, suggestedKind, ...values, role, isRoleSaid, level }
}
