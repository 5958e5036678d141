import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'
import { fromSources } from '@sdc/testing/bundled-program'

const folder = fileURLToPath(new URL('..', import.meta.url))
const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Bundles the sources of our packages for a page. esbuild fails if a module of Node is reached. The solver of tables is
 * a separate file, which a page loads by a dynamic import when it protects tables.
 */
async function bundle(contents: string, external: readonly string[] = ['highs'], from = folder): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: from, loader: 'ts' },
    external: [...external],
    plugins: [fromSources],
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0].text
}

describe('the package in a browser', () => {
  it('bundles all methods and metrics without modules of Node, in less than 3.07 MB', async () => {
    const rooms = ['inspect', 'tables', 'search', 'release'].map((name) => `export * from '@sdc/${name}'`)
    const code = await bundle([...rooms, "export { default as standard } from '@sdc/standard'"].join('\n'))
    expect(code).not.toMatch(/from\s*["'](node:|crypto|fs)|require\(["']/)
    // Imported only when the first program is solved.
    expect(code).toMatch(/import\(["']highs["']\)/)
    expect(code).not.toMatch(/from\s*["']highs["']/)
    // 3.01 MB, with 0.29 of tables (0.02 for workbooks) and without their solver, 0.05 of synthetic files; 0.3 of it are the plots and their libraries.
    process.stdout.write(
      `what a front end does, and standard, for a page: ${Math.round(code.length / 1000)} kB, minified\n`,
    )
    expect(code.length).toBeLessThan(3_070_000)
    // The bundle must contain the methods.
    expect(code.length).toBeGreaterThan(500_000)
  })

  it('has the reports in an entry of their own, which comparing and releasing do not need', async () => {
    const page = /Reproduce this file/
    const [usual, reports] = await Promise.all(
      ["export * from '@sdc/release'", "export * from '@sdc/release/reports'"].map((contents) => bundle(contents)),
    )
    expect(usual).not.toMatch(page)
    expect(reports).toMatch(page)
  })

  it('has the solver of tables in a file of its own, if a page leaves node:module external', async () => {
    const code = await bundle("export { default } from 'highs'", ['node:module'], source('tabular'))
    // Modules of Node are imported on use only, not as the file is loaded.
    expect(code).toMatch(/await import\(["']node:module["']\)/)
    expect(code).not.toMatch(/from\s*["']node:/)
    process.stdout.write(`the solver of tables for a page: ${Math.round(code.length / 1000)} kB, and its WebAssembly\n`)
    expect(code.length).toBeLessThan(200_000)
    expect(code.length).toBeGreaterThan(100_000)
  })

  it('runs the example of the README', async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(`${folder}README.md`, 'utf8')) ?? []
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(await bundle(example)).toString('base64')}`
    )
    const lines = log.mock.calls.map((words) => words.join(' '))
    log.mockRestore()
    expect(lines.slice(0, 3)).toEqual([
      'masked public.csv',
      'public-manifest public.manifest.json',
      'private-manifest keep.json',
    ])
    expect(lines.at(-1)).toMatch(/risk\/dld\s+[\d.]+ %/)
  })
})
