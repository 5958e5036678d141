import { isSdcError, type SdcError } from '@sdc/core'
import type { Said } from '../worker/protocol/file-types.js'
import type { Problem } from './session-types.js'

/** Common 8-bit encodings, with the names used by programs. */
const encodings = {
  'windows-1252': 'Western Europe',
  'windows-1250': 'Central Europe',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
}

/** An error that the user resolves by a choice. */
export class Asked extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Choices, each with its fact about the file. */
export interface OpenQuestion extends Pick<Problem, 'message' | 'fix'> {
  readonly choices: readonly { readonly text: string; readonly said: Said }[]
}

/** Bytes of a file that its question may quote. */
const QUOTED_BYTES = 1 << 16

/**
 * Lets the user decide an open question about a file, such as its sheet or its encoding.
 *
 * @param error - The error of reading it.
 * @param file - The file.
 * @param open - Opens it with the answer.
 * @returns The error with the choices; the same error if it leaves no question.
 */
export async function askedAboutFile(error: unknown, file: File, open: (said: Said) => void): Promise<unknown> {
  if (!isSdcError(error) || error.place.parameter === undefined) return error
  const question = openQuestion(error, new Uint8Array(await file.slice(0, QUOTED_BYTES).arrayBuffer()))
  if (question === undefined) return error
  const { message, fix, choices } = question
  return new Asked({ message, fix, choices: choices.map(({ text, said }) => ({ text, act: () => open(said) })) })
}

/**
 * Lets the user open a plan without the keys that the page does not use.
 *
 * @param error - The error of reading it.
 * @param openWithout - Opens it without them.
 * @returns The error with the choice; the same error if it is another one.
 */
export function askedAboutPlan(error: unknown, openWithout: () => void): unknown {
  if (!isSdcError(error) || error.place.parameter !== 'plan') return error
  const { message, fix, place } = error
  const text = `Open it without ${(place.choices ?? []).join(', ')}`
  return new Asked({ message, fix, choices: [{ text, act: openWithout }] })
}

/**
 * Lets the user choose the link column of a masked file, or set the roles of its columns.
 *
 * @param error - The error of measuring it.
 * @param remedies - Functions of the buttons.
 * @returns The error with the choices; the same error if it is another one.
 */
export function askedAboutLink(
  error: unknown,
  { setRoles, linkBy }: { readonly setRoles: () => void; readonly linkBy: (column: string) => void },
): unknown {
  if (!isSdcError(error)) return error
  const { message, fix, place } = error
  if (error.code === 'NO_COLUMNS')
    return new Asked({ message, fix, choices: [{ text: 'Set the roles of the columns', act: setRoles }] })
  if (place.parameter !== 'link') return error
  const choices = (place.choices ?? []).map((name) => ({ text: `Link by ${name}`, act: () => linkBy(name) }))
  return new Asked({ message, fix, choices })
}

/**
 * Finds the question about a file that a reading error leaves to the user: the sheet of a workbook, the encoding of a
 * text, the meaning of 1.234.
 *
 * @param error - The error.
 * @param head - The first bytes of the file.
 * @returns The question; undefined for every other error.
 */
export function openQuestion(
  { message, place: { parameter, choices = [] } }: SdcError,
  head: Uint8Array,
): OpenQuestion | undefined {
  if (parameter === 'sheet' && choices.length > 0)
    return {
      message,
      fix: 'Choose the sheet to open.',
      choices: choices.map((text) => ({ text, said: { sheet: text } })),
    }
  if (parameter === 'decimal' && choices.length === 2) {
    const marks = ['.', ','] as const
    return {
      message,
      fix: 'Choose the number that is meant.',
      choices: choices.map((text, i) => ({ text, said: { decimal: marks[i] } })),
    }
  }
  if (parameter !== 'encoding') return undefined
  const words = strangeWords(head)
  const named = Object.entries(encodings).map(([encoding, where]) => {
    const read = words.map((word) => new TextDecoder(encoding).decode(word))
    const mixed = read.filter((word) => /[a-z]/i.test(word) && !/^\p{Script=Latin}+$/u.test(word)).length
    return { text: [`${where} (${encoding})`, ...read.slice(0, 3)].join(' · '), said: { encoding }, mixed }
  })
  return {
    message,
    fix: 'Choose the encoding that shows these words of the file as you know them.',
    choices: named.sort((a, b) => a.mixed - b.mixed),
  }
}

/** Returns some words of a text with letters beyond ASCII. */
function strangeWords(head: Uint8Array): Uint8Array[] {
  const isLetter = (byte: number): boolean => byte > 127 || ((byte | 32) > 96 && (byte | 32) < 123)
  const found = new Map<string, Uint8Array>()
  for (let from = 0, at = 0; at <= head.length && found.size < 20; at++) {
    if (at < head.length && isLetter(head[at])) continue
    const word = head.subarray(from, at)
    if (word.length > 2 && word.length < 20 && word.some((byte) => byte > 127)) found.set(word.join(), word)
    from = at + 1
  }
  return [...found.values()]
}
