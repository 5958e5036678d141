import { SdcError } from '@sdc/core'

const reasons: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ENOENT', ['there is no such file or folder', 'Check the path.']],
  ['EISDIR', ['it is a folder', 'Name a file.']],
  ['ENOTDIR', ['a part of its path is a file, not a folder', 'Check the path.']],
  ['EACCES', ['permission is denied', 'Check who may read or write it.']],
  ['EPERM', ['the operation is not permitted', 'Check who may read or write it.']],
  ['EROFS', ['the disk is read-only', 'Write elsewhere.']],
  ['ENOSPC', ['the disk is full', 'Make room, or write elsewhere.']],
  ['EMFILE', ['too many files are open', '']],
  ['ENAMETOOLONG', ['its name is too long', 'Choose a shorter one.']],
])

/**
 * An error of the file system as an `SdcError`; any other error as it is.
 * @param error - What was thrown.
 * @param doing - What was being done.
 * @param file - Its name, for the message.
 * @returns An `SdcError` with the code FILE, or the error itself.
 */
export function fileError(error: unknown, doing: 'read' | 'written', file: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error
  const code = String(error.code)
  const [reason, advice] = reasons.get(code) ?? [code, '']
  return new SdcError('FILE', `${file} cannot be ${doing}: ${reason}`, { file }, advice)
}
