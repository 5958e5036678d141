import {
  maskInput,
  numeric,
  resolveParams,
  sameColumn,
  seededRng,
  takeColumn,
  withColumns,
  type Column,
  type Dataset,
  type MaskedFile,
  type MaskingMethod,
  type MaskResult,
  type Roles,
} from '@sdc/core'
import {
  artificialFile,
  artificialKey,
  columnsFor,
  copyFile,
  givenColumns,
  givenFor,
  noisyFile,
  permutedFile,
  rolesOf,
  unevenFile,
} from '../../shared/artificial.js'
import { onceFor } from '../../shared/once-for.js'
import { maskByPlan } from '@sdc/toolkit'

/** What a method is run on: files and columns, nothing of its parameters. */
export interface Frame {
  readonly original: Dataset
  readonly data: Dataset
  /** Where the data are a group: all records, and the original's record of each record of the group. */
  readonly whole?: Dataset
  readonly origin?: Int32Array
  readonly columns: readonly string[]
  readonly given: readonly string[]
  /** Where it is not said: those of the artificial file that are there. */
  readonly roles?: Roles
}

/** One set of resolved parameters, with the text that names it in messages. */
export interface ParamCase {
  readonly label: string
  readonly params: unknown
}

export interface MethodSubject {
  readonly method: MaskingMethod
  /** The defaults first, then every entry of `examples`. */
  readonly cases: readonly ParamCase[]
}

/** A method whose parameters do not resolve is run with those that do. */
export function methodSubject(method: MaskingMethod): MethodSubject {
  const cases = [{}, ...(method.examples ?? [])].flatMap((given) => {
    try {
      return [{ label: JSON.stringify(given), params: resolveParams(method.params, given) }]
    } catch {
      return []
    }
  })
  // An object of its own: what was made for one subject serves no other.
  return { method: { ...method }, cases }
}

/**
 * The file as this method gets it: as it is, or, for a method that follows another, masked by noise, with ties in the last
 * column and, in the first half of the file, records that are alike in fours, as microaggregation leaves them; for one whose
 * values only change places (trait permutes) the original's values in that order.
 */
export function frame(
  method: MaskingMethod,
  original: Dataset,
  columns: readonly string[] = columnsFor(method),
): Frame {
  const given = givenFor(method)
  if (!method.traits.postMasking) return { original, data: original, columns, given }
  const noisy = noisyFile(original, columns)
  const tied = new Map<string, Column>()
  for (const name of columns.slice(-1)) {
    const column = noisy.column(name)
    if (column.kind === 'numeric') tied.set(name, numeric(column.values.map((value) => 1.7 * Math.round(value / 1.7))))
  }
  const half = noisy.rows / 2
  const alike = Int32Array.from({ length: noisy.rows }, (_, i) => (i < half ? i - (i % 4) : i))
  const data = withColumns(noisy, tied)
  const clustered = columns.map((name) => [name, takeColumn(data.column(name), alike)] as const)
  const masked = withColumns(data, new Map(clustered))
  return { original, data: method.traits.permutes ? permutedFile(original, masked, columns) : masked, columns, given }
}

/** The file with and, where the method can use them, without columns to condition on. */
export function framesOf(
  method: MaskingMethod,
  original: Dataset,
  columns: readonly string[] = columnsFor(method),
): Frame[] {
  const one = frame(method, original, columns)
  return method.traits.given === 'optional' ? [one, { ...one, given: givenColumns }] : [one]
}

const held = new WeakMap<MaskingMethod, readonly Frame[]>()
const heldUneven = new WeakMap<MaskingMethod, Frame>()

/** Those of the artificial file, the same whenever they are asked for: what a method gets of them are copies. */
export function frames(method: MaskingMethod): readonly Frame[] {
  const all = held.get(method) ?? framesOf(method, artificialFile())
  held.set(method, all)
  return all
}

/** That of two columns of very different scales. */
export function unevenFrame(method: MaskingMethod): Frame {
  const one = heldUneven.get(method) ?? frame(method, unevenFile(), ['large', 'small'])
  heldUneven.set(method, one)
  return one
}

