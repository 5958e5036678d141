import { kindOf, option, SdcError, takeColumn, type CategoricalColumn, type Column, type MaskInput } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import { givenDesign, refuseInfinite } from '@sdc/toolkit'
import type { NamedColumn } from './correlation-errors.js'
import type { PairedColumn } from './permute-state.js'

/** A column to permute, of both files, and the conversion back to a column of its kind. */
export interface PermutableColumn extends PairedColumn {
  readonly name: string
  back(z: Float64Array): Column
}

type Files = Pick<MaskInput<unknown>, 'original' | 'data' | 'origin' | 'columns' | 'given'>

/**
 * Returns the columns to permute as numbers: values, or the places of ordered categories.
 *
 * A record that lost its value in an earlier step is missing here, too (reverse mapping keeps values missing that
 * either file lacks). The remaining values must then be a permutation of the original's in these records.
 *
 * @param input - The original, the masked file and their link.
 * @param method - Id of the calling method, for messages.
 * @returns The columns in the order in which they are named.
 * @throws NOT_A_PERMUTATION if a column of the masked file has other values than the original's; NOT_NUMERIC for an
 *   infinite value.
 */
export function permutableColumns(input: Files, method: string): PermutableColumn[] {
  return input.columns.map((name) => {
    const original = takeColumn(input.original.column(name), input.origin)
    const masked = input.data.column(name)
    if (kindOf(original) !== kindOf(masked) || (original.kind === 'categorical') !== (masked.kind === 'categorical'))
      throw notAPermutation(method, name, `it is ${kindOf(masked)}, the original's is ${kindOf(original)}`)
    const x = original.kind === 'numeric' ? original.values : Float64Array.from(original.codes, missingCode)
    const z = masked.kind === 'numeric' ? masked.values : codesIn(original as CategoricalColumn, masked, method, name)
    refuseInfinite(x, 'original')
    refuseInfinite(z, 'masked')
    const difference = differenceOf(x, z)
    if (difference === undefined) return { name, x, z, isNumber: original.kind === 'numeric', back: backTo(masked, z) }
    const held = x.map((value, i) => (z[i] === z[i] ? value : Number.NaN))
    if (differenceOf(held, z) !== undefined) throw notAPermutation(method, name, difference)
    return { name, x: held, z, isNumber: original.kind === 'numeric', back: backTo(masked, z) }
  })
}

function missingCode(code: number): number {
  return code < 0 ? Number.NaN : code
}

/** Returns the masked categories by the places of the original's. */
function codesIn(original: CategoricalColumn, masked: CategoricalColumn, method: string, name: string): Float64Array {
  const place = new Map(original.levels.map((level, code) => [level, code]))
  return Float64Array.from(masked.codes, (code) => {
    if (code < 0) return Number.NaN
    const at = place.get(masked.levels[code])
    if (at === undefined) throw notAPermutation(method, name, `the original has no category "${masked.levels[code]}"`)
    return at
  })
}

/** Returns the conversion of numbers that are a permutation of z to the masked column permuted likewise. */
function backTo(masked: Column, z: Float64Array): (values: Float64Array) => Column {
  if (masked.kind === 'numeric') return (values) => ({ kind: 'numeric', values })
  const codeAt = new Map<number, number>()
  z.forEach((place, i) => codeAt.set(place, masked.codes[i]))
  return (values) => ({
    ...masked,
    codes: Int32Array.from(values, (place) => (place === place ? (codeAt.get(place) ?? -1) : -1)),
  })
}

/** Describes the difference of two columns' values, bit for bit, in any order; undefined if there is none. */
function differenceOf(x: Float64Array, z: Float64Array): string | undefined {
  const [inX, inZ] = [sortOrder(x), sortOrder(z)]
  if (inX.length !== inZ.length)
    return `it has ${inZ.length} values, the same records of the original have ${inX.length}`
  for (let p = 0; p < inX.length; p++) {
    const [a, b] = [x[inX[p]], z[inZ[p]]]
    if (a !== b) return `in sorted order its value ${p + 1} is ${b}, the original's ${a}`
  }
  const zeros = (values: Float64Array): number => values.reduce((count, v) => count + Number(Object.is(v, -0)), 0)
  return zeros(x) === zeros(z) ? undefined : 'it has more or fewer zeros with a sign than the original'
}

function notAPermutation(method: string, column: string, why: string): SdcError {
  return new SdcError(
    'NOT_A_PERMUTATION',
    `column "${column}" is not a permutation of the original's in these records: ${why}`,
    { method, column },
    'First reverse-map the file (reverse-map/rank). If this step works within groups (by), use the same groups there.',
  )
}

/**
 * Returns the given columns as numbers: values, places of ordered categories, and one column of 0 and 1 for every
 * nominal category except the first.
 *
 * @param input - The original, the masked file and their link.
 * @param method - Id of the calling method, for messages.
 * @returns The columns, and a sentence for every one that became several.
 * @throws BAD_PLAN for more than 500 nominal categories.
 */
export function givenRelations(
  input: Files,
  method: string,
): { readonly columns: readonly NamedColumn[]; readonly warnings: readonly string[] } {
  const plain = input.given.filter((name) => kindOf(input.data.column(name)) !== 'nominal')
  const columns = plain.map((name): NamedColumn => {
    const [x, z] = [takeColumn(input.original.column(name), input.origin), input.data.column(name)]
    return { name, x: numbersOf(x), z: numbersOf(z), isNumber: z.kind === 'numeric' && x.kind === 'numeric' }
  })
  const nominal = input.given.filter((name) => !plain.includes(name))
  const design = givenDesign({ ...input, given: nominal }, method)
  return {
    columns: [
      ...columns,
      ...design.columns.map((z): NamedColumn => ({
        name: `a category of ${nominal.join(', ')}`,
        x: z,
        z,
        isNumber: true,
      })),
    ],
    warnings: nominal.map(
      (name) =>
        `${name}: its categories are conditioned on one by one; use ${option('by', name)} to permute within each instead`,
    ),
  }
}

function numbersOf(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes, missingCode)
}
