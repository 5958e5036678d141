import { listed, option, SdcError, type CategoricalColumn, type Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { levelLabel, levelParts } from '@sdc/toolkit/internal'

const id = 'categorical/pram'

/** Maximum number of levels: a larger matrix takes long and is useless, since such a column is an identifier. */
export const MOST_LEVELS = 1000

/** Variable that is drawn as one: a column, or several crossed ones. */
export interface PramVariable {
  /** The column's name, or those of the crossed columns as a label. */
  readonly name: string
  /** `column "region"`, for messages. */
  readonly what: string
  readonly names: readonly string[]
  readonly columns: readonly CategoricalColumn[]
  /** Category of every column by level, null if it is missing. */
  readonly levels: readonly (readonly (string | null)[])[]
  /** Label of each level. */
  readonly labels: readonly string[]
  /** Level of each record; −1 for a record without one, which stays unchanged. */
  readonly codes: Int32Array
  /** Number of ordered levels, which come first. */
  readonly ordered: number
}

/**
 * Makes the variables that are masked: the crossed columns as one, of the levels that occur, in the order of the
 * columns' own levels; every other column by itself, with all its levels.
 *
 * @param data - Records.
 * @param names - Columns to mask.
 * @param options - Crossed columns, and true if a missing value is a level, the last of its column; else records with
 *   one have no level.
 * @returns The variables.
 * @throws BAD_PARAMETER if a crossed column is not among those to mask, NOT_CATEGORICAL, BAD_PLAN for too many levels
 */
export function pramVariables(
  data: Dataset,
  names: readonly string[],
  options: { crossed?: readonly string[] | undefined; missingAsLevel?: boolean | undefined },
): PramVariable[] {
  const { crossed = [], missingAsLevel = false } = options
  checkCrossed(names, crossed)
  const single = names.filter((name) => !crossed.includes(name)).map((name) => byItself(data, name, missingAsLevel))
  return crossed.length === 0 ? single : [crossing(data, crossed, missingAsLevel), ...single]
}

/**
 * Adds levels to a variable that some records may become: combinations of categories, new ones of a nominal column.
 *
 * @param variable - Masked variable.
 * @param further - Labels of the levels to add.
 * @param missingAsLevel - True if the missing value is a level.
 * @returns The extended variable.
 * @throws BAD_PARAMETER for a level that has no place
 */
export function withLevels(variable: PramVariable, further: readonly string[], missingAsLevel: boolean): PramVariable {
  if (further.length === 0) return variable
  const { what, names, columns } = variable
  const added = further.map((label) => {
    const parts = levelParts(label, names.length)
    const refuse = (why: string, fix: string): never => {
      const message = `the transition matrix of ${what} lets categories become "${label}", ${why}`
      throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'matrix', column: names[0] }, fix)
    }
    if (!parts) return refuse(`which does not name ${names.length} columns`, 'Write crossed levels as "north | f".')
    parts.forEach((part, j) => {
      if (part === null && !missingAsLevel)
        refuse('a missing value', 'Set missingAsLevel=true, or leave it out of the matrix.')
      if (part === null || !columns[j].ordered || columns[j].levels.includes(part)) return
      refuse(
        `which has no place in the order of column "${names[j]}"`,
        'Name it among the levels of the schema, or leave it out of the matrix.',
      )
    })
    return parts
  })
  const grown = columns.map((column, j) => {
    const fresh = new Set(added.flatMap((parts) => parts[j] ?? []).filter((part) => !column.levels.includes(part)))
    return fresh.size === 0 ? column : { ...column, levels: [...column.levels, ...fresh] }
  })
  return {
    ...variable,
    columns: grown,
    levels: [...variable.levels, ...added],
    labels: [...variable.labels, ...further],
  }
}

/**
 * Makes the columns of a variable with the drawn levels of its records; records without one stay unchanged.
 *
 * @param variable - Variable.
 * @param drawn - Level of each record, −1 if it has none.
 * @returns The columns with their names.
 */
export function maskedColumns(variable: PramVariable, drawn: Int32Array): [string, CategoricalColumn][] {
  const { names, columns, levels } = variable
  // The levels of a single column are its own, in their order.
  const isOwn = columns.length === 1 && levels.every(([part], level) => part === columns[0].levels[level])
  if (isOwn) return [[names[0], { ...columns[0], codes: drawn }]]
  return columns.map((column, j) => {
    const codeOf = new Map<string | null, number>(column.levels.map((level, code) => [level, code]))
    codeOf.set(null, -1)
    const codeOfLevel = Int32Array.from(levels, (parts) => codeOf.get(parts[j]) ?? -1)
    const codes = column.codes.map((code, i) => (drawn[i] < 0 ? code : codeOfLevel[drawn[i]]))
    return [names[j], { ...column, codes }]
  })
}

