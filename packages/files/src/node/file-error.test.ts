import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import { fileError } from './file-error.js'

const ofSystem = (code: string): Error =>
  Object.assign(new Error(`${code}: raw`), {
    code,
    syscall: 'open',
    errno: -(constants.errno as Readonly<Record<string, number>>)[code],
  })

describe('an error of the file system', () => {
  it.each(['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EMFILE', 'ELOOP', 'EIO', 'EBUSY', 'EDQUOT', 'EFBIG'])(
    '%s becomes a sentence with a remedy, without its code',
    (code) => {
      const error = fileError(ofSystem(code), 'written', 'out.csv')
      if (!isSdcError(error)) throw error
      expect(error.code).toBe('FILE')
      expect(error.message).toMatch(/^out\.csv cannot be written: [a-z][a-z ,-]+$/)
      expect(error.message).not.toMatch(/\bE[A-Z]{3,}\b|raw/)
      expect(error.fix).toMatch(/^[A-Z].*\.$/)
    },
  )

  it('has the words of the system if it is rare', () => {
    const error = fileError(ofSystem('EBADF'), 'read', 'a.csv')
    expect(error).toMatchObject({ code: 'FILE', message: 'a.csv cannot be read: bad file descriptor' })
  })

  it('is unchanged if it is not one', () => {
    const bug = new TypeError('x is not a function')
    expect(fileError(bug, 'read', 'a.csv')).toBe(bug)
  })
})
