/** Stellar: the time from a ledger's close to completed payments, the requests per poll, and the cost of a transfer. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Checkout, createCheckout } from '@crypto-checkout/core'
import { createScriptedAccount, ScriptedLedger } from '@crypto-checkout/core/testing'
import type { LocalStellarNetwork } from '@crypto-checkout/stellar-devnet'
import { closeLedger } from '@crypto-checkout/stellar-devnet/testing'
import { readOnce } from './open.ts'
import type { Pay } from './stellar-network.ts'

const POLL_MS = 500
const TIMES = 50
const POLLS = 20
const MANY = 10_000
const WALLETS = 400
/** As many payments as are written in one transaction. */
const AT_ONCE = 64
/** Ledgers that are read at once, and the payments in each. */
const LEDGERS = 200
const A_LEDGER = 10
const PASSPHRASE = 'Scripted Stellar Network'
const USDC = { code: 'USDC', issuer: createScriptedAccount(1) }
const PAYER = createScriptedAccount(2)

export async function benchStellar(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-stellar-'))
  try {
    const late = await benchClose(join(folder, 'close.db'))
    const worst = late.at(-1) ?? 0
    const [one, many] = [
      await requestsAPoll(join(folder, 'one.db'), 1),
      await requestsAPoll(join(folder, 'many.db'), MANY),
    ]
    const { cpuMs, perSecond } = await benchTransfers(join(folder, 'transfers.db'))
    console.log('\n| Stellar, over RPC and Horizon | |\n|---|---|')
    console.log(`| polling interval | ${POLL_MS} ms |`)
    console.log(`| from a ledger's close to \`completed\`, median of ${TIMES} | ${late[TIMES >> 1]?.toFixed(0)} ms |`)
    console.log(`| 99th percentile, and worst | ${worst.toFixed(0)} ms |`)
    console.log(`| worst, beyond one polling interval | ${Math.max(0, worst - POLL_MS).toFixed(0)} ms |`)
    console.log(`| requests a poll, 1 open payment | ${one} |\n| requests a poll, ${MANY} open payments | ${many} |`)
    console.log(`| CPU a transfer, from the answers to \`completed\` | ${cpuMs.toFixed(2)} ms |`)
    console.log(`| transfers/s | ${perSecond.toFixed(0)} |`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Network = { readonly networkPassphrase: string; readonly rpcUrls: string[]; readonly horizonUrls?: string[] }

function optionsFor(path: string, network: Network & { readonly coins: object }) {
  return {
    publicUrl: 'https://pay.example.com',
    database: `sqlite:${path}`,
    plans: { starter: { requestsPerMinute: 1_000_000, openPayments: 100_000_000 } },
    log: (line: string) => console.error(line),
    production: { networks: { stellar: { ...network, pollMs: POLL_MS } } },
  }
}

function create({ payments }: Pick<Checkout, 'payments'>, merchantWallet: string) {
  return payments.create({ amount: 1, currency: 'USD', cryptocurrency: 'USDC', network: 'stellar', merchantWallet })
}

/** Returns the memos of the new payments. */
async function createMany(checkout: Pick<Checkout, 'payments'>, count: number, wallets = WALLETS) {
  const memos: (string | null)[] = []
  while (memos.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - memos.length) }, (_, index) =>
      create(checkout, createScriptedAccount(10 + ((memos.length + index) % wallets))),
    )
    memos.push(...(await Promise.all(some)).map(({ memo }) => memo))
  }
  return memos
}

