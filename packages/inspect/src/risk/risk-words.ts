import type { ExposedRecord, FileRisk, ValueRisk } from '@sdc/engine'
import { quoted } from '../inspect/output/next-commands.js'
import { areOf, leaveOutOf, riskSentence } from '../inspect/output/risk-sentence.js'
import { counted, named, numberText, percentText, sentenceList } from '../inspect/words.js'
import type { RiskReport } from './risk-report.js'

/** Share of records unique by one quasi-identifier from which it may be an identifier. */
const NEARLY_ALL = 0.95
/** Fewest records for advice by shares: in fewer, such shares occur by chance. */
const ENOUGH = 20
/** Number of records below which a file should be published as tables. */
const FEW = 100
/** Ratio of the greatest value to the 95 % point, or to the second value, above which it stands out. */
const HEAVY = 5
/** Share of values that occur once above which a known value finds its record. */
const MOSTLY_ONCE = 0.5
/** Share of the most frequent category from which it is known of nearly everybody. */
const NEARLY_ALWAYS = 0.95

/**
 * Returns the verdict in one sentence: the share of unique records, and the quasi-identifiers without which far fewer
 * are.
 */
export function riskVerdict({ risk, guessed }: Pick<RiskReport, 'risk' | 'guessed'>): string {
  return `Verdict: ${riskSentence(risk, guessed.includes('quasi-identifier'))}`
}

function itOf(names: readonly unknown[]): string {
  return names.length === 1 ? 'it' : 'them'
}

/** Returns sentences on the risk before masking, the small classes and the most exposed records. */
export function riskFacts(risk: FileRisk): string[] {
  const { identity, fewKeys, records, persons, k } = risk
  if (identity === undefined) return []
  const count = (n: number): string => `${numberText(n)} (${percentText(n / records)})`
  const few = fewKeys?.atMost.map((n, s) => `${numberText(n)} by ${s === 0 ? 'one alone' : `at most ${s + 1}`}`) ?? []
  const exposed = fewKeys?.exposed.map((one) => exposedText(one, fewKeys.maxSize)) ?? []
  return [
    riskSentence(risk, false),
    `${count(identity.belowThree)} are in classes of fewer than 3, ${count(identity.belowK)} of fewer than ${k}; an intruder who knows the quasi-identifiers finds ${percentText(identity.expected)} on average.`,
    ...(few.length > 1 ? [`Unique ${persons === undefined ? 'records' : 'persons'}: ${few.join(', ')} of them.`] : []),
    ...(exposed.length > 0 ? [`Most exposed: ${exposed.join('; ')}.`] : []),
  ]
}

/**
 * Describes an exposed record by the fewest values that identify it.
 *
 * @param exposed - The record.
 * @param maxSize - Greatest number of quasi-identifiers in the sets that were tried.
 * @returns `record 17: unique by age = 95 (and by 12 other sets of at most 3)`
 */
export function exposedText({ record, facts, sets }: ExposedRecord, maxSize: number): string {
  const known = facts.map(({ column, value }) => `${column} ${value === null ? 'missing' : `= ${value}`}`).join(', ')
  const more = sets === 1 ? '' : ` (and by ${counted(sets - 1, 'other set')} of at most ${maxSize})`
  return `record ${numberText(record)}: unique by ${known}${more}`
}

/** Action that a piece of advice recommends; `note`: none. */
export type Remedy = 'identifier' | 'coarsen' | 'mask' | 'top-code' | 'tables' | 'note'

/** Advice on the risk of a file before masking. */
export interface RiskAdvice {
  readonly remedy: Remedy
  readonly columns: readonly string[]
  readonly text: string
}

