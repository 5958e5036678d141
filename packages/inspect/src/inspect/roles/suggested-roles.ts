import { singleRoles, type Column, type Role, type SingleRole } from '@sdc/core'
import type { SuggestedRole } from '../inspection.js'
import { batteriesOf, type Battery } from './batteries.js'
import type { SeenColumn } from '../columns/seen-column.js'
import { maySayBodyWeight, nameHint, saysPersonsName, speaksOfBodies, wordsOf, type NameHint } from '../name-hints.js'
import { counted } from '../words.js'

/** Least share of records with a unique value in an identifier. */
const NEARLY_ALL = 0.95
/** Fewest records for such shares, which occur by chance in fewer. */
const ENOUGH = 20
/** Least mean number of records per person for a repeated number to be a person identifier. */
const FEWEST_RECORDS = 1.05
const MOST_RECORDS = 200
/** Most categories of a question to a person. */
const FEW = 200

/**
 * Suggests the roles of columns in disclosure control, by their values first and their names second.
 *
 * @param columns - Descriptions of the columns.
 * @param weight - Name of the column that the file declares as its weights.
 * @returns A role for each column with values; roles of a schema are kept. Some roles are given to one column at most.
 */
export function suggestedRoles(columns: readonly SeenColumn[], weight?: string): ReadonlyMap<string, SuggestedRole> {
  const bodies = columns.find(({ name }) => speaksOfBodies(name))?.name
  const guesses = new Map(columns.map((column) => [column.name, guessed(column, bodies, columns)]))
  for (const battery of batteriesOf(columns.filter((column) => mayBeItem(column, guesses.get(column.name)))))
    for (const name of battery.columns) guesses.set(name, item(battery))
  const declared = columns.find(({ name, saidRole }) => name === weight && saidRole === undefined)
  if (declared) guesses.set(declared.name, sure('weight', 'the file declares it as its weights'))
  const person = columns.find(({ name }) => guesses.get(name)?.role === 'person')
  if (person)
    for (const one of columns) if (isWave(one, person, guesses.get(one.name))) guesses.set(one.name, wave(person.name))
  for (const role of singleRoles) {
    const said = columns.find((column) => column.saidRole === role)
    const all = columns.filter(({ name }) => guesses.get(name)?.role === role)
    const ofFile = role === 'weight' ? declared : undefined
    const chosen =
      said ?? ofFile ?? all.find(({ name }) => isFirst(role, name)) ?? all.find((one) => one.distinct > 1) ?? all[0]
    for (const { name } of all) if (name !== chosen.name) guesses.set(name, another(role, chosen.name))
  }
  return new Map([...guesses].flatMap(([name, role]) => (role === undefined ? [] : [[name, role] as const])))
}

/** Returns true for a column that an intruder may not know for everybody, and that does not identify. */
function mayBeItem({ name, saidRole }: SeenColumn, guess: SuggestedRole | undefined): boolean {
  if (saidRole !== undefined || guess === undefined) return false
  return (
    ['confidential', 'quasi-identifier', 'non-confidential'].includes(guess.role) &&
    nameHint(name)?.role !== 'quasi-identifier'
  )
}

function item(battery: Battery): SuggestedRole {
  const { columns, levels } = battery
  const why = `${counted(columns.length, 'column')} with the values ${levels.join(', ')}: items of a questionnaire`
  return { ...unsure('item', why), battery }
}

/** Returns true for a weight of the sample, which precedes those of households and replicates derived from it. */
function isFirst(role: Role, name: string): boolean {
  return role === 'weight' && wordsOf(name).some((word) => /^(?:sampl|stichprob|steekproef|person|final)/.test(word))
}

function another(role: SingleRole, chosen: string): SuggestedRole {
  const why = `it may be another ${role}: a file has one column of that role, here ${chosen}`
  return { role: role === 'person' ? 'identifier' : 'non-confidential', unsure: true, why, another: role }
}

