/**
 * Wording of an option in messages: each front end names an option as its users set it.
 *
 * @param name - Name of the option in programs: `smallGroups`.
 * @param value - Value that the message recommends, as text.
 * @returns For example `--small-groups pooled` on a command line.
 */
export type OptionWording = (name: string, value?: string) => string

let wording: OptionWording = (name, value) => (value === undefined ? name : `${name}: ${value}`)

/** Sets the wording of options for this process; a front end calls it once, before any work. */
export function wordOptions(next: OptionWording): void {
  wording = next
}

/**
 * Returns the words for an option in a message. Call it when the message is made, not when a module loads.
 *
 * @param name - Name of the option in programs: `smallGroups`.
 * @param value - Value that the message recommends, as text.
 * @returns The words, in the form of the present program.
 */
export function option(name: string, value?: string): string {
  return wording(name, value)
}
