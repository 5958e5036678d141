import { SdcError } from '@sdc/core'
import { LONGEST_TEXT } from './book-parts.js'
import { withEscapes } from './escapes.js'
import { escapedXml } from './xml.js'

/** Returns the element of a cell for its position, such as `B2`; empty for an empty cell. */
export type CellXml = (place: string) => string

/**
 * Returns the element of a cell with a number, with the digits that read back bit-equal.
 *
 * @param place - Position of the cell.
 * @param value - The number.
 * @param style - Its style; 0 for a plain one.
 * @returns The element.
 * @throws NOT_NUMERIC for a number that is not finite
 */
export function numberXml(place: string, value: number, style = 0): string {
  if (!Number.isFinite(value))
    throw new SdcError('NOT_NUMERIC', `${place} would be ${value}, which a cell cannot hold`, {}, 'Leave it empty.')
  return `<c r="${place}"${styleXml(style)}><v>${Object.is(value, -0) ? '-0' : value}</v></c>`
}

/**
 * Returns the element of a cell with a text, for any position.
 *
 * @param text - The text.
 * @param style - Its style; 0 for a plain one.
 * @returns The element by its position; empty for an empty text.
 */
export function textXml(text: string, style = 0): CellXml {
  if (text === '') return () => ''
  const rest = `"${styleXml(style)} t="inlineStr"><is><t xml:space="preserve">${escapedXml(withEscapes(text))}</t></is></c>`
  return (place) => {
    if (text.length <= LONGEST_TEXT) return `<c r="${place}${rest}`
    const message = `${place} has a text of ${text.length} letters; a cell of a workbook holds 32,767`
    throw new SdcError('BAD_OPTION', message, {}, 'Write it as CSV.')
  }
}

/** Returns the element of a cell with a boolean. */
export function booleanXml(place: string, value: boolean, style = 0): string {
  return `<c r="${place}"${styleXml(style)} t="b"><v>${value ? 1 : 0}</v></c>`
}

function styleXml(style: number): string {
  return style === 0 ? '' : ` s="${style}"`
}