/** Returns true for a column of times in which no person has one twice. */
function isWave({ name, looked, saidRole }: SeenColumn, person: SeenColumn, guess: SuggestedRole | undefined): boolean {
  if (saidRole !== undefined || guess?.role === 'person' || looked.present < looked.records) return false
  if (!wordsOf(name).some((word) => wavesWords.has(word))) return false
  const [persons, times] = [person.looked.classes(), looked.classes()]
  const seen = new Set<number>()
  return persons.every((id, i) => {
    const key = id * looked.distinct + times[i]
    return id < 0 || seen.size < seen.add(key).size
  })
}

const wavesWords: ReadonlySet<string> = new Set(
  'wave waves welle vague ola onda round runde visit visite visita besuch year jahr annee ano anno jaar month monat mois mes quarter quartal trimestre period periode periodo time date datum fecha tour'.split(
    ' ',
  ),
)

function wave(person: string): SuggestedRole {
  return sure('wave', `its name says a time, and no value of ${person} has one twice`)
}

/**
 * Guesses the role of a column. `bodies` is a column on bodies, which makes a weight a body weight unless the schema
 * says otherwise.
 */
function guessed(
  column: SeenColumn,
  bodies: string | undefined,
  all: readonly SeenColumn[],
): SuggestedRole | undefined {
  if (column.saidRole !== undefined) return { role: column.saidRole, unsure: false, why: 'the schema says so' }
  if (column.shape === 'empty') return undefined
  const hint = nameHint(column.name)
  if (hint?.role === 'weight' && maySayBodyWeight(column.name)) {
    const of = bodies === column.name ? '' : `beside ${bodies} `
    const doubt = bodies === undefined ? doubtOfWeight(column, all) : `${of}it may be that of a body`
    if (doubt !== undefined)
      return unsure('confidential', `its name says a weight, and ${doubt}: say weight if it is that of the sample`)
  }
  return byValues(column, hint) ?? (hint && byName(column, hint)) ?? byShape(column)
}

/** More than a body weighs in any unit but grams. */
const HEAVY = 10_000

/**
 * Returns the reason why a column named weight alone may not be a sampling weight: a record represents at least itself,
 * and the records of a stratum have equal weights. Values larger than any body are taken as sampling weights.
 */
function doubtOfWeight({ kind, missing, numbers, looked }: SeenColumn, all: readonly SeenColumn[]): string | undefined {
  if (kind !== 'numeric' || numbers === undefined || missing > 0) return 'not every record has a number'
  if (numbers.least < 1) return 'a record with a value below 1 would not stand for itself'
  if (numbers.greatest > HEAVY || numbers.least === numbers.greatest) return undefined
  const isStratified = all.some(
    (other) =>
      other.looked !== looked &&
      other.distinct > 1 &&
      STRATUM * other.distinct <= other.records &&
      isConstantWithin(looked.column, other.looked.column),
  )
  return isStratified ? undefined : 'it is constant within no stratum and may be that of a body'
}

/** Least mean number of records of a stratum. */
const STRATUM = 5

/** Returns true if records with one value of a column have one weight. Cost: O(n), less if they have not. */
function isConstantWithin(weights: Column, strata: Column): boolean {
  const of = (column: Column): ArrayLike<number> => (column.kind === 'numeric' ? column.values : column.codes)
  const [w, s] = [of(weights), of(strata)]
  const weightOf = new Map<number, number>()
  for (let i = 0; i < w.length; i++) {
    const known = weightOf.get(s[i])
    if (known === undefined) weightOf.set(s[i], w[i])
    else if (known !== w[i]) return false
  }
  return true
}

