/** Returns a text as a quoted YAML scalar, so that `no`, `1990` and `: ` stay texts. */
export function scalar(text: string): string {
  return /^[A-Za-z_][\w-]*$/.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i.test(text)
    ? text
    : JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped)
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Returns texts as a YAML list. */
export function list(texts: readonly string[]): string {
  return `[${texts.map((text) => (/^[A-Za-z_]\w*$/.test(text) ? scalar(text) : JSON.stringify(text))).join(', ')}]`
}
