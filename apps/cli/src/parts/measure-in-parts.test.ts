import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { BLOCK } from '@sdc/core'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write } = workFolder()
const ROWS = BLOCK + 30
const scramble = (i: number): number => (i * 7919) % 65_537

const lines = (of: (i: number) => string, rows: number): string =>
  `age,region,income\n${Array.from({ length: rows }, (_, i) => of(i)).join('\n')}\n`
const before = (i: number): string => `${scramble(i) % 90},r${scramble(i) % 7},${scramble(i) / 4}`
const after = (i: number): string =>
  `${i % 11 === 0 ? 'NA' : (scramble(i) % 90) - (i % 2)},r${(scramble(i) + (i % 5 === 0 ? 1 : 0)) % 7},${scramble(i) / 4 + (i % 3)}`

const asked = ['--columns', 'income', '--quasi-identifiers', 'age,region', '--metrics', 'risk/k-anonymity'] as const
let original = ''
let masked = ''
beforeAll(() => {
  original = write('original.csv', lines(before, ROWS))
  masked = write('masked.csv', lines(after, ROWS))
})

describe('sdc measure in parts', () => {
  it('prints what it prints of the files in memory', async () => {
    const whole = await sdc('measure', original, masked, ...asked)
    expect([whole.stderr, whole.status]).toEqual([expect.anything(), 0])
    const parts = await sdc('measure', original, masked, ...asked, '--workers', '1')
    expect([parts.stderr, parts.status]).toEqual([expect.stringContaining('is measured in parts'), 0])
    expect(parts.stdout).toContain('risk/k-anonymity')
    expect(parts.stdout).toBe(whole.stdout)
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('refuses what cannot be', async () => {
    const refused = async (...argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc('measure', ...argv, '--workers', '1')
      expect([argv, status]).toEqual([argv, 2])
      return stderr
    }
    const short = write('short.csv', lines(after, 50))
    expect(await refused(original, short, ...asked)).toContain(`the original has ${ROWS} records, the masked file 50`)
    expect(await refused(original, masked, ...asked, '--key', 'age')).toContain('--key does not go with')
    const other = write('other.csv', 'age,region,wage\n1,r1,2\n2,r2,3\n')
    expect(await refused(other, other, '--columns', 'income', '--metrics', 'loss/il-score')).toContain('"income"')
    const empty = write('empty.csv', 'age,region,income\n')
    expect(await refused(empty, empty, ...asked)).toMatch(/no records/)
  })
})
