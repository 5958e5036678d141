#!/usr/bin/env node
import { failed, main } from './main.js'
import { isClosedPipe } from './standard-output.js'

process.stdout.on('error', (error) => {
  process.exit(isClosedPipe(error) ? 0 : failed(error))
})
// Where nobody hears what is wrong, the exit status still says it.
process.stderr.on('error', () => undefined)

process.exitCode = await main(process.argv.slice(2))
