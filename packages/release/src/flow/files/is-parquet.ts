import { existsSync, readdirSync, statSync } from 'node:fs'

const PARQUET = /\.parquet$/i

/** Returns true for a path that ends in .parquet. */
export function namesParquet(path: string | undefined): boolean {
  return path !== undefined && PARQUET.test(path)
}

/** Returns true for the name of a Parquet file, or of a folder with such files. */
export function isParquet(path: string): boolean {
  if (namesParquet(path)) return true
  return existsSync(path) && statSync(path).isDirectory() && readdirSync(path).some((name) => PARQUET.test(name))
}
