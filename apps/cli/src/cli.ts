#!/usr/bin/env node
import { isClosedPipe } from './closed-pipe.js'
import { main } from './main.js'

async function endWith(error: Error): Promise<void> {
  const { failed } = await import('./failure.js')
  process.exit(failed(error))
}

process.stdout.on('error', (error) => {
  if (isClosedPipe(error)) process.exit(0)
  void endWith(error)
})
// Where nobody hears what is wrong, the exit status still says it.
process.stderr.on('error', () => undefined)

process.exitCode = await main(process.argv.slice(2))
