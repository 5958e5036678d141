import { createHash } from 'node:crypto'

/**
 * JavaScript as it may stand in a `<script>`: what would end the element, or begin a comment in it, is written by escapes, and so is
 * every letter beyond ASCII: a browser reads a page without any in half the time. They stand in strings, templates and regular
 * expressions alone, where an escape is the same text.
 */
export function scriptText(code) {
  return code
    .replaceAll(/(\\*)([^\0-\x7F])/g, (_, escapes, letter) => {
      if (escapes.length % 2 === 1) throw new Error(`the letter ${letter} is escaped, and cannot be once more`)
      return `${escapes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    .replaceAll(/<(?=\/?script)/gi, '\\x3C')
    .replaceAll('<!--', '\\x3C!--')
    .replaceAll('\r', '\\r')
    .trim()
}

/** CSS as it may stand in a `<style>`, of ASCII alone as well: letters beyond it stand in strings, where an escape is the same text. */
export function styleText(css) {
  if (/<\/style/i.test(css)) throw new Error('the style ends its own element')
  return css
    .replaceAll('\r', '')
    .replaceAll(/[^\0-\x7F]/gu, (letter) => `\\${letter.codePointAt(0).toString(16)} `)
    .trim()
}

/** The source of a content security policy that allows this text alone. */
export function hashSource(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
