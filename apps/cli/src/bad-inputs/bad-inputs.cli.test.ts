import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'
import { aggregateRows } from './aggregate-rows.fixture.js'
import { anonymizeRows } from './anonymize-rows.fixture.js'
import { dataRows } from './data-rows.fixture.js'
import { distortionRows } from './distortion-rows.fixture.js'
import { gateRows } from './gate-rows.fixture.js'
import { keyRows } from './key-rows.fixture.js'
import { optimizeRows } from './optimize-rows.fixture.js'
import { optionRows } from './option-rows.fixture.js'
import { perturbationRows } from './perturbation-rows.fixture.js'
import { planRows } from './plan-rows.fixture.js'
import { recodeRows } from './recode-rows.fixture.js'
import { pramRows } from './pram-rows.fixture.js'
import { riskRows } from './risk-rows.fixture.js'
import { rulesRows } from './rules-rows.fixture.js'
import { identifierRows } from './identifier-rows.fixture.js'
import type { Row } from './row.fixture.js'
import { sampledRows } from './sampled-rows.fixture.js'
import { schemaRows } from './schema-rows.fixture.js'
import { makeSetting } from './setting.fixture.js'
import { serviceRows } from './service-rows.fixture.js'
import { suppressionRows } from './suppression-rows.fixture.js'
import { tableBuildRows } from './table-build-rows.fixture.js'
import { tableRows } from './table-rows.fixture.js'
import { tableAttackRows } from './table-attack-rows.fixture.js'
import { valueRows } from './value-rows.fixture.js'

const setting = await makeSetting(workFolder())
const rows: readonly Row[] = [
  dataRows,
  schemaRows,
  planRows,
  optionRows,
  valueRows,
  keyRows,
  riskRows,
  rulesRows,
  identifierRows,
  sampledRows,
  distortionRows,
  serviceRows,
  recodeRows,
  anonymizeRows,
  pramRows,
  suppressionRows,
  aggregateRows,
  optimizeRows,
  tableBuildRows,
  perturbationRows,
  tableRows,
  tableAttackRows,
  gateRows,
].flatMap((of) => of(setting))
const folder = dirname(setting.out)

/** Returns the names in a folder, recursively; file types avoid a stat call for every file. */
function namesIn(path: string, prefix = ''): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((one) => {
    const name = prefix + one.name
    return one.isDirectory() ? [name, ...namesIn(join(path, one.name), `${name}/`)] : [name]
  })
}

/** Returns every file of the folder with its size and modification time. */
function inventory(path: string): string[] {
  return namesIn(path).map((name) => {
    const { size, mtimeMs } = lstatSync(join(path, name))
    return `${name} ${size} ${mtimeMs}`
  })
}

const before = inventory(folder)
const names = new Set(namesIn(folder))
let stray: ReadonlySet<string> = new Set()

describe('the table of bad inputs', () => {
  it('has five hundred different rows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(500)
    const names = rows.map(([what]) => what)
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([])
    const inputs = rows.map(([, argv]) => argv.join('\0'))
    expect(inputs.filter((input, i) => inputs.indexOf(input) < i)).toEqual([])
  })
})

describe('bad input', () => {
  it.each(rows.map((row) => [row[0], row] as const))(
    'gives exit status 2, one clear message with advice, and no file: %s',
    async (_, [, argv, code, message]) => {
      const { status, stdout, stderr } = await sdc(...argv)
      expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(message)
      expect(stderr).not.toMatch(/\n\s+at |\bundefined\b|\[object|Invalid input|Unrecognized key|\bE[A-Z]{4,}\b: /)
      const found = /(?:^|\n)sdc: ([A-Z_]+): .+\n {2}\S.*[.?]\n?$/s.exec(stderr)
      expect((code || 'BAD_OPTION').split('|'), stderr).toContain(found?.[1])
      if (code === '') expect(stderr).toMatch(/\n {2}.*sdc .*--help\.\n$/)
      const now = new Set(namesIn(folder))
      const more = [...now].filter((one) => !names.has(one))
      const left = more.filter((one) => !stray.has(one))
      stray = new Set(more)
      expect({ left, gone: [...names].filter((one) => !now.has(one)) }).toEqual({ left: [], gone: [] })
    },
  )
})

// The check that no file was overwritten runs once: after every input it would take a third of the time.
afterAll(() => expect(inventory(folder)).toEqual(before))
