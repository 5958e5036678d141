import { beforeAll, describe, expect, it } from 'vitest'
import { moduleGraph } from '@sdc/testing/bundled-program'

/* Counts modules instead of seconds, which depend on the machine. */
const program = 'apps/cli/src/cli.ts'
let loadedBy: (from: string) => readonly string[]
beforeAll(async () => {
  loadedBy = await moduleGraph(program)
})

describe('loaded modules', () => {
  it('are the list of commands and nothing else before a command', () => {
    const modules = [...loadedBy(program), ...loadedBy('apps/cli/src/main.ts')]
    expect(modules).toContain('apps/cli/src/command-list.ts')
    expect(modules.filter((path) => path.startsWith('packages/') || path.includes('/commands/'))).toEqual([])
    const others = modules.filter((path) => !path.startsWith('apps/cli/'))
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter((path) => !path.includes('/commander/'))).toEqual([])
    expect(modules.length).toBeLessThan(30)
  })

  it('exclude the command line for a worker, and all plugins before its plan is read', () => {
    const modules = loadedBy('apps/cli/src/work/serve-store.ts')
    expect(modules).toContain('packages/engine/src/node.ts')
    const others =
      /\/(commander|yaml)\/|packages\/(workflow|inspect|release\/src\/(?!tasks|flow\/(?:work|place|files)\/)|report|attacks|services|tabular|metrics|methods-|optimize)/
    expect(modules.filter((path) => others.test(path))).toEqual([])
  })

  it('exclude drawing, plugins, tables, attacks, searches and other commands unless the command needs them', () => {
    const modules = loadedBy('apps/cli/src/commands/mask.ts')
    expect(modules).toContain('packages/release/src/index.ts')
    const drawing =
      /linkedom|observablehq|\/d3-|packages\/(report\/src\/(plots|map|chart|release)|workflow\/src\/(facts|table|attack)\/|standard|metrics|methods-|tabular|attacks|optimize|permutation|test-kit)/
    expect(modules.filter((path) => drawing.test(path))).toEqual([])
    expect(modules.filter((path) => path.includes('apps/cli/src/commands/'))).toEqual(['apps/cli/src/commands/mask.ts'])
  })

  it('include no package for a shell script', () => {
    const modules = loadedBy('apps/cli/src/commands/programs/completion.ts')
    expect(modules.filter((path) => path.startsWith('packages/'))).toEqual([])
  })
})