/** Milliseconds, sorted, over both back ends of a network in another process. */
async function benchClose(path: string): Promise<number[]> {
  const child = fork(join(import.meta.dirname, 'stellar-network.ts'))
  const { network } = await answerOf<{ network: LocalStellarNetwork }>(child)
  const { rpcUrl, horizonUrl, passphrase: networkPassphrase, coins, accounts } = network
  const checkout = createCheckout(
    optionsFor(path, { networkPassphrase, rpcUrls: [rpcUrl], horizonUrls: [horizonUrl], coins: { USDC: coins.USDC } }),
  )
  await checkout.start()
  const late: number[] = []
  for (let times = 0; times < TIMES; times++) {
    const { id, memo } = await create(checkout, accounts.merchant)
    child.send({ to: accounts.merchant, memo: memo ?? '', millionths: '1000000' } satisfies Pay)
    await answerOf(child)
    // At a random moment between two polls.
    await sleep(Math.random() * POLL_MS)
    await closeLedger(network)
    const closed = performance.now()
    while ((await checkout.payments.retrieve(id)).status !== 'completed') await sleep(1)
    late.push(performance.now() - closed)
  }
  await checkout.stop()
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
  return late.sort((a, b) => a - b)
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message as T
}

/** A checkout on a ledger in this process, with the ledger's own CPU time. */
async function openScripted(path: string) {
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: Date.now() - 60_000, assets: [USDC] })
  let ownMicros = 0
  const apart =
    <A extends readonly unknown[], T>(ask: (...question: A) => Promise<T>) =>
    async (...question: A): Promise<T> => {
      const before = process.cpuUsage()
      const answer = await ask(...question)
      const { user, system } = process.cpuUsage(before)
      ownMicros += user + system
      return answer
    }
  const urls = { rpcUrls: ['http://127.0.0.1:9/rpc'], horizonUrls: ['http://127.0.0.1:9'] }
  const checkout = createCheckout(optionsFor(path, { networkPassphrase: PASSPHRASE, ...urls, coins: { USDC } }), {
    connectRpc: () => apart(ledger.rpc),
    connectHorizon: () => apart(ledger.horizon),
  })
  await checkout.ready()
  return { checkout, ledger, ownMicros: () => ownMicros }
}

/**
 * Counts the queries of the RPC while ledgers close without payments. Occasional queries for its latest ledger are not
 * counted.
 */
async function requestsAPoll(path: string, open: number): Promise<string> {
  const { checkout, ledger } = await openScripted(path)
  await checkout.start()
  await createMany(checkout, open)
  await sleep(2 * POLL_MS)
  ledger.requests.length = 0
  for (let polls = 0; polls < POLLS; polls++) {
    ledger.close(Date.now())
    await sleep(POLL_MS)
  }
  const times = (method: string) => ledger.requests.filter((one) => one === method).length
  await checkout.stop()
  // A query for the latest ledger sends both.
  return ((times('getEvents') - times('getHealth')) / POLLS).toFixed(0)
}

async function benchTransfers(path: string): Promise<{ readonly cpuMs: number; readonly perSecond: number }> {
  const { checkout, ledger, ownMicros } = await openScripted(path)
  const wallet = createScriptedAccount(10)
  await readOnce(checkout)
  const memos = await createMany(checkout, LEDGERS * A_LEDGER, 1)
  await checkout.start()
  await sleep(2 * POLL_MS)
  for (let n = 0; n < LEDGERS; n++) {
    const own = memos.slice(n * A_LEDGER, (n + 1) * A_LEDGER)
    const payments = own.map((memo) => ({ asset: USDC, from: PAYER, to: wallet, stroops: 10_000_000n, memo }))
    ledger.close(Date.now(), payments)
  }
  const [cpu, own, startedAt] = [process.cpuUsage(), ownMicros(), performance.now()]
  const completed = async () => (await checkout.payments.list({ status: 'completed', limit: 1 })).totalCount
  while ((await completed()) < memos.length) await sleep(20)
  const { user, system } = process.cpuUsage(cpu)
  const micros = user + system - (ownMicros() - own)
  const seconds = (performance.now() - startedAt) / 1_000
  await checkout.stop()
  return { cpuMs: micros / 1_000 / memos.length, perSecond: memos.length / seconds }
}
