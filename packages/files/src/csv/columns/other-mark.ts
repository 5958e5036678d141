import type { DecimalMark } from '../number-text.js'

/** The decimal mark of the whole file is not that of its head: the file is read again. */
export class OtherMark extends Error {
  constructor(readonly decimal: DecimalMark) {
    super('the decimal mark differs')
  }
}
