/** Commands at a path without a database, usually because of a misspelt `--data`. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { commands } from '../../../packages/server/src/commands/table.ts'
import { run } from '../../../packages/server/src/run.ts'
import { cleanUp, createTemporaryFolder } from '../support/harness.ts'

afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

/** Runs a command in this process and returns its output. */
async function print(...words: string[]) {
  const out = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  const code = await run(words)
  const [stdout = '', stderr = ''] = [out, err].map((spy) => spy.mock.calls.map((line) => `${line[0]}\n`).join(''))
  return { code, stdout, stderr }
}

/** Commands that create a database, or only query a running server. */
const OTHERS = ['start', 'migrate', 'restore', 'trigger', 'faucet', 'mcp', 'verify-receipt', 'completion']
const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const refusing: readonly (readonly string[])[] = [
  ['keys', 'create', '--environment', 'sandbox'],
  ['status'],
  ['payments', 'create', '--amount', '1', '--network', 'ethereum', '--wallet', ADDRESS],
  ['payments', 'list'],
  ['payments', 'get', 'pay_x'],
  ['payments', 'accept', 'pay_x'],
  ['payments', 'cancel', 'pay_x'],
  ['webhooks', 'create', 'https://shop.example.com/hook'],
  ['keys', 'list'],
  ['keys', 'rotate', 'key_x'],
  ['keys', 'revoke', 'key_x'],
  ['users', 'list'],
  ['users', 'invite'],
  ['users', 'reset', 'ann@example.com'],
  ['users', 'role', 'ann@example.com', 'owner'],
  ['users', 'remove', 'ann@example.com'],
  ['merchants', 'create', '--name', 'A'],
  ['merchants', 'update', '--name', 'A'],
  ['merchants', 'list'],
  ['merchants', 'settings'],
  ['merchants', 'history'],
  ['wallets', 'list'],
  ['wallets', 'share', ADDRESS, 'mer_x'],
  ['wallets', 'give', ADDRESS, 'mer_x'],
  ['transfers', 'list'],
  ['transfers', 'assign', 'tr_x', 'pay_x'],
  ['refunds', 'create', 'pay_x'],
  ['refunds', 'list'],
  ['refunds', 'cancel', 'ref_x'],
  ['deposits', 'recover', 'pay_x', '--network', 'ethereum', '--wallet', ADDRESS],
  ['deposits', 'terms'],
  ['sends', 'held'],
  ['sends', 'release', ADDRESS, '--yes'],
  ['events'],
  ['events', '--follow'],
  ['audit'],
  ['receipt-keys', 'list'],
  ['receipt-keys', 'rotate', '--environment', 'sandbox'],
  ['webhooks', 'list'],
  ['webhooks', 'rotate-secret'],
  ['deliveries', 'list', '--webhook', 'wh_x'],
  ['deliveries', 'resend', 'del_x'],
  ['listen', '--forward-to', 'http://127.0.0.1:9/'],
  ['listen', '--print-secret'],
  ['doctor'],
  ['backup', join(createTemporaryFolder(), 'copy.db')],
  ['verify', '--from', '2026-01-01', '--to', '2026-01-02'],
]

test('every command is here', () => {
  const tried = refusing.map(([first = '', second = '']) => (first in commands ? first : `${first} ${second}`))
  expect(new Set([...tried, ...OTHERS])).toEqual(new Set(Object.keys(commands)))
})

test.each(refusing.map((words) => [words.join(' '), words] as const))(
  '%s refuses a path without a database, in one line that names it, and creates nothing',
  async (name, words) => {
    const folder = createTemporaryFolder()
    const { code, stdout, stderr } = await print(...words, '--data', join(folder, 'misspelt'))
    expect(code).toBe(1)
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('there is no database'))
    expect(lines).toEqual([expect.stringContaining(join(folder, 'misspelt/checkout.db: '))])
    if (name !== 'doctor') expect([stdout, stderr.split('\n')]).toEqual(['', [lines[0], '']])
    expect(readdirSync(folder)).toEqual([])
  },
)

test('an empty file and a folder of something else stay as they are', async () => {
  const folder = createTemporaryFolder()
  for (const name of ['empty', 'other']) mkdirSync(join(folder, name), { mode: 0o755 })
  writeFileSync(join(folder, 'empty/checkout.db'), '')
  for (const name of ['empty', 'other']) {
    const { code, stderr } = await print('keys', 'list', '--data', join(folder, name))
    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no database')])
  }
  expect(statSync(join(folder, 'empty/checkout.db')).size).toBe(0)
  expect(readdirSync(join(folder, 'other'))).toEqual([])
  expect(statSync(join(folder, 'other')).mode & 0o777).toBe(0o755)
})

test('migrate creates the database, and commands use it before the first start', async () => {
  const data = createTemporaryFolder()
  expect(await print('migrate', '--data', data)).toMatchObject({ code: 0, stderr: '' })
  vi.restoreAllMocks()
  const made = await print('keys', 'create', '--environment', 'production', '--json', '--data', data)
  expect([made.code, made.stderr]).toEqual([0, ''])
  const { publicKey } = JSON.parse(made.stdout)
  vi.restoreAllMocks()
  const listed = await print('keys', 'list', '--json', '--data', data)
  expect(JSON.parse(listed.stdout).data).toMatchObject([{ publicKey, environment: 'production' }])
})
