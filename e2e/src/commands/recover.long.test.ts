import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DepositRecovery, Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, readBalance } from '@crypto-checkout/devnet/testing'
import { getAddress } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createDatabase,
  createKeys,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pay,
  pollUntil,
  runToEnd,
  startServer,
} from '../support/harness.ts'

let devnet: Ethereum
/** An account with gas that has nothing to do with the shop. */
const stranger = createWallet()

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 100 })
  await devnet.faucet(stranger)
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A folder with a configuration that gives payments their own addresses. Its gas key has no gas. */
async function open() {
  const cwd = createTemporaryFolder()
  const env = { DATABASE_URL: await createDatabase() }
  writeFileSync(join(cwd, 'gas-key'), `0x${randomBytes(32).toString('hex')}`, { mode: 0o600 })
  const network = { collection: 'deposit', gasKey: { file: join(cwd, 'gas-key') } }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(createSandboxConfig(devnet, network)))
  const { publicKey, secretKey } = await createKeys({ cwd, env })
  const headers = {
    authorization: `Bearer ${publicKey}`,
    'x-api-secret': secretKey,
    'content-type': 'application/json',
  }
  return { cwd, env, headers, wallet: getAddress(createWallet()) }
}

/** Creates a payment after a backup, pays it, and ends the server; `lost` is the backup in a new database. */
async function loseMoney({ cwd, env, headers, wallet }: Awaited<ReturnType<typeof open>>) {
  const server = await startServer(['--port', '0'], { cwd, env })
  const file = join(cwd, 'copy.db')
  expect(await runToEnd(['backup', file], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
  const call = async (path: string, body?: object): Promise<Payment> => {
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return (await (await fetch(`${server.url}/sandbox/v1${path}`, sent)).json()) as Payment
  }
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet }
  const payment = await call('/payments', order)
  await pay(devnet, payment)
  await pollUntil(
    () => call(`/payments/${payment.id}`),
    ({ status }) => status === 'completed',
    HTTP_POLL_MS,
  )
  server.signal('SIGKILL')
  await server.ended
  const lost = { cwd, env: { DATABASE_URL: await createDatabase() } }
  expect(await runToEnd(['restore', file], lost)).toMatchObject({ code: 0, stderr: '' })
  return { payment, lost }
}

/** Sends a call from the stranger's account. */
async function send({ to, data }: { readonly to: string; readonly data: string }): Promise<void> {
  const { ethereum } = devnet.networks
  await callRpc(ethereum, 'anvil_impersonateAccount', [stranger])
  const hash = await callRpc(ethereum, 'eth_sendTransaction', [{ from: stranger, to, data }])
  const receipt = () => callRpc(ethereum, 'eth_getTransactionReceipt', [hash]) as Promise<{ status: string } | null>
  expect(await pollUntil(receipt, (one) => one !== null)).toMatchObject({ status: '0x1' })
}

test('the money of a payment that a restored database does not know gets to the wallet by its id and wallet alone', async () => {
  const shop = await open()
  const { cwd, env, wallet } = shop
  const { payment, lost } = await loseMoney(shop)
  const words = (id = payment.id) => ['deposits', 'recover', id, '--network', 'ethereum', '--wallet', wallet]
  const recover = async (surroundings: { cwd: string; env: NodeJS.ProcessEnv }): Promise<DepositRecovery> => {
    const { code, stdout, stderr } = await runToEnd([...words(), '--json'], surroundings)
    expect([code, stderr]).toEqual([0, ''])
    return JSON.parse(stdout)
  }
  expect(await recover({ cwd, env })).toMatchObject({ known: true, address: payment.address })
  const found = await recover(lost)
  expect(found).toMatchObject({ known: false, address: payment.address, wallet, problem: null })
  expect(found.balances).toContainEqual({
    coin: 'USDC',
    token: devnet.networks.ethereum.coins.USDC.address,
    amount: '10.000000',
  })
  expect(found.calls.map(({ coin }) => coin)).toEqual(['USDC'])
  const recovery = await runToEnd(words(), lost)
  expect(recovery.stdout).toContain('does not know the payment')
  expect(recovery.stdout).toContain('10.000000 USDC')
  for (const { to, data } of found.calls) expect(recovery.stdout).toContain(`  to   ${to}\n  data ${data}`)
  expect(await readBalance(devnet.networks.ethereum, wallet)).toBe(0n)
  if (found.deployment) await send(found.deployment)
  for (const call of found.calls) await send(call)
  expect(await readBalance(devnet.networks.ethereum, wallet)).toBe(10_000_000n)
  expect(await recover(lost)).toMatchObject({ calls: [], deployment: null, factory: { state: 'deployed' } })

  const unprefixed = await runToEnd(words(payment.id.slice(4)), lost)
  expect(unprefixed).toMatchObject({ code: 1, stderr: expect.stringContaining(`Did you mean ${payment.id}?`) })
  const unnamed = await runToEnd(['deposits', 'recover', payment.id, '--network', 'ethereum'], lost)
  expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('--wallet is missing') })
}, 600_000)
