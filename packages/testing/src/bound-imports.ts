import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'

/**
 * Vitest reads what a module imports from an object of getters, at every use: a loop that calls a function of another file
 * takes up to three times as long as anywhere else. With this plugin a module of our packages takes what it imports once,
 * when all that it imports is there, as it is where no modules import each other in a circle (`pnpm run layers` holds that).
 * What is exported as a variable that changes is read at every use, as before, and what comes from Node, whose functions tests
 * replace; tests are left as they are, since they may replace what they import.
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

/** In the one line that the import was. */
function bound(names: readonly { readonly from: string; readonly to: string }[], source: string): string {
  if (names.length === 0) return `import ${JSON.stringify(source)};`
  const taken = names.map(({ from, to }) => `${from} as bound_${to}`)
  const kept = names.map(({ to }) => `${to} = bound_${to}`)
  return `import { ${taken.join(', ')} } from ${JSON.stringify(source)};const ${kept.join(', ')};`
}

/** The names of all variables of our sources that change after they are exported. */
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
