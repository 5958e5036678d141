import { describe, expect, it } from 'vitest'
import { SdcError } from '@sdc/core'
import { typedFlag } from './typed-flag.js'

describe('the flag of an error', () => {
  const argv = ['mask', 'a.csv', '--columns', 'x,a\\,b', '--set', 'kk=5', '--limit=risk/dldd:upper=5', '--by', 'incme']
  const column = (name: string): string | undefined =>
    typedFlag(argv, new SdcError('UNKNOWN_COLUMN', `no "${name}"`, { column: name }))

  it('is the one with the name', () => {
    expect(column('incme')).toBe('--by')
    expect(column('a,b')).toBe('--columns')
    expect(typedFlag(argv, new SdcError('BAD_PARAMETER', 'no', { parameter: 'kk' }))).toBe('--set')
    expect(typedFlag(argv, new SdcError('UNKNOWN_METRIC', 'no', { metric: 'risk/dldd' }))).toBe('--limit')
  })

  it('is undefined if the name was not typed, or the error names a flag itself', () => {
    expect(column('income')).toBeUndefined()
    expect(typedFlag(argv, new SdcError('UNKNOWN_COLUMN', '--by names it', { column: 'incme' }))).toBeUndefined()
  })
})
