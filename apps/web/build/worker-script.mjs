import { build } from 'vite'

/** The solver of tables is 3.5 MB, and the page protects records. */
const withoutSolver = {
  name: 'without-solver',
  enforce: 'pre',
  resolveId: (id) => (id === 'highs' ? '\0highs' : undefined),
  load: (id) =>
    id === '\0highs' ? `export default () => Promise.reject(new Error('the page has no solver of tables'))` : undefined,
}

/** The worker's script with all that it imports, as one classic script without imports. */
export async function workerScript(entry) {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutSolver],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [chunk, ...others] = [made].flat().flatMap(({ output }) => output)
  if (others.length > 0) throw new Error(`the worker is more than one file: ${others.map(({ fileName }) => fileName)}`)
  return chunk
}