/** Returns the role that the values decide, supported by the name. */
function byValues(column: SeenColumn, hint: NameHint | undefined): SuggestedRole | undefined {
  const { shape, records, missing, distinct, numbers, kind, texts } = column
  const present = records - missing
  const nearlyAll = present >= ENOUGH && distinct >= NEARLY_ALL * present
  const isWeight = kind === 'numeric' && missing === 0 && numbers !== undefined && numbers.least > 0
  if (hint?.role === 'weight' && isWeight)
    return sure('weight', `its name says a weight, and every record has a value above 0`)
  if (hint?.role === 'household' && distinct > 1 && distinct < present)
    return sure('household', `its name says a household, and ${counted(distinct, 'value')} repeat`)
  if (shape === 'constant') return unsure('non-confidential', 'the same in every record: it tells nobody apart')
  if (shape === 'running numbers') return sure('identifier', 'running numbers, each in one record')
  if (texts !== undefined) return sure('identifier', `${texts}, nearly each in one record`)
  if (shape === 'repeated numbers' && hint?.role !== 'identifier')
    return unsure('household', 'consecutive records have equal numbers, like the members of a household')
  const isWhole = numbers === undefined || numbers.whole
  if (nearlyAll && isWhole && hint?.role === 'identifier' && shape !== 'dates')
    return sure('identifier', `its name says ${hint.what}, and nearly every record has its own`)
  if (nearlyAll && shape === 'texts') return unsure('identifier', 'texts that differ in nearly every record')
  return undefined
}

/** Returns the role suggested by the name, unless the values contradict it. */
function byName(
  { name, shape, distinct, numbers, kind, records, missing }: SeenColumn,
  { role, what }: NameHint,
): SuggestedRole | undefined {
  const why = `its name says ${what}`
  if (role === 'identifier') {
    const present = records - missing
    const repeats = distinct < present
    if (saysPersonsName(name))
      return unsure(
        role,
        repeats
          ? `${why}, which several records share: role person if they are of one person`
          : `${why}, and no value repeats`,
      )
    const each = present / distinct
    if (distinct >= ENOUGH && each >= FEWEST_RECORDS && each <= MOST_RECORDS)
      return unsure(
        'person',
        `${why}, and ${counted(distinct, 'value')} repeat: one person with several records, or an identifier of records (level: record)`,
      )
    return unsure(role, repeats ? `${why}, though values repeat` : `${why}, and no value repeats`)
  }
  if (role === 'quasi-identifier') {
    const isAge =
      what === 'an age or a birth' && (numbers === undefined || (numbers.least >= -9 && numbers.greatest <= 9999))
    const isFew = distinct <= FEW || distinct <= records / 5 || shape === 'dates' || shape === 'years'
    return isAge || (isFew && (numbers === undefined || numbers.whole))
      ? sure(role, why)
      : unsure(role, `${why}, its values are many`)
  }
  if (role === 'confidential') {
    const fits = what !== 'an amount of money' || (kind === 'numeric' && distinct > 2)
    return fits ? sure(role, why) : unsure(role, why)
  }
  return undefined
}

/** Returns the safest role if only the form of the values is known. */
function byShape({ shape, dates, distinct, kind, records, missing }: SeenColumn): SuggestedRole {
  if (shape === 'dates' || shape === 'times' || shape === 'years')
    return unsure('quasi-identifier', `${dates?.shape ?? shape} may be known of somebody`)
  // Even if few records have a remark, it identifies them.
  const mostlyDiffer = kind !== 'numeric' && 2 * distinct > records - missing
  if (shape === 'texts' || mostlyDiffer) return unsure('identifier', 'texts that differ may name somebody')
  if (shape === 'numbers') return unsure('confidential', 'numbers that nobody may be meant to learn')
  return unsure(
    'quasi-identifier',
    `${counted(distinct, 'category').replace(/ys$/, 'ies')} that may be known of somebody`,
  )
}

function sure(role: Role, why: string): SuggestedRole {
  return { role, unsure: false, why }
}

function unsure(role: Role, why: string): SuggestedRole {
  return { role, unsure: true, why }
}
