import { SKEWED } from './proposed-rules.js'
import { determinedColumns, MOST_PAIRED, type DeterminedSearch } from './determined.js'
import type { EquationSearch } from './equations/equation.js'
import { holdsText } from './equations/equation-text.js'
import { exactSums, MOST_COLUMNS } from './equations/exact-sums.js'
import { numberColumns, proposedRules } from './proposed-rules.js'
import type { Finding, FindingKind, ProposedRule, SuggestedRole } from './inspection.js'
import { arePostalCodes, mayBeCodes } from './columns/number-codes.js'
import { codeText, isAge, type SeenColumn } from './columns/seen-column.js'
import { nameHint } from './name-hints.js'
import { unevenLevels } from './uneven-levels.js'
import { waveFindings } from './waves/wave-findings.js'
import { counted, named, numberText, percentText } from './words.js'

/** Share of zeros that causes problems for methods for continuous numbers. */
const MANY_ZEROS = 0.1

/**
 * Returns the findings about a file, by kind, one sentence each.
 *
 * @param seen - Its columns.
 * @param roles - Their likely roles.
 * @param records - Number of records.
 * @returns The findings, in the order of their kinds and of the columns, and rules that the values suggest.
 */
export function findingsOf(
  seen: readonly SeenColumn[],
  roles: ReadonlyMap<string, SuggestedRole>,
  records: number,
): { readonly findings: Finding[]; readonly rules: ProposedRule[] } {
  const columns = numberColumns(seen)
  const equations = exactSums(columns, records)
  const determined = determinedColumns(seen.map(({ looked }) => looked))
  const findings = [
    ...batteryFindings(roles),
    ...seen.filter(({ name }) => roles.get(name)?.battery === undefined).flatMap((column) => categoryFinding(column)),
    ...seen.flatMap(missingFinding),
    ...identifierFindings(seen, roles),
    ...seen.flatMap((column) => weightFinding(column, roles)),
    ...seen.flatMap(dateFinding),
    ...seen.flatMap(ageFinding),
    ...waveFindings(seen, roles),
    ...equationFindings(equations, records),
    ...determinedFindings(determined, equations),
    ...constantFindings(seen),
    ...numberFindings(seen),
    ...seen.flatMap(levelFinding),
    ...limitFindings(equations, determined),
  ]
  return { findings, rules: proposedRules(columns, equations, seen) }
}

function finding(kind: FindingKind, columns: readonly string[], text: string): Finding {
  return { kind, columns, text }
}

/** Returns a finding for each battery of a questionnaire. */
function batteryFindings(roles: ReadonlyMap<string, SuggestedRole>): Finding[] {
  const batteries = new Set([...roles.values()].flatMap(({ battery }) => (battery ? [battery] : [])))
  return [...batteries].map(({ columns, levels }) => {
    const text =
      `${columns[0]} to ${columns[columns.length - 1]} (${counted(columns.length, 'column')} with the values ` +
      `${levels.join(', ')}) look like items of a questionnaire: an intruder knows few answers of a person (role: item)`
    return finding('categories', columns, text)
  })
}

/** Returns the finding for a column with few integers: reasons for and against codes. */
function categoryFinding({
  name,
  looked,
  few,
  isSaid,
  kind,
  nearlyNumbers,
  markedNumber,
  missingCodes,
  shape,
  numbers,
  distinct,
}: SeenColumn): Finding[] {
  if (isSaid) return []
  if (markedNumber !== undefined) {
    const text = `${name}: would be numbers but for marks of thousands, currency or percent (${markedNumber}): write them without`
    return [finding('categories', [name], text)]
  }
  if (nearlyNumbers) {
    const texts = missingCodes.map(({ text }) => JSON.stringify(text)).join(', ')
    return [finding('categories', [name], `${name}: would be numbers but for ${texts}: name these as missing`)]
  }
  if (numbers !== undefined && nameHint(name)?.role !== 'identifier' && mayBeCodes(name, shape, numbers)) {
    const range = `${counted(distinct, 'number')} from ${numberText(numbers.least)} to ${numberText(numbers.greatest)}`
    const text = arePostalCodes(looked, missingCodes)
      ? `looks like postal codes: its name says so, and all have ${String(numbers.least).length} digits`
      : `may be codes: its name says ${nameHint(name)?.what ?? 'a code'}`
    return [finding('categories', [name], `${name} (${range}) ${text}`)]
  }
  if (kind !== 'numeric' || few === undefined || (shape !== 'codes' && shape !== 'few numbers')) return []
  const { areCodes, forCodes, forNumbers, numbers: codes } = few
  const looks = areCodes ? 'looks like codes' : 'looks like a count or a measure'
  const [own, other] = areCodes ? [forCodes, forNumbers] : [forNumbers, forCodes]
  const against = other.length > 0 ? `; against it: ${other.join(', ')}` : ''
  const list = codes.length <= 8 ? codes.map(({ value }) => String(value)).join(', ') : counted(codes.length, 'number')
  return [finding('categories', [name], `${name} (${list}) ${looks}: ${own.join(', ')}${against}`)]
}

