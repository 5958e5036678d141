/**
 * Words an option as it is typed: `--small-groups pooled`, `-o masked.csv`. A value with blanks is quoted.
 *
 * @param name - Name of the option in programs.
 * @param value - Value that a message recommends.
 */
export function typedOption(name: string, value?: string): string {
  const flag = name === 'out' ? '-o' : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  if (value === undefined || value === '') return flag
  return `${flag} ${/["\s]/.test(value) && !value.startsWith('"') ? JSON.stringify(value) : value}`
}
