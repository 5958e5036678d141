#!/usr/bin/env node
import { isClosedPipe } from './terminal/closed-pipe.js'

async function endWith(error: Error): Promise<void> {
  const { failed } = await import('./failure.js')
  process.exit(failed(error))
}

// A reader that has seen enough (`| head`) does not end the command: its exit status is that of its result.
process.stdout.on('error', (error) => {
  if (!isClosedPipe(error)) void endWith(error)
})
// Where nobody hears what is wrong, the exit status still says it.
process.stderr.on('error', () => undefined)

const argv = process.argv.slice(2)
// What a run starts as its worker needs nothing of the command line, which would take half of its start.
if (process.send !== undefined && argv[0] === 'worker' && argv.length === 2) {
  const { serveStore } = await import('./work/serve-store.js')
  await serveStore(argv[1])
}
const { main } = await import('./main.js')
process.exitCode = await main(argv)
