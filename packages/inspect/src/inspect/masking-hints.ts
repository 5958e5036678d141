import { asWarning, type Dataset, type Message } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { parseRules } from '@sdc/rules'
import { holdsText } from './equations/equation-text.js'
import { exactSums } from './equations/exact-sums.js'
import { columnsOfRole, guessedRoles, type GuessedRoles } from './guessed-roles.js'
import { codeText, type SeenColumn } from './columns/seen-column.js'
import { levelsOfColumns } from './levels-of-columns.js'
import { named } from './words.js'

/**
 * Warnings against masking some columns as plain numbers. Reasons are dates as YYYYMMDD, codes for missing values,
 * numbers that look like codes of categories, equations that masking breaks, and values that all records of a person or
 * household share.
 *
 * @param data - The original.
 * @param masked - The columns that are masked.
 * @param schema - Schema of the file; its entries need no warning.
 * @returns A warning for each kind. Cost: a sort per column, and a search for equations among the columns of numbers.
 */
export function maskingHints(data: Dataset, masked: readonly string[], schema: FileSchema | undefined): Message[] {
  const guessed = guessedRoles(data, schema)
  const numbers = guessed.seen.filter(({ kind, name }) => kind === 'numeric' && masked.includes(name))
  const open = numbers.filter(({ isSaid }) => !isSaid)
  const dates = open.filter(({ shape }) => shape === 'dates')
  const codes = open.filter(({ shape }) => shape === 'codes')
  const missing = numbers.filter(({ missingCodes, shape }) => missingCodes.length > 0 && shape !== 'dates')
  const names = (of: readonly SeenColumn[]): string => named(of.map(({ name }) => name))
  return [
    ...(dates.length === 0
      ? []
      : [
          `dates as YYYYMMDD are masked as numbers, and some become no day of the calendar (kind: date, dateFormat: YYYYMMDD): ${names(dates)}`,
        ]),
    ...(missing.length === 0
      ? []
      : [
          `numbers that look like codes for missing values are masked with the others (name them as missing in a schema): ${named(
            missing.map(({ name, missingCodes }) => `${name} ${missingCodes.map(codeText).join(', ')}`),
          )}`,
        ]),
    ...(codes.length === 0
      ? []
      : [
          `numbers that look like codes of categories or answers are masked as amounts (kind: categorical): ${names(codes)}`,
        ]),
    ...equationHints(guessed.seen, masked, data.rows, schema),
    ...levelHints(guessed, masked, schema),
  ].map(asWarning)
}

function equationHints(
  seen: readonly SeenColumn[],
  masked: readonly string[],
  records: number,
  schema: FileSchema | undefined,
): string[] {
  const columns = seen.flatMap(({ name, looked: { column }, distinct, shape }) =>
    column.kind === 'numeric' && distinct > 1 && shape !== 'dates'
      ? [{ name, values: column.values, time: column.time }]
      : [],
  )
  const ruled = parseRules(schema?.rules ?? []).map((rule) => rule.columns)
  const touched = exactSums(columns, records).equations.filter(
    (one) =>
      one.columns.some((name) => masked.includes(name)) &&
      !ruled.some((names) => one.columns.every((name) => names.includes(name))),
  )
  if (touched.length === 0) return []
  const texts = touched.map((one) => `${one.text} ${holdsText(one, records)}`)
  return [`equations that masking may break (rules in the schema are kept): ${named(texts, 3)}`]
}

/**
 * Returns warnings for columns with one value per person or household, if the schema declares no column of that role:
 * with it, they would get one masked value each.
 */
function levelHints(guessed: GuessedRoles, masked: readonly string[], schema: FileSchema | undefined): string[] {
  const levels = [...levelsOfColumns(guessed)].filter(
    ([name]) => masked.includes(name) && schema?.columns[name]?.level === undefined,
  )
  return (['person', 'household'] as const).flatMap((level) => {
    const shared = levels.flatMap(([name, of]) => (of === level ? [name] : []))
    const ids = columnsOfRole(guessed, level).names[0]
    const isSaid = Object.values(schema?.columns ?? {}).some(({ role }) => role === level)
    if (shared.length === 0 || isSaid) return []
    return [
      `all records of a ${level} (${ids}) have one value and are masked one by one, so that the mean over them undoes noise (give ${ids} the role ${level} in the schema): ${named(shared)}`,
    ]
  })
}
