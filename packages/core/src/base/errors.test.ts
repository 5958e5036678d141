import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { errorCodes, errorFrom, isSdcError, SdcError, type PlainError } from './errors.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const catalogue = Object.keys(errorCodes)

describe('SdcError', () => {
  it('says what was wrong, where, and what to do', () => {
    const error = new SdcError('NOT_NUMERIC', 'column "a" is not numeric', { column: 'a', row: 3 }, 'Leave it out.')
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'SdcError',
      code: 'NOT_NUMERIC',
      message: 'column "a" is not numeric',
      place: { column: 'a', row: 3 },
      fix: 'Leave it out.',
    })
    expect(new SdcError('FILE', 'x')).toMatchObject({ place: {}, fix: '' })
  })

  it('crosses to another thread as plain data, and is the same error there', () => {
    const error = new SdcError('MISSING_VALUES', 'column "a" has 2', { method: 'noise/a', column: 'a', row: 3 }, 'Say.')
    const plain = error.toJSON()
    expect(plain).toStrictEqual({
      code: 'MISSING_VALUES',
      message: 'column "a" has 2',
      place: { method: 'noise/a', column: 'a', row: 3 },
      fix: 'Say.',
    })
    for (const sent of [structuredClone(plain), JSON.parse(JSON.stringify(error)) as PlainError]) {
      const back = errorFrom(sent)
      expect(back).toBeInstanceOf(SdcError)
      expect(isSdcError(back)).toBe(true)
      expect(back.toJSON()).toStrictEqual(plain)
    }
  })

  it('is distinguished from a bug, also if it comes from another copy of this package', () => {
    const foreign = Object.assign(new Error('x'), { name: 'SdcError', code: 'FILE' })
    expect(isSdcError(new SdcError('FILE', 'x'))).toBe(true)
    expect(isSdcError(foreign)).toBe(true)
    for (const code of ['ENOENT', 'toString', '__proto__', undefined]) {
      expect(isSdcError(Object.assign(new Error('x'), { name: 'SdcError', code }))).toBe(false)
    }
    expect(isSdcError(Object.assign(new Error('x'), { code: 'FILE' }))).toBe(false)
    expect(isSdcError({ name: 'SdcError', code: 'FILE' })).toBe(false)
    expect(isSdcError(undefined)).toBe(false)
  })
})

/** Every source that can throw: the catalogue itself and tests are none. */
const sources = ['packages', 'apps']
  .flatMap((group) => readdirSync(`${root}${group}`).map((name) => `${group}/${name}/src`))
  .filter((folder) => existsSync(`${root}${folder}`))
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.ts'))
  .filter((file) => !/\.(test|d)\.ts$/.test(file) && !file.endsWith('core/src/base/errors.ts'))
  .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))

describe('the catalogue of codes', () => {
  it('has every code that is thrown', () => {
    const thrown = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bSdcError\(\s*'([^']*)'/g)].map(([, code]) => ({ file, code })),
    )
    expect(thrown.length).toBeGreaterThan(0)
    expect(
      thrown.filter(({ code }) => !catalogue.includes(code)),
      'thrown, but not in the catalogue',
    ).toEqual([])
  })

  it('has no code that nothing throws', () => {
    // A code may reach `new SdcError` through a variable, or as the plain data of one in a message from a worker; one that is only compared with does not count.
    const throwing = sources
      .filter(({ text }) => /\b(SdcError|ErrorCode|PlainError)\b|code: '[A-Z_]+'/.test(text))
      .map(({ text }) => text)
      .join('\n')
    const used = new Set([...throwing.matchAll(/(?<![!=]==?\s*|case\s+)'([A-Z][A-Z_]*)'/g)].map(([, code]) => code))
    expect(
      catalogue.filter((code) => !used.has(code)),
      'in the catalogue, but nothing throws them',
    ).toEqual([])
  })

  it('is sorted, and every meaning is a clause without a full stop', () => {
    expect(catalogue).toEqual([...catalogue].sort())
    for (const meaning of Object.values(errorCodes)) expect(meaning).toMatch(/^[a-z].*[^.]$/)
  })

  it.each(['packages/core/README.md', 'docs/errors.md'].filter((file) => existsSync(`${root}${file}`)))(
    'is the table of %s',
    (file) => {
      const lines = readFileSync(`${root}${file}`, 'utf8').matchAll(/^\| `([A-Z_]+)` *\| (.*?) *\|$/gm)
      expect([...lines].map(([, code, meaning]) => [code, meaning])).toEqual(Object.entries(errorCodes))
    },
  )
})
