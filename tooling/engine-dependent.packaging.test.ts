import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { engineDependent, sourcesOfPackages } from './engines/dependent.mjs'

describe('engine-dependent computations', () => {
  it.each([
    ['Math.exp(1)', 'Math.exp'],
    ['values.map(Math.log)', 'Math.log'],
    ["Math['hypot'](3, 4)", 'Math.hypot'],
    ['Math?.sin(1)', 'Math.sin'],
    ['Math[name](1)', 'Math[…]'],
    ['const { pow } = Math', 'Math as a value'],
    ['x ** 2', '**'],
    ['2 ** k', '**'],
    ['2 ** 0.5', '**'],
    ['10 ** -3', '**'],
    ['x **= 3', '**'],
  ])('include %s', (code, what) => {
    const found = engineDependent('a.ts', `const a = 1\n${code}\n`)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('a.ts:2: ')
    expect(found[0]).toContain(what)
  })

  it.each([
    'Math.sqrt(x) + Math.PI',
    '2 ** -53',
    '2 ** 53',
    '10n ** BigInt(k)',
    'other.Math',
    'log(x)',
    '// Math.exp(x)',
  ])('exclude %s', (code) => {
    expect(engineDependent('a.ts', code)).toEqual([])
  })

  it('occur in no package', () => {
    const sources = sourcesOfPackages()
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.flatMap((file) => engineDependent(file, readFileSync(file, 'utf8')))).toEqual([])
  })
})
