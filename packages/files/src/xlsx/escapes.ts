/**
 * Decodes letters that XML does not have. Workbooks write them as `_xHHHH_`, their code in four hexadecimal digits; in
 * a text of this form the underscore is escaped.
 *
 * @see ECMA-376-1, 22.4.2.4 (bstr)
 */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Inverse of `withoutEscapes`. */
export function withEscapes(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/_(?=x[0-9a-f]{4}_)|[\0-\x08\x0b-\x1f\ufffe\uffff]|\p{Surrogate}/giu, (letter) => {
    return `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}
