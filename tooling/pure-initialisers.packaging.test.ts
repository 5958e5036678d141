import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { pureInitialisers } from './pure-initialisers.js'

const module = `
import { f } from './elsewhere.js'
const literal = { a: [1, -2], b: () => f() }
class Kept { constructor() { f() } }
const made = f({ x: f(1).y(), z: [...f()] })
var chained = f(1).g().h(2), text = \`a \${f()}\`
let named = class extends Kept { m() { return f() } }
export { literal, made, chained, text, named, Kept }
export const own = new Map([[made, f()]])
`

/** Returns the rest of the module if only some of it is used. */
async function leftOf(code: string, used: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${used} } from 'one'` },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [
      {
        name: 'one',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^one$/ }, () => ({ path: 'one', namespace: 'one' }))
          onResolve({ filter: /elsewhere/ }, ({ path }) => ({ path, external: true, sideEffects: false }))
          onLoad({ filter: /.*/, namespace: 'one' }, () => ({ contents: code }))
        },
      },
    ],
  })
  return outputFiles[0]?.text ?? ''
}

describe('pureInitialisers', () => {
  it('lets a bundler remove all unused code', async () => {
    expect(await leftOf(module, 'literal')).toContain('f(')
    const left = await leftOf(pureInitialisers(module), 'literal')
    expect(left.match(/f\(/g)).toHaveLength(1)
    expect(left).not.toMatch(/made|chained|own|named/)
  })

  it('keeps used code, with its dependencies', async () => {
    const left = await leftOf(pureInitialisers(module), 'own')
    expect(left).toMatch(/made = .*f\(\{/)
    expect(left).not.toMatch(/chained|text/)
  })

  it('leaves functions, classes and literals unchanged', () => {
    const marked = pureInitialisers(module)
    expect(marked.match(/__PURE__/g)).toHaveLength(4)
    expect(marked).toContain('let named = class extends Kept')
  })

  it('changes no value', () => {
    const run = (code: string): unknown => new Function(`${code}; return [a, b.size, typeof C, C.name]`)()
    const code = 'const a = [3, 1].map((x) => x * 2), b = new Set(a); var C = class { m() { return a.at(0) } }'
    expect(run(pureInitialisers(code))).toEqual(run(code))
  })
})
