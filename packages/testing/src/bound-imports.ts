import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'

/**
 * Vitest reads imported names from an object of getters, at every use: a loop that calls a function of another file
 * takes up to three times as long. With this plugin a module of our packages copies its imports once, when all imported
 * modules are loaded. This works because no modules import each other in a cycle (`pnpm run layers` checks it). Two
 * kinds of names are still read at every use: exported variables that change, and functions of Node, which tests
 * replace. Test files stay unchanged, because they may replace imported functions.
 *
 * @param root - The folder of the project.
 * @returns The plugin.
 */
export function boundImports(root: string): Plugin {
  const changing = changingExports(root)
  return {
    name: 'bound-imports',
    enforce: 'post',
    transform: {
      filter: { id: { include: /\/(packages|apps)\/[\w-]+\/src\/.*\.ts$/, exclude: /\.test\.ts$/ } },
      handler(code) {
        let made = code
        for (const node of [...this.parse(code).body].reverse()) {
          if (node.type !== 'ImportDeclaration') continue
          const names = node.specifiers.flatMap((one) =>
            one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
              ? [{ from: one.imported.name, to: one.local.name }]
              : [],
          )
          const source = String(node.source.value)
          if (names.length < node.specifiers.length || source.startsWith('node:')) continue
          if (names.some(({ from }) => changing.has(from))) continue
          made = made.slice(0, node.start) + bound(names, source) + made.slice(node.end)
        }
        return made === code ? null : { code: made, map: null }
      },
    },
  }
}

/** On the single line of the original import. */
function bound(names: readonly { readonly from: string; readonly to: string }[], source: string): string {
  if (names.length === 0) return `import ${JSON.stringify(source)};`
  const taken = names.map(({ from, to }) => `${from} as bound_${to}`)
  const kept = names.map(({ to }) => `${to} = bound_${to}`)
  return `import { ${taken.join(', ')} } from ${JSON.stringify(source)};const ${kept.join(', ')};`
}

/** Names of all variables of our sources that change after their export. */
function changingExports(root: string): ReadonlySet<string> {
  const parents = ['packages', 'apps'].filter((parent) => existsSync(join(root, parent)))
  const sources = parents.flatMap((parent) =>
    readdirSync(join(root, parent))
      .filter((name) => !name.endsWith('.md'))
      .flatMap((name) => {
        const folder = join(root, parent, name, 'src')
        return readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((file) => /(?<!\.test)\.ts$/.test(file))
          .map((file) => readFileSync(join(folder, file), 'utf8'))
      }),
  )
  return new Set(sources.flatMap((text) => [...text.matchAll(/^export let (\w+)/gm)].map(([, name]) => name)))
}
