import { beforeAll, describe, expect, it } from 'vitest'
import { moduleGraph } from '@sdc/testing/bundled-program'

/* Modules, not seconds: what is not loaded takes no time on any machine. */
const program = 'apps/cli/src/cli.ts'
let loadedBy: (from: string) => readonly string[]
beforeAll(async () => {
  loadedBy = await moduleGraph(program)
})

describe('what is loaded', () => {
  it('before anything is typed is the list of commands, and nothing that works', () => {
    const modules = [...loadedBy(program), ...loadedBy('apps/cli/src/main.ts')]
    expect(modules).toContain('apps/cli/src/command-list.ts')
    expect(modules.filter((path) => path.startsWith('packages/') || path.includes('/commands/'))).toEqual([])
    const others = modules.filter((path) => !path.startsWith('apps/cli/'))
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter((path) => !path.includes('/commander/'))).toEqual([])
    expect(modules.length).toBeLessThan(30)
  })

  it('for a worker of a run in parts is nothing of the command line, and no plugin before its plan is read', () => {
    const modules = loadedBy('apps/cli/src/work/serve-store.ts')
    expect(modules).toContain('packages/engine/src/node.ts')
    const others =
      /\/(commander|yaml)\/|packages\/(workflow|inspect|release\/src\/(?!tasks|flow\/(?:work|place|files)\/)|report|attacks|services|tabular|metrics|methods-|optimize)/
    expect(modules.filter((path) => others.test(path))).toEqual([])
  })

  it('for a command is neither what draws, nor a plugin, nor what tables, attacks and searches need, nor another command', () => {
    const modules = loadedBy('apps/cli/src/commands/mask.ts')
    expect(modules).toContain('packages/release/src/index.ts')
    const drawing =
      /linkedom|observablehq|\/d3-|packages\/(report\/src\/(plots|map|chart|release)|workflow\/src\/(facts|table|attack)\/|standard|metrics|methods-|tabular|attacks|optimize|permutation|test-kit)/
    expect(modules.filter((path) => drawing.test(path))).toEqual([])
    expect(modules.filter((path) => path.includes('apps/cli/src/commands/'))).toEqual(['apps/cli/src/commands/mask.ts'])
  })

  it('for the script of a shell is no package', () => {
    const modules = loadedBy('apps/cli/src/commands/programs/completion.ts')
    expect(modules.filter((path) => path.startsWith('packages/'))).toEqual([])
  })
})
