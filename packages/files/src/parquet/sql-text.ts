/** A name as a statement has it. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text as a statement has it. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The path of one file as a statement has it: what would stand for other letters stands for itself. */
export const quotedPath = (path: string): string => quotedText(path.replace(/[[*?]/g, '[$&]'))

/** A text with a letter before it, for `unmarkedText`: where it is handed over, a byte order mark at the start of it would be lost. */
export const markedText = (expression: string): string => `'-' || ${expression}`

/** The text of a value that `markedText` gave. */
export const unmarkedText = (value: unknown): string => String(value).slice(1)
