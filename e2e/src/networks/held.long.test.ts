import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { List, Payment, Refund } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { readBalance } from '@crypto-checkout/devnet/testing'
import { getAddress, Wallet } from 'ethers'
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
const refundKey = new Wallet(`0x${randomBytes(32).toString('hex')}`)

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 100 })
  await devnet.faucet(refundKey.address)
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A folder with a configuration whose key refunds payments to one wallet. */
async function open() {
  const cwd = createTemporaryFolder()
  const wallet = createWallet()
  const env = { DATABASE_URL: await createDatabase() }
  const configure = (network: object) =>
    writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(createSandboxConfig(devnet, network)))
  configure({})
  const { publicKey, secretKey } = await createKeys({ cwd, env })
  const listed = await runToEnd(['merchants', 'list', '--json'], { cwd, env })
  const merchant = JSON.parse(listed.stdout).data[0].id
  writeFileSync(join(cwd, 'refund-key'), refundKey.privateKey, { mode: 0o600 })
  configure({ refundKey: { file: join(cwd, 'refund-key'), merchant, wallets: [wallet], maxPerDay: 1_000 } })
  const headers = {
    authorization: `Bearer ${publicKey}`,
    'x-api-secret': secretKey,
    'content-type': 'application/json',
  }
  const changeKey = (key: Wallet) => writeFileSync(join(cwd, 'refund-key'), key.privateKey, { mode: 0o600 })
  return { cwd, env, wallet, headers, changeKey }
}

test('a key whose transactions a restored database does not know is on hold, which is said everywhere, until they are explained or it is released', async () => {
  const { cwd, env, wallet, headers, changeKey } = await open()
  let server = await startServer(['--port', '0'], { cwd, env })
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(`${server.url}/sandbox/v1${path}`, sent)
    return (await answer.json()) as T
  }
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet }
  const payment = await call<Payment>('/payments', order)
  await pay(devnet, payment)
  const completed = ({ status }: { status: string }) => status === 'completed'
  await pollUntil(() => call<Payment>(`/payments/${payment.id}`), completed, HTTP_POLL_MS)
  await pay(devnet, { ...payment, address: refundKey.address, amountDue: '1000.000000' })
  expect(await runToEnd(['doctor'], { cwd, env })).toMatchObject({ code: 0 })
  const file = join(cwd, 'copy.db')
  expect(await runToEnd(['backup', file], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
  const destination = createWallet()
  const make = (to = destination) => call<Refund>('/refunds', { paymentId: payment.id, destination: to })
  const ends = ({ id }: Refund) => pollUntil(() => call<Refund>(`/refunds/${id}`), completed, HTTP_POLL_MS)
  const first = await ends(await make())
  server.signal('SIGKILL')
  await server.ended
  const paid = await readBalance(devnet.networks.ethereum, destination)
  expect(paid).toBeGreaterThan(0n)

  const putBack = async () => {
    const place = { cwd, env: { DATABASE_URL: await createDatabase() } }
    const said = expect.stringContaining('Later refunds of its payments wait as well')
    expect(await runToEnd(['restore', file], place)).toMatchObject({ code: 0, stderr: '', stdout: said })
    return place
  }
  const holdMessage = `key ${refundKey.address} is on hold and sends nothing: the chain has 1 transaction of it`
  const restored = await putBack()
  const looked = await runToEnd(['doctor'], restored)
  expect(looked.code).toBe(1)
  expect(looked.stdout).toContain(`BAD   ${holdMessage}`)
  server = await startServer(['--port', '0'], restored)
  const readyz = async () => JSON.stringify(await (await fetch(`${server.url}/readyz`)).json())
  expect(await pollUntil(readyz, (text) => text.includes('on hold'), HTTP_POLL_MS)).toContain('"kind":"held"')
  expect(server.stderr + server.stdout).toContain(holdMessage)
  const held = await runToEnd(['sends', 'held'], restored)
  expect(held.stdout).toContain(`${first.transaction?.hash} in block`)
  expect(held.stdout).toContain(`paid ${first.cryptoAmount} USDC to ${destination}`)
  const again = await ends(await make())
  expect(again.transaction?.hash).toBe(first.transaction?.hash)
  expect(await readBalance(devnet.networks.ethereum, destination)).toBe(paid)
  await pollUntil(readyz, (text) => !text.includes('on hold'), HTTP_POLL_MS)
  expect(await runToEnd(['doctor'], restored)).toMatchObject({ code: 0 })
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)

  const second = await putBack()
  server = await startServer(['--port', '0'], second)
  const other = createWallet()
  const waiting = await make(other)
  const listed = await runToEnd(['sends', 'held'], second)
  expect(listed.stdout).toContain(`perhaps the pending refund ${waiting.id}:`)
  const releaseRun = await runToEnd(['sends', 'release', refundKey.address], second)
  expect(releaseRun).toMatchObject({ code: 1, stderr: expect.stringContaining('can pay twice') })
  const { data } = await call<List<Refund>>('/refunds')
  expect(data).toMatchObject([{ id: waiting.id, status: 'pending' }])
  expect(await readBalance(devnet.networks.ethereum, other)).toBe(0n)
  expect(await runToEnd(['sends', 'release', refundKey.address, '--yes'], second)).toMatchObject({ code: 0 })
  // The wallet may have paid it as well, by hand.
  const walletMessage = `wallet ${getAddress(wallet)} is on hold: after the backup that was put back it may have paid the pending refund ${waiting.id}`
  const doubted = await runToEnd(['doctor'], second)
  expect(doubted.code).toBe(1)
  expect(doubted.stdout).toContain(`BAD   ${walletMessage}`)
  expect(await pollUntil(readyz, (text) => text.includes(walletMessage), HTTP_POLL_MS)).toContain(waiting.id)
  const wallets = await runToEnd(['sends', 'held'], second)
  expect(wallets.stdout).toContain(`wallet ${getAddress(wallet)} is on hold.`)
  expect(wallets.stdout).toContain(`to ${getAddress(other)}: refunds cancel ${waiting.id}`)
  expect(await runToEnd(['sends', 'release', wallet], second)).toMatchObject({ code: 1 })
  expect(await call<Refund>(`/refunds/${waiting.id}`)).toMatchObject({ status: 'pending', nextAction: null })
  expect(await runToEnd(['sends', 'release', wallet.toUpperCase().replace('X', 'x'), '--yes'], second)).toMatchObject({
    code: 0,
  })
  await ends(waiting)
  expect(await readBalance(devnet.networks.ethereum, other)).toBe(paid)
  expect(await runToEnd(['doctor'], second)).toMatchObject({ code: 0 })
  expect((await runToEnd(['sends', 'held'], second)).stdout).toContain('No key and no wallet is on hold.')
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)

  // After a break-in the configuration has another key.
  const third = await putBack()
  changeKey(new Wallet(`0x${randomBytes(32).toString('hex')}`))
  const formerMessage = `key ${refundKey.address} is no longer configured, and refunds that it may have paid are on hold`
  const examined = await runToEnd(['doctor'], third)
  expect(examined.code).toBe(1)
  expect(examined.stdout).toContain(`BAD   ${formerMessage}`)
  server = await startServer(['--port', '0'], third)
  expect(await pollUntil(readyz, (text) => text.includes('on hold'), HTTP_POLL_MS)).toContain(formerMessage)
  const found = await ends(await make())
  expect(found.transaction).toMatchObject({ hash: first.transaction?.hash })
  expect(await readBalance(devnet.networks.ethereum, destination)).toBe(paid)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
}, 600_000)