/** Returns advice that lowers the risk or corrects its measurement, the most important first. */
export function riskAdvice(risk: FileRisk): RiskAdvice[] {
  const { identity, records, values, weights } = risk
  const ids = identity?.keys.filter(({ alone }) => records >= ENOUGH && alone >= NEARLY_ALL * records) ?? []
  const same = identity?.keys.filter(({ levels, missing }) => levels === 0 || (levels === 1 && missing === 0)) ?? []
  const { names, unique } = leaveOutOf(risk)
  const levels = new Map(identity?.keys.map((one) => [one.key, one.levels]))
  const once = values.filter((one) => one.present >= ENOUGH && one.once > MOSTLY_ONCE).map(({ column }) => column)
  const advice = (remedy: Remedy, columns: readonly string[], text: string): RiskAdvice => ({ remedy, columns, text })
  return [
    ...ids.map(({ key, alone }) =>
      advice(
        'identifier',
        [key],
        `${key} alone makes ${alone === records ? 'every record' : percentText(alone / records)} unique. Give it the role identifier in the schema, if it is one.`,
      ),
    ),
    ...(names.length === 0
      ? []
      : [
          advice(
            'coarsen',
            names,
            `Recode ${sentenceList(names.map((name) => `${name} (${counted(levels.get(name) ?? 0, 'value')})`))} to fewer classes, or leave ${itOf(names)} out: without ${itOf(names)} ${percentText(unique / records)} ${areOf(unique)} unique, not ${percentText((identity?.unique ?? 0) / records)}.`,
          ),
        ]),
    ...(same.length > 0 && records > 1
      ? [
          advice(
            'note',
            same.map(({ key }) => key),
            `${named(same.map(({ key }) => key))}: the same value in every record, so ${same.length === 1 ? 'it adds' : 'they add'} no risk.`,
          ),
        ]
      : []),
    ...(once.length === 0
      ? []
      : [
          advice(
            'mask',
            once,
            `${named(once)}: most values occur once, so an intruder who knows one finds its record. Mask ${itOf(once)}.`,
          ),
        ]),
    ...values.flatMap((value) => valueAdvice(value, records)),
    ...(weights !== undefined && weights.belowOne > 0
      ? [
          advice(
            'note',
            [weights.column],
            `${counted(weights.belowOne, 'weight')} of ${weights.column} ${areOf(weights.belowOne)} below 1${weights.zero > 0 ? ` (${numberText(weights.zero)} of them 0)` : ''}: usual after calibration, but not for weights as they were designed. Risks count each of these records once at least.`,
          ),
        ]
      : []),
    ...(records > 0 && records < FEW
      ? [
          advice(
            'tables',
            [],
            `${counted(records, 'record')} ${areOf(records)} few: publish tables of them (sdc table build).`,
          ),
        ]
      : []),
  ]
}

function valueAdvice({ column, numbers, level }: ValueRisk, records: number): RiskAdvice[] {
  const greatest = numbers && greatestText(numbers)
  return [
    ...(greatest === undefined
      ? []
      : [
          {
            remedy: 'top-code' as const,
            columns: [column],
            text: `${column}: the greatest value is ${greatest}. An intruder who knows whose it is learns it. Top-code it (coding/top-bottom).`,
          },
        ]),
    ...(level !== undefined && records >= ENOUGH && level.share >= NEARLY_ALWAYS
      ? [
          {
            remedy: 'note' as const,
            columns: [column],
            text: `${column}: ${percentText(level.share)} have the same category: it discloses the value of nearly everybody in the file.`,
          },
        ]
      : []),
  ]
}

/** Returns the distance of the greatest value from the others; undefined if it does not stand out. */
function greatestText({ greatest, overP95, overSecond }: NonNullable<ValueRisk['numbers']>): string | undefined {
  if (greatest === null || greatest <= 0) return undefined
  if (overP95 === null && overSecond === null) return 'the only positive one'
  const [times, of] = overP95 === null ? [overSecond ?? 0, 'second'] : [overP95, '95 % point']
  return times > HEAVY ? `${numberText(round(times))} times the ${of}` : undefined
}

/** Rounds to two significant digits, and to integers from 10 on. */
export function round(value: number): number {
  return value >= 10 ? Math.round(value) : Number(value.toPrecision(2))
}

/** Returns the next commands. */
export function riskNext({ file, schemaName, risk, guessed }: RiskReport): string[] {
  if (risk.records === 0) return []
  const compare = (schema: string): string => `sdc compare ${quoted(file)} --schema ${quoted(schema)} -o comparison/`
  if (schemaName !== undefined && risk.keys.length > 0 && !guessed.includes('quasi-identifier'))
    return [compare(schemaName)]
  return [
    schemaName === undefined
      ? `sdc inspect ${quoted(file)} --write schema.yaml`
      : `name quasi-identifiers in ${schemaName}; then`,
    ...(schemaName === undefined ? ['correct its roles; then'] : []),
    compare(schemaName ?? 'schema.yaml'),
  ]
}
