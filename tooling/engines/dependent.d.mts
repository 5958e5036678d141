/** Returns the paths of the sources of packages that affect results. */
export function sourcesOfPackages(): string[]

/**
 * Returns the places of a source whose result depends on the engine, each as
 * `file:line: what, and what to write instead`.
 */
export function engineDependent(file: string, text: string): string[]
