import type { ExposedRecord, FileRisk, ValueRisk } from '@sdc/engine'
import { quoted } from '../inspect/next-commands.js'
import { areOf, leaveOutOf, listed, riskSentence } from '../inspect/risk-sentence.js'
import { counted, named, numberText, percentText } from '../inspect/words.js'
import type { RiskReport } from './risk-report.js'

/** Share of the records that a quasi-identifier makes unique by itself, from which on it may be an identifier. */
const NEARLY_ALL = 0.95
/** Fewer records differ in a quasi-identifier by chance. */
const ENOUGH = 20
/** Files of fewer records are published as tables. */
const FEW = 100
/** The greatest value over the 95 % point, from which on it stands out. */
const HEAVY = 5
/** Share of values that occur once, from which on a known value finds the record. */
const MOSTLY_ONCE = 0.5
/** Share of the most frequent category, from which on it is known of everybody. */
const NEARLY_ALWAYS = 0.95

/** The outcome in one sentence: how many records are unique, and without which quasi-identifier fewest are. */
export function riskVerdict({ risk, guessed }: Pick<RiskReport, 'risk' | 'guessed'>): string {
  return `Verdict: ${riskSentence(risk, guessed.includes('quasi-identifier'))}`
}

function itOf(names: readonly unknown[]): string {
  return names.length === 1 ? 'it' : 'them'
}

/** The risk before masking with the small classes and the most exposed records: a sentence each. */
export function riskFacts(risk: FileRisk): string[] {
  const { identity, fewKeys, records, k } = risk
  if (identity === undefined) return []
  const count = (n: number): string => `${numberText(n)} (${percentText(n / records)})`
  const few = fewKeys?.atMost.map((n, s) => `${numberText(n)} by ${s === 0 ? 'one alone' : `at most ${s + 1}`}`) ?? []
  const exposed = fewKeys?.exposed.map((one) => exposedText(one, fewKeys.maxSize)) ?? []
  return [
    riskSentence(risk, false),
    `${count(identity.belowThree)} are in classes of fewer than 3, ${count(identity.belowK)} of fewer than ${k}; an intruder who knows the quasi-identifiers finds ${percentText(identity.expected)} on average.`,
    ...(few.length > 1 ? [`Unique records: ${few.join(', ')} of them.`] : []),
    ...(exposed.length > 0 ? [`Most exposed: ${exposed.join('; ')}.`] : []),
  ]
}

/** `record 17: unique by age = 95 (and by 12 other sets of at most 3)`. */
export function exposedText({ record, facts, sets }: ExposedRecord, maxSize: number): string {
  const known = facts.map(({ column, value }) => `${column} ${value === null ? 'missing' : `= ${value}`}`).join(', ')
  const more = sets === 1 ? '' : ` (and by ${counted(sets - 1, 'other set')} of at most ${maxSize})`
  return `record ${numberText(record)}: unique by ${known}${more}`
}

/** What would lower the risk, or make its measurement right: a sentence each, the most important first. */
export function riskAdvice(risk: FileRisk): string[] {
  const { identity, records, values, weights } = risk
  const ids = identity?.keys.filter(({ alone }) => records >= ENOUGH && alone >= NEARLY_ALL * records) ?? []
  const same = identity?.keys.filter(({ levels, missing }) => levels === 0 || (levels === 1 && missing === 0)) ?? []
  const { names, unique } = leaveOutOf(risk)
  const levels = new Map(identity?.keys.map((one) => [one.key, one.levels]))
  const once = values.filter((one) => one.present >= ENOUGH && one.once > MOSTLY_ONCE).map(({ column }) => column)
  return [
    ...ids.map(
      ({ key, alone }) =>
        `${key} alone makes ${alone === records ? 'every record' : percentText(alone / records)} unique. Is it an identifier? Then give it that role in the schema.`,
    ),
    ...(names.length === 0
      ? []
      : [
          `Recode ${listed(names.map((name) => `${name} (${counted(levels.get(name) ?? 0, 'value')})`))} to fewer classes, or leave ${itOf(names)} out: without ${itOf(names)} ${percentText(unique / records)} ${areOf(unique)} unique, not ${percentText((identity?.unique ?? 0) / records)}.`,
        ]),
    ...(same.length > 0 && records > 1
      ? [`${named(same.map(({ key }) => key))}: the same in every record, so that nobody is found by ${itOf(same)}.`]
      : []),
    ...(once.length === 0
      ? []
      : [
          `${named(once)}: most values occur once, so that a known value finds its record. Mask ${itOf(once)} even where the quasi-identifiers find nobody.`,
        ]),
    ...values.flatMap((value) => valueAdvice(value, records)),
    ...(weights !== undefined && weights.belowOne > 0
      ? [
          `${counted(weights.belowOne, 'weight')} of ${weights.column} ${areOf(weights.belowOne)} below 1${weights.zero > 0 ? ` (${numberText(weights.zero)} of them 0)` : ''}: a record stands at least for itself. Check them, or estimates of the population are wrong.`,
        ]
      : []),
    ...(records > 0 && records < FEW
      ? [`${counted(records, 'record')} ${areOf(records)} few: publish tables of them (sdc table build).`]
      : []),
  ]
}

function valueAdvice({ column, numbers, level }: ValueRisk, records: number): string[] {
  return [
    ...(numbers?.overP95 != null && numbers.overP95 > HEAVY
      ? [
          `${column}: the greatest value is ${numberText(round(numbers.overP95))} times the 95 % point. An intruder who knows whose it is learns it: top-code it (coding/top-bottom).`,
        ]
      : []),
    ...(level !== undefined && records >= ENOUGH && level.share >= NEARLY_ALWAYS
      ? [
          `${column}: ${percentText(level.share)} have the same category, which is known of nearly everybody in the file.`,
        ]
      : []),
  ]
}

/** Two significant digits, whole from 10 on. */
export function round(value: number): number {
  return value >= 10 ? Math.round(value) : Number(value.toPrecision(2))
}

/** The commands to type next. */
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
