import { maskedRoles, neverMaskedRoles, roles, type Registry } from '@sdc/core'
import { wrapped } from '@sdc/report/tables'
import { defaultMissing } from '@sdc/files'
import type { Battery } from '../roles/batteries.js'
import { roleText } from '../../roles/honoured-by.js'
import type { ColumnInspection, Finding, Inspection, ProposedRule } from '../inspection.js'
import { counted, numberText } from '../words.js'
import { saysPersonsName } from '../name-hints.js'
import { factLines, missingTexts } from './fact-lines.js'
import { list, scalar } from './yaml-text.js'

/** Comments are broken into lines of this width. */
const WIDTH = 100
/** Longest key of a mapping; longer ones need another form in YAML. */
const LONG_KEY = 1000

/**
 * Returns an inspection as a schema to correct: every column with its kind and role and, as comments, the reasons and
 * open decisions. Every command reads it unchanged (`--schema`). It contains counts, and only values that need a
 * decision: codes that may mean missing, and the categories of columns with few.
 *
 * @param inspection - The inspection.
 * @param registry - Metrics and methods, for the ids that use the roles weight and household.
 * @returns YAML.
 */
export function schemaText(inspection: Inspection, registry: Registry): string {
  const { file, records, columns, dialect, findings, missing, sheet } = inspection
  const isDefault = missing === defaultMissing
  const head = [
    `Found by sdc inspect in ${oneLine(file)} (${counted(records, 'record')}, ${counted(columns.length, 'column')}). Correct it before use.`,
    'Lines that begin with # are comments: take the sign away to say so. Roles with a ? are guesses.',
    'It has facts about the data: keep it secret.',
  ]
  const explained = roles.map((role) => `  ${role}: ${roleText(role, registry)}`)
  const relations = findings.filter(({ kind }) => kind === 'sums' || kind === 'determined')
  return [
    ...head.flatMap((text) => comment(text)),
    '#',
    '# kind: numeric, categorical, date, datetime or time. role: what the column is to disclosure control:',
    ...explained.flatMap((text) => comment(text, '    ')),
    '',
    ...(dialect.header ? [] : ['header: false']),
    ...(dialect.header ? ['# header: true        # the first line holds the names, also where they are numbers'] : []),
    `# separator: ${scalar(dialect.separator)}`,
    `# decimal: ${scalar(dialect.decimal)}`,
    ...(dialect.encoding.startsWith('utf-') ? [] : [`encoding: ${scalar(dialect.encoding)}`]),
    ...(sheet === undefined ? [] : [`sheet: ${scalar(sheet)}`]),
    `${isDefault ? '# ' : ''}missing: ${list(missing)}    # the texts that mean a missing value in every column`,
    ...(columns.some(({ role }) => role?.role === 'item')
      ? ['# knownItems: 3    # answers to items that an intruder may know of a person']
      : []),
    ...relationLines(relations),
    ...ruleLines(inspection.rules),
    '',
    columns.length === 0 ? 'columns: {}' : 'columns:',
    ...columns.flatMap((column) => columnOrPattern(column, inspection)),
    '',
  ].join('\n')
}

/** Returns a warning that masking columns separately breaks their sums. */
function relationLines(relations: readonly Finding[]): string[] {
  if (relations.length === 0) return []
  const lines = relations.slice(0, MOST_RELATIONS).flatMap(({ text }) => comment(`- ${text}`, '  '))
  const rest = relations.length - MOST_RELATIONS
  return [
    '#',
    '# Dependences between columns:',
    ...lines,
    ...(rest > 0 ? [`# and ${rest} more: sdc inspect --all`] : []),
  ]
}

/**
 * Returns the rules that hold and, as comments, those with exceptions, possible coincidences, and sums with a long
 * tail.
 */
function ruleLines(rules: readonly ProposedRule[]): string[] {
  if (rules.length === 0) return []
  const isAny = rules.some(({ isActive }) => isActive)
  return [
    '#',
    '# Rules that masked records keep. Choose the rules that hold by definition, not by chance. A sum with a long',
    '# tail is a comment: computed after masking, it can come near its greatest original value.',
    `${isAny ? '' : '# '}rules:`,
    ...rules.map(({ rule, broken, judged, isActive }) => {
      const where =
        broken === 0
          ? `in all ${counted(judged, 'record')} with values`
          : `broken in ${broken} of ${counted(judged, 'record')}`
      return `${isActive ? '' : '# '}  - ${scalar(rule)}    # ${where}`
    }),
  ]
}

const MOST_RELATIONS = 30

