import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** One file for a browser: esbuild fails where a module of Node is reached. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    alias: { '@sdc/core': `${folder}src/index.ts` },
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
  it('bundles without modules of Node, zod included, in less than 196 kB', async () => {
    const code = await bundle("export * from '@sdc/core'")
    expect(code).not.toMatch(/from\s*["'](node:|crypto|fs)|require\(["']/)
    // `import * as z from 'zod'` lets a bundler drop what is not used; `import { z }` would bring all of zod's languages.
    // Arrays of objects and Arrow tables are 5 kB. The literature is 16 kB, which a program that shows no sources leaves out.
    // refParam and limitsParam write schemas of their own and so bring the 66 kB of zod that every plugin with a parameter brings anyway.
    expect(code.length).toBeLessThan(196_000)
  })

  it('takes less than 125 kB where no schema is written', async () => {
    const names = Object.keys(await import('./index.js')).filter((name) => !['refParam', 'limitsParam'].includes(name))
    expect((await bundle(`export { ${names.join(', ')} } from '@sdc/core'`)).length).toBeLessThan(125_000)
  })

  it('runs the example of the README', async () => {
    const readme = readFileSync(`${folder}README.md`, 'utf8')
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
    const [, printed = ''] = /prints\n\n```\n(.*?)```/s.exec(readme) ?? []
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(await bundle(example)).toString('base64')}`
    )
    const lines = log.mock.calls.map((words) => `${words.join(' ')}\n`).join('')
    log.mockRestore()
    expect(printed).not.toBe('')
    expect(lines).toBe(printed)
  })
})
