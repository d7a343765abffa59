#!/usr/bin/env node
import { join } from 'node:path'
import { explainOldNode } from '@crypto-checkout/core/node'

// Everything else is loaded after this: an old Node cannot load it.
const problem = explainOldNode()
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}

// With Node's compile cache, a command starts in half the time. The cache is next to the code: anyone who can write
// to it can change the code as well.
const { enableCompileCache } = await import('node:module')
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { run } = await import('./run.ts')

process.exitCode = await run(process.argv.slice(2))