/** Returns the lines of a column; a pattern for the first item of a battery, and nothing for its other items. */
function columnOrPattern(column: ColumnInspection, inspection: Inspection): string[] {
  const { role, isRoleSaid } = column
  const battery = isRoleSaid ? undefined : role?.battery
  if (role === undefined || battery === undefined || !isPattern(battery, inspection))
    return columnLines(column, inspection)
  const { columns, levels, stem, isScale } = battery
  if (column.name !== columns[0]) return []
  const items = inspection.columns.filter(({ name }) => columns.includes(name))
  const codes = items.find(({ missingCodes }) => missingCodes.length > 0) ?? column
  return [
    ...comment(`${columns[0]} to ${columns[columns.length - 1]}: ${oneLine(role.why)}`).map((line) => `  ${line}`),
    ...keyLines(`${stem}*`, false),
    ...(isScale
      ? ['    kind: numeric    # answers on a scale: methods for numbers keep their relations']
      : ['    kind: categorical']),
    '    role: item    # ? an intruder may know a few answers of a person, not all',
    ...(isScale
      ? []
      : [
          `    # levels: ${list(levels)}    # in order, with`,
          '    # ordered: true    # where their order means something',
        ]),
    ...missingLines(codes, inspection).map((line) => `    ${line}`),
  ]
}

/** Returns true if one pattern matches all items of a battery and no other column. */
function isPattern({ columns, stem }: Battery, { columns: all, missing }: Inspection): boolean {
  const others = all.filter(({ name, role }) => name.startsWith(stem) && !columns.includes(name) && role?.battery)
  const items = all.filter(({ name }) => columns.includes(name))
  return (
    !stem.includes('*') &&
    others.length === 0 &&
    items.every((one) => !one.isSaid && one.level === undefined && factLines(one, missing).length === 0)
  )
}

