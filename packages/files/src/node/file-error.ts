import { getSystemErrorMap } from 'node:util'
import { SdcError } from '@sdc/core'

const otherDisk = 'Free some space, or write to another disk.'
const whoMay = 'Check its permissions, and your user name.'
const reasons: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ENOENT', ['there is no such file or folder', 'Check the path.']],
  ['EISDIR', ['it is a folder', 'Name a file.']],
  ['ENOTDIR', ['a part of its path is a file, not a folder', 'Check the path.']],
  ['EACCES', ['permission is denied', whoMay]],
  ['EPERM', ['the operation is not permitted', whoMay]],
  ['EROFS', ['the disk is read-only', 'Write elsewhere.']],
  ['ENOSPC', ['the disk is full', otherDisk]],
  ['EDQUOT', ['your disk quota is used up', otherDisk]],
  ['EFBIG', ['the file system does not allow files of this size', otherDisk]],
  ['EMFILE', ['this program has too many files open', 'Give it fewer files at once, or raise the limit (ulimit -n).']],
  ['ENFILE', ['the system has too many files open', 'Close other programs, and try again.']],
  ['ENAMETOOLONG', ['its name is too long', 'Choose a shorter one.']],
  ['ELOOP', ['its symbolic links form a cycle', 'Correct the link, or name the file itself.']],
  ['EBUSY', ['another program uses it', 'Close that program, and try again.']],
  ['ETXTBSY', ['it is a running program', 'Choose another name.']],
  ['EIO', ['the disk has an input or output error', 'Try again; the disk may be damaged.']],
  ['ENXIO', ['no device is there', 'Name a file.']],
  ['EPIPE', ['the reading program has closed the pipe', 'Name a file.']],
  ['EEXIST', ['a file of this name exists', 'Choose another name, or move it away.']],
  ['ENOMEM', ['there is not enough memory', 'Close other programs, or use a smaller file.']],
  ['ENOTSUP', ['the file system does not support this', 'Write elsewhere.']],
  ['EXDEV', ['it is on another disk', 'Write to the same disk.']],
  ['ERR_INVALID_ARG_VALUE', ['its name has a NUL character', 'Choose another name.']],
])

/**
 * Converts an error of the file system to an `SdcError` that says what happened; returns any other error unchanged.
 *
 * @param error - The thrown error.
 * @param doing - The intended action on the file.
 * @param file - Its path, as the user gave it.
 * @returns FILE with a reason in words.
 */
export function fileError(error: unknown, doing: 'read' | 'written', file: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  if (!('syscall' in error) && code !== 'ERR_INVALID_ARG_VALUE') return error
  const [reason, fix] = reasons.get(code) ?? [systemReason(error), 'Name another file, or another folder.']
  return new SdcError('FILE', `${file} cannot be ${doing}: ${reason}`, { file }, fix)
}

/** Name of the error in the system, for rare codes without a sentence of their own. */
function systemReason(error: Error): string {
  const number = 'errno' in error && typeof error.errno === 'number' ? error.errno : 0
  return getSystemErrorMap().get(number)?.[1] ?? error.message
}
