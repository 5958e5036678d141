/** A name as a statement has it. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text as a statement has it. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The path of one file as a statement has it: what would stand for other letters stands for itself. */
export const quotedPath = (path: string): string => quotedText(path.replace(/[[*?]/g, '[$&]'))