function columnLines(column: ColumnInspection, inspection: Inspection): string[] {
  const { name, role, suggestedKind, kind, dateFormat, wrongDates, isAmbiguous } = column
  const wrong =
    wrongDates === '' ? '' : `    # ${oneLine(wrongDates.slice(2))}: correct the file, or name it as missing`
  const isTime = suggestedKind !== 'numeric' && suggestedKind !== 'categorical'
  const form = dateFormat === undefined || !isTime ? [] : [`    dateFormat: ${scalar(dateFormat)}${wrong}`]
  const said = suggestedKind === undefined || isAmbiguous ? [] : [`    kind: ${suggestedKind}`, ...form]
  const roleLine =
    role === undefined
      ? ['    # role: non-confidential    # it has no value']
      : [`    role: ${role.role}${role.unsure ? `    # ? ${oneLine(role.why)}` : ''}`]
  const levelLine = levelLineOf(column, inspection)
  const facts = factLines(column, inspection.missing).map((line) => `    ${line}`)
  const body = [...said, ...roleLine, ...levelLine, ...facts]
  const hasNothing = suggestedKind === undefined && role === undefined && facts.length === 0
  // The kind of a column that is never masked needs no statement.
  const isKept = role !== undefined && neverMaskedRoles.includes(role.role)
  const settled = [...kindLines(column), ...boundLines(column), ...levelLines(column)]
  const rule = column.hierarchy === undefined ? [] : [`# hierarchy: ${column.hierarchy}    # classes for recoding`]
  const decide = [...missingLines(column, inspection), ...(isKept ? [] : settled), ...rule]
  return [
    ...comment(`${oneLine(whatItIs(column))}; ${kind}: ${whyWithoutCells(column.why)}`).map((line) => `  ${line}`),
    ...keyLines(name, hasNothing),
    ...body,
    ...decide.map((line) => `    ${line}`),
  ]
}

/** Returns the level of its values, if records of one person or household could share them. */
function levelLineOf(column: ColumnInspection, { columns }: Inspection): string[] {
  const { level, role } = column
  if (level !== undefined) return [`    level: ${level}    # the same in all records of each ${level}`]
  const ids = (['person', 'household'] as const).find((unit) => columns.some((one) => one.role?.role === unit))
  if (ids !== 'person' && isSharedName(column) && columns.some(isOwnNumber))
    return ['    level: record    # several persons may share a value']
  if (ids === undefined || role === undefined || !maskedRoles.includes(role.role)) return []
  return [`    level: record    # differs between records of one ${ids}`]
}

/** Returns true for names, addresses or phones that several records share. */
function isSharedName({ name, role, isRoleSaid, distinct, records, missing }: ColumnInspection): boolean {
  return role?.role === 'identifier' && !isRoleSaid && saysPersonsName(name) && distinct < records - missing
}

/**
 * Returns true for an identifier that is unique for every record. Without one, a name may be the only identifier of a
 * person.
 */
function isOwnNumber({ role, distinct, records }: ColumnInspection): boolean {
  return role?.role === 'identifier' && distinct === records
}

/** Returns the lines of a key; a column without any entry is an empty object, since YAML would read null. */
function keyLines(name: string, hasNothing: boolean): string[] {
  const key = scalar(name)
  const value = hasNothing ? ' {}' : ''
  return key.length > LONG_KEY ? [`  ? ${key}`, `  :${value}`] : [`  ${key}:${value}`]
}

function whatItIs({ shape, distinct, missing, numbers, suggestedKind, kind }: ColumnInspection): string {
  const different = `${counted(distinct, 'value')}${missing > 0 ? `, ${counted(missing, 'missing cell')}` : ''}`
  const negative = numbers && numbers.negatives > 0 ? `, ${counted(numbers.negatives, 'negative one')}` : ''
  const doubt = suggestedKind === 'categorical' && kind === 'numeric' ? ' read as numbers' : ''
  return `${shape}${doubt}, ${different}${negative}`
}

/** Returns the reason without quoted cells, which may contain a name. */
function whyWithoutCells(why: string): string {
  const at = /^(line \d+): /.exec(why)
  if (!at) return why
  const rest = why.slice(at[0].length)
  const problem = ['leading zeros', 'beyond 2^53', 'too large'].find((text) => rest.includes(text))
  return `${at[1]} ${problem === undefined ? 'has a text that is not a number' : `has a number with ${problem}`}`
    .replace('a number with beyond 2^53', 'a whole number beyond 2^53')
    .replace('a number with too large', 'a number too large')
}

/** Returns the kind, if it is undecided. */
function kindLines(column: ColumnInspection): string[] {
  const { suggestedKind, kind, shape, missingCodes, isSaid, dateFormat, isAmbiguous } = column
  if (isSaid) return []
  if (isAmbiguous && dateFormat !== undefined) {
    const other = dateFormat.replace(/[DM]+/g, (part) => part.replaceAll(/[DM]/g, (sign) => (sign === 'D' ? 'M' : 'D')))
    return [
      '# kind: date    # day or month first? No number above 12 tells; choose the dateFormat',
      `# dateFormat: ${scalar(dateFormat)}`,
      `# dateFormat: ${scalar(other)}`,
    ]
  }
  if (suggestedKind === 'categorical' && kind === 'numeric')
    return ['# kind: numeric    # if its sizes mean something; then it may be averaged']
  if (suggestedKind !== undefined || shape === 'empty') return []
  if (kind === 'categorical') {
    const cells = missingCodes.reduce((sum, { records }) => sum + records, 0)
    return [`# kind: numeric    # all are numbers but ${counted(cells, 'cell')}: name what these say as missing, too`]
  }
  return ['# kind: categorical    # a category?', '# kind: numeric        # or a count?']
}

function missingLines(
  { missingCodes, facts, dateFormat, isAmbiguous }: ColumnInspection,
  { missing }: Inspection,
): string[] {
  if (missingCodes.length === 0) return []
  const known = missingTexts(facts, missing) ?? missing
  const codes = [...new Set([...known, ...missingCodes.map(({ text }) => text)])]
  const why = missingCodes.map((one) => `${counted(one.records, 'cell')} ${scalar(one.text)}, ${one.why}`).join('; ')
  // Without kind and format the column could not be read as dates.
  const isNeeded = dateFormat !== undefined && !isAmbiguous
  return [`${isNeeded ? '' : '# '}missing: ${list(codes)}    # ${oneLine(why)}`]
}

/** Returns bounds suggested by the values, which masked values then respect. */
function boundLines({ numbers, shape, suggestedKind, missingCodes }: ColumnInspection): string[] {
  if (numbers === undefined || (suggestedKind !== 'numeric' && suggestedKind !== undefined) || shape === 'constant')
    return []
  const hasCodesBelow = missingCodes.some(({ text }) => text.startsWith('-'))
  const isNatural = numbers.negatives === 0 || (hasCodesBelow && numbers.least >= -999)
  return [
    ...(isNatural ? ['# min: 0    # no value is below 0'] : []),
    ...(numbers.whole ? ['# integer: true    # all values are whole numbers'] : []),
    ...(numbers.step !== null && !numbers.whole ? [`# all values are multiples of ${numberText(numbers.step)}`] : []),
  ]
}

function levelLines({ levels, suggestedKind, isSaid, facts }: ColumnInspection): string[] {
  if (levels === undefined || levels.length < 2 || isSaid || suggestedKind !== 'categorical') return []
  if (facts.labels !== undefined) return []
  return [`# levels: ${list(levels)}    # in order, with`, '# ordered: true    # where their order means something']
}

function comment(text: string, indent = ''): string[] {
  return wrapped(oneLine(text), WIDTH - 2, '')
    .split('\n')
    .map((line, k) => `# ${k === 0 ? leadOf(text) : `${leadOf(text)}${indent}`}${line}`)
}

/** Returns the blanks at the beginning of a line, which breaking it would lose. */
function leadOf(text: string): string {
  return /^ */.exec(text)?.[0] ?? ''
}

/** Replaces line ends, so that no text of a file can end a comment. */
function oneLine(text: string): string {
  return text.replace(/[\p{Control}\u2028\u2029\s]+/gu, ' ')
}
