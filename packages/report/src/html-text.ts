import { clean } from './text.js'

/** Escapes a text for an element or a quoted attribute, without the characters that no page may contain. */
export function escaped(text: string): string {
  return clean(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
