import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { workerExecutor } from '@sdc/engine/workers'
import { print } from '../../output/deliver.js'
import { positiveInteger } from '../../options/options.js'
import { loadPlugin, pluginUrl } from '@sdc/release/node'
import { modulesOf, registryOf } from '../../plugins/registry.js'

export function add(program: Command): void {
  const command = program
    .command('check')
    .argument('<plugin>', 'installed package name, or path of a file')
    .option('--workers <n>', 'also try methods on this many threads; 1: none', positiveInteger, 2)
    .option('--json', 'print JSON (sdc schema check)')
    .addHelpText(
      'after',
      '\nExample:\n  sdc check ./my-plugin/dist/index.js\n\nThe exit status is 0 if every check passes, 2 if one fails.',
    )
    .action(async (name: string, options: { readonly workers: number; readonly json?: boolean }) => {
      // Its parameters and parts may name contributions of this project, or of another plugin (--plugin).
      const registry = await registryOf(command)
      const plugin = await loadPlugin(name)
      const modules = [...modulesOf(command), pluginUrl(name)]
      const executor = options.workers > 1 ? workerExecutor({ width: options.workers, modules }) : undefined
      const { checkPlugin } = await import('@sdc/test-kit')
      const checks = await checkPlugin(plugin, { registry, executor })
      const failed = checks.filter((check) => !check.ok)
      if (options.json) print(checks)
      else {
        for (const { ok, subject, name: check, message } of checks)
          print(`${ok ? 'ok  ' : 'FAIL'}  ${subject}  ${check}${ok ? '' : `: ${message}`}`)
        print(`${checks.length - failed.length} of ${checks.length} checks passed`)
      }
      if (failed.length > 0) {
        throw new SdcError(
          'BAD_PLUGIN',
          `${name} fails ${failed.length} of ${checks.length} checks: ${failed[0].subject}: ${failed[0].name}`,
          { plugin: name },
        )
      }
    })
}
