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

/** Files and columns of a run, without parameters. */
export interface Frame {
  readonly original: Dataset
  readonly data: Dataset
  /** Set if the data are a group: all records, and the original's record of each record of the group. */
  readonly whole?: Dataset
  readonly origin?: Int32Array
  readonly columns: readonly string[]
  readonly given: readonly string[]
  /** By default those of the artificial file whose columns exist. */
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

/** Returns the subject; a method with invalid parameters is run with the valid ones. */
export function methodSubject(method: MaskingMethod): MethodSubject {
  const cases = [{}, ...(method.examples ?? [])].flatMap((given) => {
    try {
      return [{ label: JSON.stringify(given), params: resolveParams(method.params, given) }]
    } catch {
      return []
    }
  })
  // A new object: cached results of one subject are not used for another.
  return { method: { ...method }, cases }
}

/**
 * The file as this method receives it. For most methods it is unchanged. For a method on a masked file it has noise,
 * ties in the last column, and in the first half records that are equal in fours, as after microaggregation. For a
 * method whose values only change places (trait permutes) it has the original's values in that order.
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

/** The file with columns to condition on, if the method can use them, and without. */
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

/** Frames of the artificial file, always the same; methods receive copies. */
export function frames(method: MaskingMethod): readonly Frame[] {
  const all = held.get(method) ?? framesOf(method, artificialFile())
  held.set(method, all)
  return all
}

/** Frame of two columns of very different scales. */
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
 * Runs the method on copies of the files and parameters, so that a method that writes to its input fails only the check
 * of that.
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
 * The same, run once for all checks that use it. Other checks test if the result is repeated, and if a later run
 * changes it (`secondRun`).
 */
export function madeOnce(method: MaskingMethod, on: Frame, params: unknown, seed = 1): Promise<MaskResult> {
  return resultOf(method, [on, params, seed], () => run(method, on, params, { seed }).then(copyResult))
}

/** The result with copied files, of any form. */
export function copyResult(result: MaskResult): MaskResult {
  try {
    return { ...result, files: structuredClone(result.files) }
  } catch {
    // A result that cannot be copied violates the form of the contract, which another check reports.
    return result
  }
}

export function copyFrame(on: Frame): Frame {
  const original = copyFile(on.original)
  return { ...on, original, data: on.data === on.original ? original : copyFile(on.data) }
}

/** Runs the method on these files, without copies. */
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

/** Runs a check for every set of parameters and every frame; the problems name the parameters. */
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
 * Output of a column: the masked one, the column of the data with its records by `origin`, or null if it was dropped.
 */
export function outputColumn(on: Frame, file: MaskedFile, name: string): Column | null {
  const masked = file.columns.get(name)
  if (masked !== undefined) return masked
  const column = on.data.column(name)
  return file.origin ? takeColumn(column, file.origin) : column
}

/** Columns that differ between two results. */
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
