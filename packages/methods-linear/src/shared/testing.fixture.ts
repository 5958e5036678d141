import {
  categorical,
  dataset,
  numeric,
  resolveParams,
  seededRng,
  maskInput,
  type Column,
  type Dataset,
  type MaskInput,
  type MaskingMethod,
  type MaskResult,
} from '@sdc/core'
import fc from 'fast-check'
import { maskByPlan } from '@sdc/toolkit'

/**
 * Moments kept to the contract's 1e-9 of the standard deviations: about 10⁶ times the rounding of the sums that the tests
 * compute.
 */
export const EXACT = 1e-9

export interface TestFile {
  /** The columns to mask, in the order of their names, as the engine hands them over. */
  readonly x: readonly Float64Array[]
  readonly given: readonly Column[]
}

export const names = (count: number): string[] => Array.from({ length: count }, (_, j) => `x${j}`)

function datasetOf({ x, given }: TestFile): Dataset {
  return dataset([
    ...names(x.length).map((name, j) => [name, numeric(x[j])] as const),
    ...given.map((column, j) => [`s${j}`, column] as const),
  ])
}

/** Input of a method for a file. */
export function inputOf<P>(file: TestFile, params: P, seed: string | number = 1): MaskInput<P> {
  const data = datasetOf(file)
  return maskInput(data, {
    columns: names(file.x.length),
    given: file.given.map((_, j) => `s${j}`),
    params,
    rng: seededRng(seed),
  })
}

export async function run<P>(
  method: MaskingMethod<P>,
  file: TestFile,
  params: Readonly<Record<string, unknown>> = {},
  seed: string | number = 1,
): Promise<MaskResult> {
  return maskByPlan(method, inputOf(file, resolveParams(method.params, params, { method: method.id }), seed))
}

/** The masked columns, in the order of x. */
export async function mask<P>(
  method: MaskingMethod<P>,
  file: TestFile,
  params: Readonly<Record<string, unknown>> = {},
  seed: string | number = 1,
): Promise<Float64Array[]> {
  const { files } = await run(method, file, params, seed)
  return names(file.x.length).map((name) => {
    const column = files[0].columns.get(name)
    if (column?.kind !== 'numeric') throw new Error(`column ${name} was not masked`)
    return column.values
  })
}

/** The given columns as numbers: indicators of every category for categorical ones. */
export function numbersOf(given: readonly Column[]): Float64Array[] {
  return given.flatMap((column) => {
    if (column.kind === 'numeric') return [column.values]
    return column.levels.map((_, level) => Float64Array.from(column.codes, (code) => (code === level ? 1 : 0)))
  })
}

/**
 * Files of 12 to 40 records with ties. Three columns to mask have scales 1e12, 1 and 1e-4; a fourth is the sum of two of
 * them. Up to two given columns are numeric or have three categories.
 */
export function files(): fc.Arbitrary<TestFile> {
  return fc
    .record({ n: fc.integer({ min: 14, max: 40 }), kind: fc.integer({ min: 0, max: 3 }) })
    .chain(({ n, kind }) => {
      // Unique records, so that no column is constant; the last digits make ties within columns.
      const column = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: n, maxLength: n })
      return fc
        .record({
          cells: fc.tuple(column, column, column),
          s: fc.array(fc.integer({ min: -50, max: 50 }), { minLength: n, maxLength: n }),
        })
        .map(({ cells: [a, b, c], s }) => {
          const ties = Float64Array.from(b, (value, i) => Math.floor(value / 500) + (i === 0 ? 1 : 0) + s[i] / 10)
          const big = Float64Array.from(a, (value, i) => 1e12 * (value + 20 * s[i]))
          const x = [big, ties, Float64Array.from(c, (value) => 1e-4 * value), ties.map((v, i) => 1e12 * v - big[i])]
          const number = numeric(Float64Array.from(s, (value, i) => value + i / n))
          const letters = categorical(
            Array.from(a, (value) => 'abc'[value % 3]),
            ['a', 'b', 'c'],
          )
          return { x, given: [[], [number], [letters], [number, letters]][kind] }
        })
    })
}
