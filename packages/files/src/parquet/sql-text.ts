/** Quotes a name for a statement. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Quotes a text for a statement. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Quotes the path of one file for a statement, with wildcards escaped. */
export const quotedPath = (path: string): string => quotedText(path.replace(/[[*?]/g, '[$&]'))

/**
 * Prefixes a text with a letter, for `unmarkedText`: otherwise a byte order mark at its start would be lost in
 * transfer.
 */
export const markedText = (expression: string): string => `'-' || ${expression}`

/** Returns the text of a value from `markedText`. */
export const unmarkedText = (value: unknown): string => String(value).slice(1)
