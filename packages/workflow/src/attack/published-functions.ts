import { decimalNumber, numericValues, option, SdcError } from '@sdc/core'
import type { PublishedFunction } from '@sdc/attacks'
import { type InputFile, readTable } from '@sdc/inspect'

const form =
  'The forms are linear:a,b, rounding:base, rounding:base,up|even|away and table:FILE, each with column= before it where it is for one column.'
const halves = ['up', 'even', 'away'] as const

/** A function of `--function` with its column; undefined if it is for all columns. */
export interface ColumnFunction {
  readonly column: string | undefined
  readonly text: string
  readonly published: PublishedFunction
}

/** Reads `linear:2,3`, `rounding:10` or `table:FILE`, optionally after `column=`; `open` reads the file of a table. */
export async function parseFunction(
  given: string,
  open: (name: string) => Promise<InputFile>,
): Promise<ColumnFunction> {
  const match = /^(?:(?<column>.+?)=)?(?<kind>linear|rounding|table):(?<rest>.+)$/s.exec(given)
  if (!match?.groups) throw new SdcError('BAD_OPTION', `"${given}" is not a function`, { parameter: given }, form)
  const { column, kind, rest } = match.groups
  const text = `${kind}:${rest}`
  return { column, text, published: kind === 'table' ? tableFrom(await open(rest)) : formula(kind, rest, given) }
}

function formula(kind: string, rest: string, given: string): PublishedFunction {
  const parts = rest.split(',').map((part) => part.trim())
  if (kind === 'linear' && parts.length === 2) return { kind, a: finite(parts[0], given), b: finite(parts[1], given) }
  if (kind === 'rounding' && parts.length <= 2) {
    const rule = halves.find((one) => one === (parts[1] ?? 'up'))
    if (rule !== undefined) return { kind, base: finite(parts[0], given), halves: rule }
  }
  throw new SdcError('BAD_OPTION', `"${given}" is not a function`, { parameter: given }, form)
}

function finite(text: string, given: string): number {
  const value = decimalNumber(text)
  if (value !== undefined) return value
  throw new SdcError('BAD_OPTION', `"${text}" in ${option('function', given)} is not a number`, {}, form)
}

/** Reads a table function, which maps the first column of the file to the second. */
function tableFrom(file: InputFile): PublishedFunction {
  const { name: path } = file
  const { dataset } = readTable(file)
  if (dataset.names.length !== 2) {
    const message = `a table of a function has two columns, from and to, and ${path} has ${dataset.names.length}`
    throw new SdcError('BAD_OPTION', message, { file: path }, form)
  }
  const [from, to] = dataset.names.map((name) => numericValues(dataset, name))
  const pairs = Array.from(from, (value, i): [number, number] => [value, to[i]])
  const empty = pairs.findIndex((pair) => pair.some(Number.isNaN))
  if (empty < 0) return { kind: 'table', pairs }
  const message = `pair ${empty + 1} of the table in ${path} is not complete`
  throw new SdcError('BAD_OPTION', message, { file: path, row: empty + 1 }, 'Give both numbers, or leave the pair out.')
}
