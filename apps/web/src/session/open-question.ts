import type { SdcError } from '@sdc/core'
import type { Said } from '../worker/protocol/protocol.js'
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
export const QUOTED_BYTES = 1 << 16

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
