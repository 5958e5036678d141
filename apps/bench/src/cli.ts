#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { childCommand } from './speed/measure/child-command.js'

const { stdout, stderr, argv } = process
const [command, text] = argv.slice(2)

// The child process of `speed` for each row needs no other commands, and only a few plugins.
if (process.send !== undefined && command === childCommand) {
  const { runAsChild } = await import('./speed/measure/child.js')
  await runAsChild(text)
} else {
  const [{ main }, { standardRegistry }] = await Promise.all([import('./main.js'), import('./stage-context.js')])
  process.exitCode = await main(argv.slice(2), {
    stdout,
    stderr,
    registry: standardRegistry(),
    program: fileURLToPath(import.meta.url),
  })
}
