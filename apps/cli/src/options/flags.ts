import { InvalidArgumentError, Option, type Command } from 'commander'
import { decimalNumber } from '@sdc/core'
import { nameList } from '@sdc/inspect'
import { collect } from './repeatable.js'

/**
 * Option of a command, with the type of its value. Its key in a table gives its name: `suppressionLimit` is
 * `--suppression-limit`.
 */
export interface Flag<T> {
  readonly options: (name: string) => readonly Option[]
  /** Type of the value; no flag has this field at run time. */
  readonly value?: () => T
}

/** Table of the options of a command. */
export type Flags = Readonly<Record<string, Flag<unknown>>>

type ValueOf<F> = F extends { readonly value?: () => infer T } ? T : never
type OptionalOf<F extends Flags> = { [K in keyof F]: undefined extends ValueOf<F[K]> ? K : never }[keyof F]

/** Values of a table of options, with `--all`, which every command that prints tables has. */
export type Given<F extends Flags> = { readonly [K in Exclude<keyof F, OptionalOf<F>>]: ValueOf<F[K]> } & {
  readonly [K in OptionalOf<F>]?: Exclude<ValueOf<F[K]>, undefined>
} & { readonly all?: boolean }

/** Adds a table of options to a command. */
export function addFlags(command: Command, flags: Flags): Command {
  for (const [name, flag] of Object.entries(flags)) flag.options(name).forEach((one) => command.addOption(one))
  return command
}

function made<T>(form: string, what: string, change: (option: Option) => unknown = () => undefined): Flag<T> {
  const options = (name: string): Option[] => {
    const long = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const option = new Option(`${name === 'out' ? '-o, ' : ''}--${long}${form && ` ${form}`}`, what)
    change(option)
    return [option]
  }
  return { options }
}

/** Changes the options of a flag. */
function changed<T>(flag: Flag<unknown>, change: (option: Option) => unknown): Flag<T> {
  const options = (name: string): readonly Option[] => {
    const all = flag.options(name)
    all.forEach(change)
    return all
  }
  return { options }
}

/** `--name` */
export const flag = (what: string): Flag<boolean | undefined> => made('', what)

/** `--no-name` for `name`, true by default. */
export const negative = (what: string): Flag<boolean> => ({ options: (name) => made('', what).options(`no-${name}`) })

/** `--name TEXT`. */
export const text = (form: string, what: string): Flag<string | undefined> => made(form, what)

/** `--name TEXT`, parsed by a function. */
export function value<T>(form: string, what: string, parse: (text: string) => T): Flag<T | undefined>
export function value<T>(form: string, what: string, parse: (text: string) => T, usual: T): Flag<T>
export function value<T>(form: string, what: string, parse: (text: string) => T, usual?: T): Flag<T> {
  return made(form, what, (option) => option.argParser(parse).default(usual))
}

/** `--name CHOICE`. */
export function choice<const T extends string>(form: string, what: string, all: readonly T[]): Flag<T | undefined>
export function choice<const T extends string>(
  form: string,
  what: string,
  all: readonly T[],
  usual: NoInfer<T>,
): Flag<T>
export function choice<T extends string>(form: string, what: string, all: readonly T[], usual?: T): Flag<T> {
  return made(form, what, (option) => option.choices(all).default(usual))
}

/** `--name TEXT`, repeatable. */
export const repeated = (form: string, what: string): Flag<readonly string[]> =>
  made(form, what, (option) => option.argParser(collect).default([]))

/** `--name a,b`, repeatable. */
export const names = (form: string, what: string): Flag<readonly string[]> =>
  made(form, what, (option) => option.argParser(collectNames).default([]))

/** Makes an option mandatory. */
export const required = <T>(one: Flag<T>): Flag<Exclude<T, undefined>> =>
  changed(one, (option) => option.default(undefined).makeOptionMandatory())

/** Excludes other options. */
export const excluding = <T>(one: Flag<T>, others: string | string[]): Flag<T> =>
  changed(one, (option) => option.conflicts(others))

/** Changes the options of a flag for a single command. */
export const special = changed

/** Collects a list of names, from commas or from the repeated option. */
export function collectNames(value: string, before: readonly string[] = []): string[] {
  return [...before, ...nameList(value)]
}

export function columnList(text: string): 'all' | string[] {
  return text === 'all' ? 'all' : nameList(text)
}

export function number(text: string): number {
  const value = decimalNumber(text)
  if (value === undefined) throw new InvalidArgumentError('it is not a decimal number')
  return value
}

/** Returns a parser of numbers with a condition; `what` completes "it is not …". */
export const numberThat =
  (holds: (value: number) => boolean, what: string) =>
  (text: string): number => {
    const value = number(text)
    if (!holds(value)) throw new InvalidArgumentError(`it is not ${what}`)
    return value
  }

/** Returns a parser of percentages with or without a percent sign. */
export const percentThat = (holds: (value: number) => boolean, what: string): ((text: string) => number) => {
  const parse = numberThat(holds, what)
  return (text) => parse(text.replace(/\s*%$/, ''))
}

/** Required uncertainty of a cell in percent: `20`, `20%`; may exceed 100. */
export const protectionOf = percentThat((value) => value >= 0, 'a percentage from 0, as in 20')
export const percentage = numberThat((value) => value >= 0 && value <= 100, 'a percentage from 0 to 100')
export const positiveInteger = numberThat((value) => Number.isInteger(value) && value >= 1, 'a whole number from 1')
export const wholeNumber = numberThat((value) => Number.isInteger(value) && value >= 0, 'a whole number from 0')
