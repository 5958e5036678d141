import type { DecimalMark } from '../number-text.js'

/** Signals that the decimal mark of the whole file differs from that of its head: the file is read again. */
export class OtherMark extends Error {
  constructor(readonly decimal: DecimalMark) {
    super('the decimal mark differs')
  }
}
