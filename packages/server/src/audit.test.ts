import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { commands } from './commands/table.ts'
import { run } from './run.ts'

/** Entries of the audit log for each command; null for those that change nothing that it records. */
const recorded: Readonly<Record<string, string | null>> = {
  start: 'createKey, createInvitation',
  status: null,
  'payments create': 'createPayment',
  'payments list': null,
  'payments get': null,
  'payments accept': 'acceptPayment',
  'payments cancel': 'cancelPayment',
  'keys create': 'createKey',
  'keys list': null,
  'keys rotate': 'rotateKey',
  'keys revoke': 'revokeKey',
  'users list': null,
  'users invite': 'createInvitation',
  'users reset': 'resetUser',
  'users role': 'updateUser',
  'users remove': 'removeUser',
  'merchants create': 'createMerchant',
  'merchants update': 'updateMerchant',
  'merchants list': null,
  'merchants settings': 'updateSettings',
  'merchants history': null,
  audit: null,
  'wallets list': null,
  'wallets share': 'shareWallet',
  'wallets give': 'giveWallet',
  'transfers list': null,
  'transfers assign': 'assignTransfer',
  'refunds create': 'createRefund',
  'refunds list': null,
  'refunds cancel': 'cancelRefund',
  'deposits recover': null,
  'deposits terms': null,
  'receipt-keys list': null,
  'receipt-keys rotate': 'rotateReceiptKey',
  'sends held': null,
  'sends release': 'releaseSends',
  events: null,
  'webhooks create': 'createWebhook',
  'webhooks list': null,
  'webhooks rotate-secret': 'rotateWebhookSecret',
  'deliveries list': null,
  'deliveries resend': 'resendDelivery',
  listen: null,
  trigger: 'createPayment',
  faucet: null,
  mcp: null,
  completion: null,
  doctor: null,
  backup: null,
  restore: null,
  verify: null,
  'verify-receipt': null,
  migrate: null,
}

test('it is known of each command what the audit log shows', () => {
  expect(Object.keys(recorded).toSorted()).toEqual(Object.keys(commands).toSorted())
})

/** An owner of the first merchant, as one who has used a link. */
function addUser(folder: string, email: string): void {
  const database = new DatabaseSync(join(folder, 'checkout.db'))
  const id = `usr_${email}`
  database
    .prepare('insert into users (id, email, email_key, claim, created_at) values (?, ?, ?, ?, 0)')
    .run(id, email, email, id)
  const owner = "insert into memberships select ?, id, 'owner', 0 from merchants order by seq limit 1"
  database.prepare(owner).run(id)
  database.close()
}

/** Expects a command to print what a document shows below it, but for ids, keys, paths and times. */
function expectPrinted(document: string, command: string, printed: string): void {
  const text = readFileSync(join(import.meta.dirname, '../../..', document), 'utf8')
  const [, shown = ''] = text.split(`\n$ crypto-checkout ${command}\n`)
  expect(hideValues(printed), document).toBe(hideValues(shown.split(/\n(?:```|\$ )/)[0] ?? ''))
}

function hideValues(text: string): string {
  return text
    .replaceAll(/sqlite:\S+|\d{4}-\S+Z|#\S+/g, '...')
    .replaceAll(/\b(key|pk_live|sk_live)_\S+/g, '$1_...')
    .replaceAll(/version \d+/g, 'version ...')
    .replaceAll('shop.example.com', 'example.com')
}

const OTHER_WALLET = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('what the command line changes is recorded, and listed for the operator', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = join(folder, 'config.json')
  const networks = { polygon: { rpcUrls: ['http://127.0.0.1:1'] } }
  writeFileSync(config, JSON.stringify({ publicUrl: 'https://pay.example.com', production: { networks } }))
  async function call(...words: string[]): Promise<string> {
    const written: string[] = []
    const [out, err] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
    for (const spy of [out, err]) spy.mockImplementation((line) => written.push(String(line)))
    const code = await run([...words, '--config', config, '--data', folder])
    for (const spy of [out, err]) spy.mockRestore()
    expect([words, code, written.join('\n')]).toEqual([words, 0, expect.any(String)])
    return written.join('\n')
  }
  const callJson = async <T>(...words: string[]): Promise<T> => JSON.parse(await call(...words, '--json'))

  expectPrinted('docs/upgrading.md', 'migrate', await call('migrate'))
  const key = await callJson<{ id: string }>('keys', 'create', '--environment', 'production', '--name', 'Till')
  const next = await callJson<{ id: string }>('keys', 'rotate', key.id)
  await call('keys', 'revoke', next.id)
  const create = 'keys create --environment production --scopes payments:write,events:read'
  expectPrinted('packages/server/README.md', create, await call(...create.split(' ')))
  const { id } = await callJson<{ id: string }>('merchants', 'create', '--name', 'Tea')
  await call('merchants', 'update', '--name', 'Beans')
  await call('merchants', 'settings', '--currency', 'DAI')
  await call('wallets', 'share', OTHER_WALLET, id)
  await call('wallets', 'give', OTHER_WALLET, id)
  await call('webhooks', 'rotate-secret')
  addUser(folder, 'ann@example.com')
  const { url, role } = await callJson<{ url: string; role: string }>('users', 'invite', '--role', 'support')
  expect([url, role]).toEqual([
    expect.stringMatching(/^https:\/\/pay\.example\.com\/dashboard\/invitation#/),
    'support',
  ])
  const reset = await call('users', 'reset', 'ann@example.com')
  expectPrinted('docs/users.md', 'users reset ann@shop.example.com', reset)
  addUser(folder, 'bob@example.com')
  await call('users', 'role', 'bob@example.com', 'manager')
  await call('users', 'remove', 'bob@example.com')
  await call('receipt-keys', 'rotate', '--environment', 'production')
  expect(await call('users', 'list')).toMatch(/^EMAIL +MERCHANT +ROLE .*\nann@example\.com +mer_\w+ +owner +no +0 /)
  const { data } = await callJson<{ data: { operation: string; actor: string; merchant: string }[] }>('audit')
  expect(data.map(({ operation }) => operation).reverse()).toEqual([
    ...['createKey', 'rotateKey', 'revokeKey', 'createKey', 'createMerchant', 'updateMerchant', 'updateSettings'],
    ...[
      'shareWallet',
      'rotateWebhookSecret',
      'createInvitation',
      'resetUser',
      'updateUser',
      'removeUser',
      'rotateReceiptKey',
    ],
  ])
  expect(new Set(data.map(({ actor }) => actor))).toEqual(new Set(['command_line']))
  const own = await callJson<{ data: object[] }>('audit', '--merchant', id, '--limit', '1')
  expect(own.data).toMatchObject([{ operation: 'shareWallet', merchant: id, after: { access: 'owner' } }])
  expect(await call('audit')).toMatch(/^TIME +MERCHANT +BY +FROM +OPERATION +OBJECT +BEFORE +AFTER\n/)
})
