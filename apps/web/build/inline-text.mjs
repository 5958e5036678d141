import { createHash } from 'node:crypto'

/**
 * Returns JavaScript for a `<script>`. Escapes replace text that would end the element or begin a comment in it, and
 * characters beyond ASCII: a browser reads a page in ASCII in two thirds of the time. Such text only occurs in strings,
 * templates and regular expressions.
 */
export function scriptText(code) {
  return code
    .replaceAll(/(\\*)([^\0-\x7F])/g, (_, escapes, letter) => {
      if (escapes.length % 2 === 1) throw new Error(`the letter ${letter} is escaped, and cannot be escaped again`)
      return `${escapes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    .replaceAll(/<(?=\/?script|!--)/gi, '\\x3C')
    .replaceAll('\r', '\\r')
    .trim()
}

/** Returns CSS for a `<style>`, in ASCII. */
export function styleText(css) {
  if (/<\/style/i.test(css)) throw new Error('the style ends its own element')
  return css
    .replaceAll('\r', '')
    .replaceAll(/[^\0-\x7F]/gu, (letter) => `\\${letter.codePointAt(0).toString(16)} `)
    .trim()
}

/** Returns the source of a content security policy that allows only this text. */
export function hashSource(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
