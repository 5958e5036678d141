import type { ByteReader } from '../bytes/byte-reader.js'

/** First 176 bytes of a file. */
export interface SpssHeader {
  /** 0 none, 1 byte codes, 2 byte codes in zlib. */
  readonly compression: number
  /** Position of the weight variable, in slots from 1; 0 for none. */
  readonly weight: number
  /** Number of records; −1 if the file lacks it. */
  readonly cases: number
  /** Difference between byte codes and their numbers. */
  readonly bias: number
  readonly label: Uint8Array
}

/** Variable of the dictionary. A long text has several. */
export interface SpssVariable {
  /** Bytes of a text of at most 255; 0 for numbers. */
  readonly width: number
  readonly print: number
  readonly shortName: Uint8Array
  readonly label: Uint8Array | undefined
  readonly missing: readonly Uint8Array[]
  /** True if the first two missing values are the bounds of a range. */
  readonly hasRange: boolean
  /** Its first slot of eight bytes in a record, from 0. */
  readonly slot: number
}

/** Labels of values of some variables. */
export interface SpssLabels {
  readonly entries: readonly (readonly [value: Uint8Array, label: Uint8Array])[]
  /** Indices of their variables. */
  readonly variables: readonly number[]
}

export interface SpssRecords {
  readonly header: SpssHeader
  readonly variables: readonly SpssVariable[]
  /** Slots of eight bytes in a record. */
  readonly slots: number
  /** Index of the variable that begins in a slot, or −1. */
  readonly variableAt: readonly number[]
  readonly labels: readonly SpssLabels[]
  /** First record of each extension, by subtype. */
  readonly extensions: ReadonlyMap<number, Extension>
}

/** Part of the dictionary that old programs skip. */
export interface Extension {
  readonly from: number
  readonly to: number
  readonly count: number
}

/**
 * Reads the header and the records of the dictionary, up to the first record of the data. Documents are skipped.
 *
 * @throws FILE if they are damaged
 */
export function readRecords(reader: ByteReader): SpssRecords {
  const header = readHeader(reader)
  const variables: SpssVariable[] = []
  const variableAt: number[] = []
  const labels: SpssLabels[] = []
  const extensions = new Map<number, Extension>()
  for (;;) {
    const from = reader.at
    const kind = reader.i32()
    if (kind === 2) readVariable(reader, variables, variableAt)
    else if (kind === 3) labels.push(readLabels(reader, variableAt))
    else if (kind === 6) reader.skip(80 * reader.i32())
    else if (kind === 7) {
      const subtype = reader.i32()
      const [size, count] = [reader.i32(), reader.i32()]
      if (size < 0) throw reader.broken(`a part of ${size} bytes`, from)
      reader.checkLeft(count, size, 'parts of the dictionary')
      const start = reader.at
      reader.skip(size * count)
      if (!extensions.has(subtype)) extensions.set(subtype, { from: start, to: reader.at, count })
    } else if (kind === 999) {
      reader.skip(4)
      if (variables.length === 0) throw reader.broken('it has no variables', from)
      variables.forEach(({ width, slot }, v) => {
        const end = variables[v + 1]?.slot ?? variableAt.length
        if (end - slot !== Math.max(1, Math.ceil(width / 8)))
          throw reader.broken(`variable ${v + 1} of ${width} bytes has ${end - slot} places in a record`, from)
      })
      return { header, variables, slots: variableAt.length, variableAt, labels, extensions }
    } else throw reader.broken(`a dictionary has no record of kind ${kind}`, from)
  }
}

function readHeader(reader: ByteReader): SpssHeader {
  reader.skip(64)
  const layout = reader.i32()
  if (layout !== 2 && layout !== 3) {
    reader.little = false
    reader.at = 64
    const other = reader.i32()
    if (other !== 2 && other !== 3) throw reader.broken(`no version of the format is ${layout}`, 64)
  }
  reader.skip(4)
  const [compression, weight, cases] = [reader.i32(), reader.i32(), reader.i32()]
  if (compression < 0 || compression > 2) throw reader.broken(`no compression has the number ${compression}`, 72)
  if (cases < -1) throw reader.broken(`it says ${cases} records`, 80)
  const bias = reader.f64()
  // The time stamp, and three bytes of padding.
  reader.skip(17)
  const label = reader.take(64)
  reader.skip(3)
  return { compression, weight, cases, bias, label }
}

function readVariable(reader: ByteReader, variables: SpssVariable[], variableAt: number[]): void {
  const from = reader.at
  const [width, hasLabel, missing, print] = [reader.i32(), reader.i32(), reader.i32(), reader.i32()]
  reader.skip(4)
  const shortName = reader.take(8)
  if (width < -1 || width > 255) throw reader.broken(`a text of ${width} bytes`, from)
  if (missing < -3 || missing > 3 || missing === -1) throw reader.broken(`${missing} missing values`, from + 8)
  if (width > 0 && missing < 0) throw reader.broken('a range of texts', from + 8)
  let label: Uint8Array | undefined
  if (hasLabel !== 0) {
    const length = reader.i32()
    label = reader.take(length)
    reader.skip(-length & 3)
  }
  const values = Array.from({ length: Math.abs(missing) }, () => reader.take(8))
  // Further slots of a text have empty records of their own.
  if (width < 0) variableAt.push(-1)
  else {
    const slot = variableAt.length
    variableAt.push(variables.length)
    variables.push({ width, print, shortName, label, missing: values, hasRange: missing < 0, slot })
  }
}

function readLabels(reader: ByteReader, variableAt: readonly number[]): SpssLabels {
  const count = reader.i32()
  reader.checkLeft(count, 16, 'value labels')
  const entries = Array.from({ length: count }, () => {
    const value = reader.take(8)
    const length = reader.u8()
    const label = reader.take(length)
    reader.skip(-(length + 1) & 7)
    return [value, label] as const
  })
  if (reader.i32() !== 4) throw reader.broken('value labels name no variables', reader.at - 4)
  const named = reader.i32()
  reader.checkLeft(named, 4, 'variables with labels')
  const variables = Array.from({ length: named }, () => {
    const variable = variableAt[reader.i32() - 1] ?? -1
    if (variable < 0) throw reader.broken('value labels name a variable that is not there', reader.at - 4)
    return variable
  })
  return { entries, variables }
}
