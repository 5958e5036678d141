import { createHash } from 'node:crypto'

/**
 * JavaScript as it may stand in a `<script>`: what would end the element, or begin a comment in it, is written by escapes.
 * Both stand in strings, templates and regular expressions alone, where an escape is the same text.
 */
export function scriptText(code) {
  return code
    .replaceAll(/<(?=\/?script)/gi, '\\x3C')
    .replaceAll('<!--', '\\x3C!--')
    .replaceAll('\r', '\\r')
    .trim()
}

/** CSS as it may stand in a `<style>`. */
export function styleText(css) {
  if (/<\/style/i.test(css)) throw new Error('the style ends its own element')
  return css.replaceAll('\r', '').trim()
}

/** The source of a content security policy that allows this text alone. */
export function hashSource(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
