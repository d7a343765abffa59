/** The share of entries in the processor's time of a payment, from its POST to completed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In a process of its own, which edits the core as it loads it. */
export async function benchEntries(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-entries-'))
  try {
    const args = [join(import.meta.dirname, 'entries-turns.ts'), join(folder, 'checkout.db')]
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
    if (code !== 0) throw new Error(`the measurement ended with ${code}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
