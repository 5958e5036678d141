import type { NastyInput, Subject } from './nasty-inputs.js'

/** A nasty row may take so many times the CPU time of its normal one. */
export const most = 2

/** Where the mathematics forbids that. */
export interface NastyException {
  readonly id: string
  readonly input: string
  /** What the ratio is at most all the same. */
  readonly most: number
  readonly why: string
}

export const nastyExceptions: readonly NastyException[] = []

/** What allows a ratio over the limit. */
export function exceptionOf({ id }: Subject, { name }: NastyInput, ratio: number): NastyException | undefined {
  return nastyExceptions.find((one) => one.id === id && one.input === name && ratio <= one.most)
}

/** What the ratio of an input is at most. */
export function allowedRatio({ id }: Subject, { name }: NastyInput): number {
  return nastyExceptions.find((one) => one.id === id && one.input === name)?.most ?? most
}
