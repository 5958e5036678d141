import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs'
import { FORMAT_HEAD, formatOf, type FormatId } from '@sdc/files'

const PARQUET = /\.parquet$/i

/** Returns what is at a path; undefined if there is nothing, or it cannot be reached: the reader says why. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Returns true for a path that ends in .parquet. */
export function namesParquet(path: string | undefined): boolean {
  return path !== undefined && PARQUET.test(path)
}

/**
 * Finds the format of a file by its first bytes, regardless of its name; of a folder by the names of its files.
 *
 * @param path - The file or folder.
 * @returns The format; undefined if there is no such file, if it can be read only once, or if its format cannot be
 *   read.
 */
export function formatOfFile(path: string): FormatId | undefined {
  const there = statOf(path)
  if (there?.isDirectory() === true) return readdirSync(path).some(namesParquet) ? 'parquet' : 'csv'
  if (there?.isFile() !== true) return undefined
  const head = firstBytes(path)
  return head && formatOf(head)
}

/** Returns true for a Parquet file, or a folder with such files. */
export function isParquet(path: string): boolean {
  return formatOfFile(path) === 'parquet'
}

/**
 * Finds out whether a file can only be read whole: all but text and Parquet, and compressed text.
 *
 * @param path - The file.
 * @returns Its format, in the plural; undefined for a file that can be read out of core.
 */
export function formReadWhole(path: string): string | undefined {
  const format = formatOfFile(path)
  if (format === undefined || format === 'parquet') return undefined
  if (format !== 'csv') return `.${format} files`
  if (statOf(path)?.isDirectory() === true) return undefined
  const [first, second] = firstBytes(path) ?? []
  return first === 0x1f && second === 0x8b ? 'files compressed by gzip' : undefined
}

/** Reads the first bytes of a file; undefined if it cannot be read, which the reader of the file reports. */
function firstBytes(path: string): Uint8Array | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const head = new Uint8Array(FORMAT_HEAD)
      return head.subarray(0, readSync(file, head, 0, FORMAT_HEAD, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
