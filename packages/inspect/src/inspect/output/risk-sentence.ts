import { option } from '@sdc/core'
import type { FileRisk } from '@sdc/engine'
import { counted, percentText, sentenceList } from '../words.js'

/**
 * Returns a sentence with the share of unique records, and the quasi-identifiers without which far fewer are unique.
 *
 * @param risk - The risk before masking.
 * @param isGuess - True if the quasi-identifiers are guesses.
 * @returns The sentence, with its full stop.
 */
export function riskSentence(risk: FileRisk, isGuess: boolean): string {
  const { answers } = risk
  const first = keySentence(risk, isGuess)
  return answers === undefined ? first : `${first} ${answersSentence(answers, risk)}`
}

/** Returns a sentence on the risk if an intruder also knows a few answers. */
function answersSentence(
  { known, items, belowThree }: NonNullable<FileRisk['answers']>,
  { keys, persons }: Pick<FileRisk, 'keys' | 'persons'>,
): string {
  const what = keys.length === 0 ? 'An intruder who knows' : 'An intruder who also knows'
  return `${what} ${known} of ${counted(items, 'answer')} narrows ${percentText(belowThree)} of them to fewer than 3 ${persons === undefined ? 'records' : 'persons'}.`
}

function keySentence(risk: FileRisk, isGuess: boolean): string {
  const { identity, records, keys, k } = risk
  if (records === 0) return 'the file has no records.'
  if (identity === undefined)
    return `identity disclosure is unknown: no column is a quasi-identifier (${option('quasiIdentifiers', 'a,b')}, or a schema).`
  const by = counted(keys.length, `${isGuess ? 'guessed ' : ''}quasi-identifier`)
  if (identity.unique === 0)
    return `0 of ${unitsText(risk)} are unique by ${by}; ${identity.belowK === 0 ? 'none is' : `${percentText(identity.belowK / records)} ${areOf(identity.belowK)}`} in a class of fewer than ${k}.`
  const { names, unique } = leaveOutOf(risk)
  const without =
    names.length === 0 ? '' : `; without ${sentenceList(names)} ${percentText(unique / records)} ${areOf(unique)}`
  return `${percentText(identity.unique / records)} of ${unitsText(risk)} ${areOf(records)} unique by ${by}${without}.`
}

/** Returns `12,000 persons`, or `19,994 combinations of 12,000 persons and their quasi-identifiers`. */
export function unitsText({ records, unit, persons = records }: FileRisk): string {
  const units = counted(records, unit)
  return unit === 'combination' ? `${units} of ${counted(persons, 'person')} and their quasi-identifiers` : units
}

/**
 * Returns the fewest quasi-identifiers whose omission halves the number of unique records; all candidates if none
 * suffices.
 */
export function leaveOutOf({ identity }: FileRisk): { readonly names: readonly string[]; readonly unique: number } {
  const { unique = 0, leaveOut = [] } = identity ?? {}
  const enough = leaveOut.findIndex((step) => step.unique <= unique / 2)
  const steps = enough < 0 ? leaveOut : leaveOut.slice(0, enough + 1)
  const left = steps.at(-1)?.unique ?? unique
  return { names: left < unique ? steps.map(({ key }) => key) : [], unique: left }
}

/** Returns the verb for a number. */
export function areOf(count: number): string {
  return count === 1 ? 'is' : 'are'
}
