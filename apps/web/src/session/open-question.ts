import type { SdcError } from '@sdc/core'
import type { Said } from '../worker/protocol/protocol.js'
import type { Problem } from './session-types.js'

/** Encodings of 8 bits that people have, as their programs call them. */
const encodings = {
  'windows-1252': 'Western Europe',
  'windows-1250': 'Central Europe',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
}

/** An error that a choice of the user resolves. */
export class Asked extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Choices, each with the fact about the file that it states. */
export interface OpenQuestion extends Pick<Problem, 'message' | 'fix'> {
  readonly choices: readonly { readonly text: string; readonly said: Said }[]
}

/**
 * Finds the question that an error of reading leaves to the user: the sheet of a workbook, or the encoding of a text.
 *
 * @param error - The error.
 * @returns The question; undefined for every other error.
 */
export function openQuestion({ message, place: { parameter, choices = [] } }: SdcError): OpenQuestion | undefined {
  if (parameter === 'sheet' && choices.length > 0)
    return {
      message,
      fix: 'Choose the sheet to open.',
      choices: choices.map((text) => ({ text, said: { sheet: text } })),
    }
  if (parameter !== 'encoding') return undefined
  const named = Object.entries(encodings)
  return {
    message,
    fix: 'Choose the encoding of its letters.',
    choices: named.map(([encoding, where]) => ({ text: `${where} (${encoding})`, said: { encoding } })),
  }
}
