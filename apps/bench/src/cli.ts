#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { main } from './main.js'
import { standardRegistry } from './surroundings.js'

const { stdout, stderr, argv } = process

process.exitCode = await main(argv.slice(2), {
  stdout,
  stderr,
  registry: standardRegistry(),
  program: fileURLToPath(import.meta.url),
})
