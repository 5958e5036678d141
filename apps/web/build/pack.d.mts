/** What a page carries packed, and how many of the unpacked bytes are the script; the others are the example. */
export function pack(script: string, example: string): { readonly text: string; readonly script: number }
