import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const OPEN = `
  const { openStorage } = await import(process.argv[1])
  const storage = openStorage('sqlite:' + process.argv[2], 'run')
  await storage.close()`

test('processes that start at once on a new file all find its tables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (let round = 0; round < 3; round++) {
    const path = join(folder, `${round}.db`)
    const script = join(import.meta.dirname, 'open.ts')
    const started = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', OPEN, script, path])
      let errors = ''
      child.stderr.on('data', (chunk) => {
        errors += chunk
      })
      return once(child, 'close').then(([code]) => (code === 0 ? 'opened' : errors))
    })
    expect(await Promise.all(started)).toEqual(Array(4).fill('opened'))
  }
})
