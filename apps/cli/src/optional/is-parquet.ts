import { existsSync, readdirSync, statSync } from 'node:fs'

const PARQUET = /\.parquet$/i

/** Returns true for the name of a Parquet file, or of a folder with such files. */
export function isParquet(path: string): boolean {
  if (PARQUET.test(path)) return true
  return existsSync(path) && statSync(path).isDirectory() && readdirSync(path).some((name) => PARQUET.test(name))
}
