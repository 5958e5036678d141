#!/usr/bin/env node
import { isClosedPipe } from './closed-pipe.js'
import { main } from './main.js'

process.stdout.on('error', (error) => {
  if (isClosedPipe(error)) process.exit(0)
  void import('./failure.js').then(({ failed }) => process.exit(failed(error)))
})
// Where nobody hears what is wrong, the exit status still says it.
process.stderr.on('error', () => undefined)

process.exitCode = await main(process.argv.slice(2))
