#!/usr/bin/env node
import { isClosedPipe } from './terminal/closed-pipe.js'

async function endWith(error: Error): Promise<void> {
  const { failed } = await import('./failure.js')
  process.exit(failed(error))
}

// A reader that closes the pipe early (`| head`) does not end the command: its exit status is that of its result.
process.stdout.on('error', (error) => {
  if (!isClosedPipe(error)) void endWith(error)
})
// If nobody reads stderr, the exit status still reports the error.
process.stderr.on('error', () => undefined)

const argv = process.argv.slice(2)
// A worker process needs nothing of the command line, which would take half of its start-up time.
if (process.send !== undefined && argv[0] === 'worker' && argv.length === 2) {
  const { serveStore } = await import('./work/serve-store.js')
  await serveStore(argv[1])
}
const { main } = await import('./main.js')
process.exitCode = await main(argv)
