import { categorical, dataset, hmacSha256, maskInput, numeric, resolveParams, type Column } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { base32 } from './base32.js'
import { pseudonymMethod } from './pseudonym.js'
import { pseudonymBits, pseudonymText } from './pseudonym-bits.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const text = (ascii: string): Uint8Array => new TextEncoder().encode(ascii)
const key = hmacSha256(Uint8Array.from({ length: 32 }, (_, i) => i))

async function texts(
  column: Column,
  { name = 'id', params = {} }: { name?: string; params?: Readonly<Record<string, unknown>> } = {},
): Promise<(string | undefined)[]> {
  const { files } = await maskByPlan(
    pseudonymMethod,
    maskInput(dataset([[name, column]]), {
      params: resolveParams(pseudonymMethod.params, params),
      projectKey: key,
    }),
  )
  const made = files[0].columns.get(name)
  if (made?.kind !== 'categorical') throw new Error('no categories')
  return Array.from(made.codes, (code) => made.levels[code])
}

describe('HMAC-SHA-256, by the vectors of RFC 4231', () => {
  it.each([
    [
      new Uint8Array(20).fill(0x0b),
      text('Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      text('Jefe'),
      text('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      new Uint8Array(20).fill(0xaa),
      new Uint8Array(50).fill(0xdd),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      new Uint8Array(131).fill(0xaa),
      text('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('case %#', (secret, message, mac) => {
    expect(hex(hmacSha256(secret).of(message))).toBe(mac)
  })
})

describe('base32', () => {
  it('writes five bytes as RFC 4648 does', () => {
    // "fooba" is MZXW6YTB in section 10.
    expect(base32(Number.parseInt(hex(text('fooba')), 16))).toBe('MZXW6YTB')
    expect([0, 2 ** 40 - 1].map(base32)).toEqual(['AAAAAAAA', '77777777'])
  })
})

describe('identifiers/pseudonym', () => {
  it('shows the first 80 bits of the HMAC of domain, 0 and value', async () => {
    const mac = hex(key.of(text('patient\0ä7'))).slice(0, 20)
    const expected = base32(Number.parseInt(mac.slice(0, 10), 16)) + base32(Number.parseInt(mac.slice(10), 16))
    expect(pseudonymText(pseudonymBits(key, 'patient')('ä7'))).toBe(expected)
    expect(await texts(categorical(['ä7', null, 'b', 'ä7']), { params: { domain: 'patient' } })).toEqual([
      expected,
      undefined,
      expect.stringMatching(/^[A-Z2-7]{16}$/),
      expected,
    ])
  })

  it('gives numbers the pseudonym of their shortest text, and distinguishes leading zeros', async () => {
    const numbers = await texts(numeric([12, 0.5, Number.NaN, -0]))
    const categories = await texts(categorical(['12', '0.5', null, '0', '012']))
    expect(numbers).toEqual(categories.slice(0, 4))
    expect(new Set(categories).size).toBe(5)
  })

  it('uses the name of the column as domain', async () => {
    const column = categorical(['a'])
    expect(await texts(column, { name: 'x' })).toEqual(await texts(column, { name: 'y', params: { domain: 'x' } }))
    expect(await texts(column, { name: 'x' })).not.toEqual(await texts(column, { name: 'y' }))
  })

  it('refuses two ids with the same pseudonym', async () => {
    const first = pseudonymBits(key, 'id')
    const hash = { ...key, of: () => key.of(new Uint8Array(1)) }
    const input = maskInput(dataset([['id', categorical(['a', 'b', 'a'])]]), { params: {}, projectKey: hash })
    expect(first('a')).not.toEqual(first('b'))
    await expect((async () => maskByPlan(pseudonymMethod, input))()).rejects.toMatchObject({
      code: 'WRONG_INPUT',
      message: 'two values of column "id" have the same pseudonym',
    })
    const one = maskInput(dataset([['id', categorical(['a', null, 'a'])]]), { params: {}, projectKey: hash })
    expect((await maskByPlan(pseudonymMethod, one)).files[0].columns.get('id')).toMatchObject({ levels: { length: 1 } })
  })

  it('is refused without a key', () => {
    const run = (): unknown =>
      maskByPlan(pseudonymMethod, maskInput(dataset([['id', categorical(['a'])]]), { params: {} }))
    expect(run).toThrow(/needs the key of the project/)
  })

  it('lists only ids that occur, in no order of the ids', async () => {
    const column = categorical(['b', 'c'], ['a', 'b', 'c'])
    const { files } = await maskByPlan(
      pseudonymMethod,
      maskInput(dataset([['id', column]]), { params: {}, projectKey: key }),
    )
    expect(files[0].columns.get('id')).toMatchObject({ levels: { length: 2 }, ordered: false })
  })
})
