export function runFile(
  program: string,
  args: readonly string[],
  options?: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string>
export function publishedPackages(): Map<
  string,
  { readonly folder: string; readonly manifest: Readonly<Record<string, unknown>> }
>
export function withDependencies(names: readonly string[]): string[]
export function pack(names: readonly string[], folder: string): Promise<Map<string, string>>
export function createConsumer(
  folder: string,
  tarballs: ReadonlyMap<string, string>,
  others?: Readonly<Record<string, string>>,
): Promise<void>