export interface RunOptions {
  readonly seed?: number
  readonly tick?: (fraction: number) => void
}

/**
 * Runs the method on copies of the files and parameters, so that a method that writes to its input fails the check of
 * that and no other.
 */
export async function run(
  method: MaskingMethod,
  on: Frame,
  params: unknown,
  options: RunOptions = {},
): Promise<MaskResult> {
  return runOn(method, copyFrame(on), structuredClone(params), options)
}

const resultOf = onceFor<Promise<MaskResult>>()

/**
 * The same, made once for all checks that look at it: whether it comes out so again, and what a later run does to it, are
 * checks of their own (`secondRun`).
 */
export function madeOnce(method: MaskingMethod, on: Frame, params: unknown, seed = 1): Promise<MaskResult> {
  return resultOf(method, [on, params, seed], () => run(method, on, params, { seed }).then(copyResult))
}

/** The result with files of its own, of whatever form they are. */
export function copyResult(result: MaskResult): MaskResult {
  try {
    return { ...result, files: structuredClone(result.files) }
  } catch {
    // What cannot be copied has not the form of the contract, which a check of its own says.
    return result
  }
}

export function copyFrame(on: Frame): Frame {
  const original = copyFile(on.original)
  return { ...on, original, data: on.data === on.original ? original : copyFile(on.data) }
}

/** Runs the method on these very files. */
export async function runOn(
  method: MaskingMethod,
  on: Frame,
  params: unknown,
  { seed = 1, tick = () => {} }: RunOptions = {},
): Promise<MaskResult> {
  return await maskByPlan(
    method,
    maskInput(on.data, {
      original: on.original,
      whole: on.whole ?? on.data,
      ...(on.origin ? { origin: on.origin.slice() } : {}),
      columns: [...on.columns],
      given: [...on.given],
      roles: on.roles ?? rolesOf(on.original),
      params,
      projectKey: artificialKey,
      rng: seededRng(seed),
      tick,
    }),
  )
}

/** Runs a finder for every set of parameters and every frame; the problems name the parameters. */
export async function overCases(
  { method, cases }: MethodSubject,
  on: readonly Frame[],
  find: (params: unknown, on: Frame) => Promise<readonly string[]>,
): Promise<string[]> {
  const problems: string[] = []
  for (const { label, params } of cases) {
    for (const one of on) {
      for (const problem of await find(params, one)) problems.push(problem + where(method, label, one))
    }
  }
  return problems
}

function where(method: MaskingMethod, label: string, on: Frame): string {
  const given = method.traits.given === 'optional' && on.given.length > 0 ? ', with given columns' : ''
  return label === '{}' && given === '' ? '' : ` (parameters ${label}${given})`
}

/**
 * What came out for a column: the masked one, the column of the data carried along by `origin`, or null where it was
 * dropped.
 */
export function outputColumn(on: Frame, file: MaskedFile, name: string): Column | null {
  const masked = file.columns.get(name)
  if (masked !== undefined) return masked
  const column = on.data.column(name)
  return file.origin ? takeColumn(column, file.origin) : column
}

/** The columns in which two results differ. */
export function differingColumns(a: MaskResult, b: MaskResult): string[] {
  if (a.files.length !== b.files.length) return [`the number of files (${a.files.length} and ${b.files.length})`]
  const differing = new Set<string>()
  a.files.forEach((file, f) => {
    const other = b.files[f]
    for (const name of new Set([...file.columns.keys(), ...other.columns.keys()])) {
      const [mine, its] = [file.columns.get(name), other.columns.get(name)]
      const same = mine && its ? sameColumn(mine, its) : mine === its
      if (!same) differing.add(name)
    }
    if (!sameRows(file.origin, other.origin)) differing.add('origin')
  })
  return [...differing].sort()
}

function sameRows(a: Int32Array | undefined, b: Int32Array | undefined): boolean {
  if (!a || !b) return a === b
  return a.length === b.length && a.every((row, i) => row === b[i])
}
