/** Formats an option as typed: `--small-groups pooled`, `-o masked.csv`, `--no-header`; quotes values with blanks. */
export function typedOption(name: string, value?: string): string {
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (value === 'false') return `--no-${flag}`
  const typed = name === 'out' ? '-o' : `--${flag}`
  if (value === undefined || value === 'true') return typed
  return `${typed} ${/["'\s]/.test(value) && !/^["']/.test(value) ? JSON.stringify(value) : value}`
}