function missingFinding({ name, missingCodes, nearlyNumbers }: SeenColumn): Finding[] {
  if (missingCodes.length === 0 || nearlyNumbers) return []
  return [finding('missing', [name], `${name}: ${missingCodes.map(codeText).join(', ')}`)]
}

function identifierFindings(seen: readonly SeenColumn[], roles: ReadonlyMap<string, SuggestedRole>): Finding[] {
  return seen.flatMap(({ name, distinct, records, missing }) => {
    const role = roles.get(name)
    if (role?.role !== 'identifier' && role?.role !== 'household' && role?.role !== 'person') return []
    const share = `${counted(distinct, 'value')} in ${counted(records - missing, 'record')}`
    return [finding('identifiers', [name], `${name}: ${role.role}${role.unsure ? '?' : ''}: ${role.why} (${share})`)]
  })
}

function weightFinding({ name, looked, numbers }: SeenColumn, roles: ReadonlyMap<string, SuggestedRole>): Finding[] {
  const role = roles.get(name)
  const isOther = role?.another === 'weight'
  if ((role?.role !== 'weight' && !isOther) || numbers === undefined) return []
  const sum = looked.values.reduce((total, value, r) => total + value * looked.counts[r], 0)
  const below = looked.values.reduce((count, value, r) => count + (value < 1 ? looked.counts[r] : 0), 0)
  const what = isOther ? role.why : 'weight'
  const light = below === 0 ? '' : `; ${counted(below, 'weight')} below 1`
  return [finding('weights', [name], `${name}: ${what}; the weights add up to ${numberText(sum)}${light}`)]
}

function dateFinding({ name, shape, dates, looks }: SeenColumn): Finding[] {
  if (shape !== 'dates' && shape !== 'times' && shape !== 'years') return []
  const doubt = dates?.isAmbiguous === true ? ': no day above 12 tells which is which' : ''
  return [finding('dates', [name], `${name}: ${looks}${doubt}`)]
}

/** Greatest age that is usually released unchanged, since there are few older persons. */
const OLDEST_RELEASED = 89

function ageFinding(column: SeenColumn): Finding[] {
  if (!isAge(column)) return []
  const { name, looked, missingCodes } = column
  const codes = new Set(missingCodes.map(({ text }) => text))
  const above = looked.values.reduce(
    (sum, value, r) => sum + (value > OLDEST_RELEASED && !codes.has(String(value)) ? looked.counts[r] : 0),
    0,
  )
  if (above === 0) return []
  const text = `${name}: above ${OLDEST_RELEASED} in ${counted(above, 'record')}: release these ages as one (coding/top-bottom with topAge: ${OLDEST_RELEASED})`
  return [finding('ages', [name], text)]
}

function equationFindings({ equations }: EquationSearch, records: number): Finding[] {
  return equations.map((one) => finding('sums', one.columns, `${one.text} ${holdsText(one, records)}`))
}

