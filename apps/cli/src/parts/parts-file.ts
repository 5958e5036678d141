import { existsSync, readdirSync, statSync } from 'node:fs'

const PARQUET = /\.parquet$/i

/** Whether a file is read in parts: Parquet, or a folder of it. */
export function isInParts(path: string): boolean {
  if (PARQUET.test(path)) return true
  return existsSync(path) && statSync(path).isDirectory() && readdirSync(path).some((name) => PARQUET.test(name))
}
