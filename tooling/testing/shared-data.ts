import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folders of real files and of another implementation's outputs; neither is part of the project. */
export const dataDir: string = process.env.SDC_DATA_DIR ?? join(root, '../shared/data')
export const goldenDir: string = process.env.SDC_GOLDEN_DIR ?? join(root, '../shared/golden')

/**
 * Whether a test on real data can run: `describe.runIf(haveData('census.csv'))`.
 * With SDC_REQUIRE_DATA=1 a missing file is an error instead of a skip.
 */
export function haveData(...files: readonly string[]): boolean {
  const missing = files.filter((file) => !existsSync(pathOf(file)))
  if (missing.length === 0) return true
  const message = `tests on real data need ${missing.join(', ')} (set SDC_DATA_DIR and SDC_GOLDEN_DIR)`
  if (process.env.SDC_REQUIRE_DATA === '1') throw new Error(message)
  console.warn(`skipped: ${message}`)
  return false
}

export function pathOf(file: string): string {
  return join(file.endsWith('.json') ? goldenDir : dataDir, file)
}

/** The numbers of a CSV file of the data folder: header, commas, no missing values; columns of text become NaN. */
export function readColumns(file: string): Map<string, Float64Array> {
  const [header, ...lines] = readFileSync(pathOf(file), 'utf8').trimEnd().split(/\r?\n/)
  const names = header.split(',')
  const rows = lines.map((line) => line.replaceAll(/"[^"]*"/g, 'text').split(','))
  return new Map(names.map((name, j) => [name, Float64Array.from(rows, (row) => Number(row[j]))]))
}

export interface GoldenCase {
  readonly id: string
  readonly input: {
    readonly csv: string
    readonly columns: readonly string[]
    readonly params: Record<string, unknown>
  }
  // The outputs differ from topic to topic; the test that reads one knows its shape.
  readonly output: any // eslint-disable-line
}

export function readGolden(file: string): Map<string, GoldenCase> {
  const { cases } = JSON.parse(readFileSync(pathOf(file), 'utf8')) as { cases: GoldenCase[] }
  return new Map(cases.map((golden) => [golden.id, golden]))
}
