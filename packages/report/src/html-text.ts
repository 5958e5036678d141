import { clean } from './text.js'

/** A text as HTML, in an element or in a quoted attribute; letters that no page may contain are left out. */
export function escaped(text: string): string {
  return clean(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
