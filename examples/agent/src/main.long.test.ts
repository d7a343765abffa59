import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const SLOW = { timeout: 60_000, interval: 200 }

test('the agent buys a mug in the example shop, and the shop fulfils the order', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const shop = spawn(process.execPath, [join(ROOT, 'examples/express-shop/src/main.ts')], { cwd })
  onTestFinished(() => new Promise<void>((resolve) => void shop.on('exit', () => resolve()).kill('SIGTERM')))
  let output = ''
  onTestFailed(() => console.error(output))
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (output += chunk))
  const url = await vi.waitUntil(() => /^The shop is open: (\S+)\n/m.exec(output)?.[1], SLOW)
  const readme = readFileSync(join(ROOT, 'examples/agent/README.md'), 'utf8')
  const [, program = ''] = /^node (\S+) http:\/\/127\.0\.0\.1:4000$/m.exec(readme) ?? []
  const agent = spawn(process.execPath, [join(ROOT, program), url], { cwd })
  const [printed, failed] = await Promise.all([text(agent.stdout), text(agent.stderr)])
  expect(failed).toBe('')
  expect(printed).toMatch(/^Order: \S+\nPayment: \S+\nTransaction: 0x[0-9a-f]{64}\nThe payment is completed\n$/)
  await vi.waitUntil(() => /^(In process|By webhook): Order \S+ is fulfilled$/m.test(output), SLOW)
}, 180_000)