/**
 * Counts the records of each level.
 *
 * @param variable - Levels of the records.
 */
export function levelCounts(variable: Pick<PramVariable, 'codes' | 'levels'>): Float64Array {
  const { codes, levels } = variable
  const counts = new Float64Array(levels.length)
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++
  return counts
}

function byItself(data: Dataset, name: string, missingAsLevel: boolean): PramVariable {
  const column = categoriesOf(data, name)
  const { levels: own, codes } = column
  const levels: (readonly (string | null)[])[] = own.map((level) => [level])
  if (missingAsLevel) levels.push([null])
  return {
    name,
    what: `column "${name}"`,
    names: [name],
    columns: [column],
    levels,
    labels: labelsOf(levels, missingAsLevel),
    codes: missingAsLevel ? codes.map((code) => (code < 0 ? own.length : code)) : codes,
    ordered: column.ordered ? own.length : 0,
  }
}

function crossing(data: Dataset, names: readonly string[], missingAsLevel: boolean): PramVariable {
  const columns = names.map((name) => categoriesOf(data, name))
  const { ids, firsts } = keyClasses(columns.map(({ codes }) => codes))
  const codesOf = (row: number): number[] =>
    columns.map(({ codes, levels }) => (codes[row] < 0 ? levels.length : codes[row]))
  const isMissing = (row: number): boolean => columns.some(({ codes }) => codes[row] < 0)
  const what = `the crossed columns ${names.map((name) => `"${name}"`).join(', ')}`
  const classes = [...firsts.keys()].filter((one) => missingAsLevel || !isMissing(firsts[one]))
  refuseMany(classes.length, `${what} have`, names[0])
  const places = new Map(classes.map((one) => [one, codesOf(firsts[one])]))
  classes.sort((a, b) => compare(places.get(a) ?? [], places.get(b) ?? []))
  const levelOf = new Int32Array(firsts.length).fill(-1)
  classes.forEach((one, level) => (levelOf[one] = level))
  const levels = classes.map((one) =>
    columns.map(({ codes, levels: own }) => (codes[firsts[one]] < 0 ? null : own[codes[firsts[one]]])),
  )
  return {
    name: levelLabel(names),
    what,
    names,
    columns,
    levels,
    labels: labelsOf(levels, true),
    codes: ids.map((one) => levelOf[one]),
    ordered: 0,
  }
}

/** If the missing value is not a level of a column, a category with that name is not taken for it. */
function labelsOf(levels: readonly (readonly (string | null)[])[], escaped: boolean): string[] {
  return levels.map((parts) => (escaped ? levelLabel(parts) : (parts[0] ?? '')))
}

function compare(a: readonly number[], b: readonly number[]): number {
  const j = a.findIndex((code, at) => code !== b[at])
  return j < 0 ? 0 : a[j] - b[j]
}

function categoriesOf(data: Dataset, name: string): CategoricalColumn {
  const column = data.column(name)
  if (column.kind === 'numeric') {
    const place = { method: id, column: name }
    const fix = 'Declare it nominal in a schema.'
    throw new SdcError('NOT_CATEGORICAL', `column "${name}" has numbers`, place, fix)
  }
  refuseMany(column.levels.length, `column "${name}" has`, name)
  return column
}

function refuseMany(count: number, what: string, column: string): void {
  if (count <= MOST_LEVELS) return
  const message = `${what} ${count} categories; ${id} allows ${MOST_LEVELS}`
  const fix = 'Recode to fewer categories first, or leave it out.'
  throw new SdcError('BAD_PLAN', message, { method: id, column }, fix)
}

function checkCrossed(names: readonly string[], crossed: readonly string[]): void {
  const place = { method: id, parameter: 'crossed' }
  const twice = crossed.find((name, j) => crossed.indexOf(name) < j)
  if (twice !== undefined)
    throw new SdcError('BAD_PARAMETER', `crossed names "${twice}" twice`, place, 'Name each column once.')
  const other = crossed.find((name) => !names.includes(name))
  if (other === undefined) return
  const message = `crossed names "${other}", which is not among the columns to mask`
  const fix = `Name it among the columns to mask (${option('columns')}), which are ${listed(names)}, or leave it out of crossed.`
  throw new SdcError('BAD_PARAMETER', message, { ...place, column: other }, fix)
}
