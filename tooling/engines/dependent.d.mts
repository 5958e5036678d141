/** The paths of the sources of packages that reach results. */
export function sourcesOfPackages(): string[]

/** The places of a source that an engine computes as it likes, each as `file:line: what, and what to write instead`. */
export function engineDependent(file: string, text: string): string[]
