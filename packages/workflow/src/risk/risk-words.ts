import type { ExposedRecord, FileRisk, ValueRisk } from '@sdc/engine'
import { quoted } from '../inspect/next-commands.js'
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

/** The same without a word before it, where the quasi-identifiers may be guesses. */
export function riskSentence(risk: FileRisk, isGuess: boolean): string {
  const { identity, records, keys, k } = risk
  if (records === 0) return 'the file has no records.'
  if (identity === undefined)
    return 'nothing says who can be found, since no column is a quasi-identifier (--quasi-identifiers a,b, or a schema).'
  const by = counted(keys.length, `${isGuess ? 'guessed ' : ''}quasi-identifier`)
  if (identity.unique === 0)
    return `no record of ${numberText(records)} is unique by ${by}; ${identity.belowK === 0 ? 'none is' : `${percentText(identity.belowK / records)} ${areOf(identity.belowK)}`} in a class of fewer than ${k}.`
  const { names, unique } = leaveOutOf(risk)
  const without =
    names.length === 0 ? '' : `; without ${listed(names)} ${percentText(unique / records)} ${areOf(unique)}`
  return `${percentText(identity.unique / records)} of ${counted(records, 'record')} ${areOf(records)} unique by ${by}${without}.`
}

function itOf(names: readonly unknown[]): string {
  return names.length === 1 ? 'it' : 'them'
}

function areOf(count: number): string {
  return count === 1 ? 'is' : 'are'
}

/** The same with the small classes and the most exposed records: a sentence each. */
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

/** The fewest quasi-identifiers without which half as many records are unique; all that were tried where none halves them. */
export function leaveOutOf({ identity }: FileRisk): { readonly names: readonly string[]; readonly unique: number } {
  const { unique = 0, leaveOut = [] } = identity ?? {}
  const enough = leaveOut.findIndex((step) => step.unique <= unique / 2)
  const steps = enough < 0 ? leaveOut : leaveOut.slice(0, enough + 1)
  const left = steps.at(-1)?.unique ?? unique
  return { names: left < unique ? steps.map(({ key }) => key) : [], unique: left }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
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
