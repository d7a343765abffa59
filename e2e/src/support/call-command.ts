import { vi } from 'vitest'
import { run } from '../../../packages/server/src/run.ts'

/** Runs a command in this process, which takes a tenth of the time, and returns what it prints. One at a time. */
export async function callCommand(...words: readonly string[]) {
  const out = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  try {
    const code = await run(words)
    const [stdout = '', stderr = ''] = [out, err].map((spy) => spy.mock.calls.map(([line]) => `${line}\n`).join(''))
    return { code, stdout, stderr }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}