function determinedFindings({ determined, nearlyEqual }: DeterminedSearch, { equations }: EquationSearch): Finding[] {
  const isEquation = (a: string, b: string): boolean =>
    equations.some(({ columns }) => columns.length === 2 && columns.includes(a) && columns.includes(b))
  return [
    ...nearlyEqual
      .filter(({ columns: [a, b] }) => !isEquation(a, b))
      .map(({ columns, share }) =>
        finding(
          'sums',
          columns,
          `${columns[0]} = ${columns[1]} in ${percentText(share)} of the records that are not 0`,
        ),
      ),
    ...determined.flatMap(({ by, copies, columns }) => [
      ...copies
        .filter((copy) => !isEquation(by, copy))
        .map((copy) => finding('determined', [by, copy], `${by} and ${copy} say the same: one value for one value`)),
      ...(columns.length > 0 ? [finding('determined', [by, ...columns], `${by} determines ${named(columns)}`)] : []),
    ]),
  ]
}

function constantFindings(seen: readonly SeenColumn[]): Finding[] {
  const of = (shape: string): string[] => seen.filter((one) => one.shape === shape).map(({ name }) => name)
  const [constant, empty] = [of('constant'), of('empty')]
  return [
    ...(constant.length > 0 ? [finding('constant', constant, `the same in every record: ${named(constant)}`)] : []),
    ...(empty.length > 0 ? [finding('constant', empty, `no value at all: ${named(empty)}`)] : []),
  ]
}

/** Returns findings about distributions that restrict the choice of a method, one for all columns with a property. */
function numberFindings(seen: readonly SeenColumn[]): Finding[] {
  const amounts = seen.flatMap(({ name, numbers, shape, records, missing }) =>
    numbers !== undefined && (shape === 'numbers' || shape === 'few numbers')
      ? [{ name, numbers, present: records - missing }]
      : [],
  )
  type Amount = (typeof amounts)[number]
  const line = (what: string, of: readonly Amount[], text: (one: Amount) => string): Finding[] => {
    if (of.length === 0) return []
    return [
      finding(
        'numbers',
        of.map(({ name }) => name),
        `${what}: ${named(
          of.map((one) => `${one.name}${text(one)}`),
          6,
        )}`,
      ),
    ]
  }
  const skewed = amounts.filter(({ numbers: { skewness } }) => Math.abs(skewness ?? 0) >= SKEWED)
  const zeros = amounts.filter(({ numbers, present }) => numbers.zeros >= MANY_ZEROS * present)
  const negative = amounts.filter(({ numbers }) => numbers.negatives > 0)
  const heaped = amounts.filter(({ numbers }) => numbers.heaped !== null)
  const decimals = amounts.filter(({ numbers: { step, whole } }) => !whole && step !== null)
  const fine = amounts.filter(({ numbers: { step } }) => step === null)
  return [
    ...line(
      'long tails (skewness)',
      skewed,
      ({ numbers }) => ` ${numberText(Number((numbers.skewness ?? 0).toPrecision(2)))}`,
    ),
    ...line('many zeros', zeros, ({ numbers, present }) => ` ${percentText(numbers.zeros / present)}`),
    ...line('negative values', negative, ({ numbers }) => ` ${counted(numbers.negatives, 'record')}`),
    ...line('heaped on round numbers', heaped, ({ numbers: { heaped: heap } }) =>
      heap === null ? '' : ` ${percentText(heap.share)} multiples of ${numberText(heap.base)}`,
    ),
    ...line('decimals', decimals, ({ numbers }) => ` steps of ${numberText(numbers.step ?? 0)}`),
    ...line('more digits than a step has', fine, () => ''),
  ]
}

function levelFinding({ name, looked }: SeenColumn): Finding[] {
  return unevenLevels(looked).map((text) => finding('levels', [name], `${name}: ${text}`))
}

/** Returns findings about columns that were not examined, with the reason. */
function limitFindings(equations: EquationSearch, determined: DeterminedSearch): Finding[] {
  const sums = equations.left
  const pairs = determined.left
  const cut = determined.isCut
    ? ['dependences were not searched for in every pair of columns: the file is too large']
    : []
  return [
    ...(sums.length > 0
      ? [
          finding(
            'limits',
            sums,
            `equations were not looked for in ${named(sums)}: beyond ${MOST_COLUMNS} columns, or with too few complete records`,
          ),
        ]
      : []),
    ...(pairs.length > 0
      ? [
          finding(
            'limits',
            pairs,
            `dependences were searched for in the first ${MOST_PAIRED} columns only, not in ${named(pairs)}`,
          ),
        ]
      : []),
    ...cut.map((text) => finding('limits', [], text)),
  ]
}
