/** Shops on the local Stellar network, and payers who use the SDK as wallets do. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { PublicPayment } from '@crypto-checkout/api-types'
import { type Checkout, type CheckoutConfig, createCheckout, type Event, type Payment } from '@crypto-checkout/core'
import { createSelfSigned } from '@crypto-checkout/core/testing'
import type { Devnet } from '@crypto-checkout/devnet'
import { closeLedger, stellarAssets, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import {
  Account,
  type Asset,
  Horizon,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  rpc,
  type Transaction as SignedTransaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import { createProxyServer } from 'http-proxy-3'
import { createDatabase, pollUntil } from './harness.ts'

export type Stellar = Devnet<'stellar'>
type Built = Parameters<TransactionBuilder['addOperation']>[0]

export const MERCHANT = stellarKeys.merchant.publicKey()
export const { USDC, USDT, counterfeit } = stellarAssets

type Transaction = {
  readonly memo?: Memo
  /** The payer by default. */
  readonly signer?: Keypair
}

/** Signs as a wallet would, and closes the ledger that contains the transaction. Returns its hash. */
export async function send(
  devnet: Stellar,
  operations: readonly Built[],
  transaction: Transaction = {},
): Promise<string> {
  const { memo = Memo.none(), signer = stellarKeys.payer } = transaction
  const { rpcUrl, passphrase } = devnet.networks.stellar
  const node = new rpc.Server(rpcUrl, { allowHttp: true })
  const source = await node.getAccount(signer.publicKey())
  const builder = new TransactionBuilder(source, { fee: '1000', networkPassphrase: passphrase, memo }).setTimeout(60)
  for (const operation of operations) builder.addOperation(operation)
  const built = builder.build()
  built.sign(signer)
  const sent = await node.sendTransaction(built)
  if (sent.status !== 'PENDING') throw new Error(`the network refuses the transaction: ${sent.status}`)
  await closeLedger(devnet.networks.stellar)
  return sent.hash
}

/** The merchant's muxed account with an id. */
export function createMuxedAddress(id: string, account = MERCHANT): string {
  return new MuxedAccount(new Account(account, '0'), id).accountId()
}

export function buildPayment(amount: string, to = MERCHANT, asset = USDC): Built {
  return Operation.payment({ destination: to, asset, amount })
}

/** Serves the local RPC by TLS as `localhost`: the stock client of x402 refuses nodes without it. */
export async function serveSecurely(devnet: Stellar) {
  const { key, cert } = createSelfSigned('localhost')
  const proxy = createProxyServer({ target: new URL(devnet.networks.stellar.rpcUrl).origin })
  const server = createServer({ key, cert }, (request, response) => proxy.web(request, response))
  await once(server.listen(0, 'localhost'), 'listening')
  return {
    cert,
    rpcUrl: `https://localhost:${(server.address() as AddressInfo).port}/rpc`,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A sandbox that reads the local network through both of its back ends, unless changed. */
export function createStellarConfig(devnet: Stellar, changes: object = {}): Pick<CheckoutConfig, 'sandbox'> {
  const { horizonUrl, rpcUrl, passphrase, coins: assets } = devnet.networks.stellar
  const network = {
    rpcUrls: [rpcUrl],
    horizonUrls: [horizonUrl],
    networkPassphrase: passphrase,
    pollMs: 50,
    coins: { USDC: assets.USDC, USDT: assets.USDT },
  }
  return { sandbox: { networks: { stellar: { ...network, ...changes } } } }
}

type Options = {
  readonly network?: object
  readonly config?: CheckoutConfig
  readonly parts?: Parameters<typeof createCheckout>[1]
}

/** A shop with its own database, whose wallet is the merchant's account. */
export async function openStellarShop(devnet: Stellar, options: Options = {}) {
  const database = await createDatabase()
  const log: string[] = []
  const open = () =>
    createCheckout(
      {
        publicUrl: 'https://pay.example.com',
        database,
        log: (line) => log.push(line),
        ...createStellarConfig(devnet, options.network),
        ...options.config,
      },
      options.parts,
    )
  let checkout: Checkout = open()
  await checkout.start()
  const get = (one: Pick<Payment, 'id'>) => checkout.sandbox.payments.retrieve(one.id)

  const shop = {
    log,
    get checkout(): Checkout {
      return checkout
    },
    create: (input: Partial<Parameters<Checkout['payments']['create']>[0]> = {}) =>
      checkout.sandbox.payments.create({
        amount: 10,
        currency: 'USD',
        cryptocurrency: 'USDC',
        network: 'stellar',
        merchantWallet: MERCHANT,
        ...input,
      }),
    get,
    until: (one: Pick<Payment, 'id'>, wanted: (found: Payment) => boolean) => pollUntil(() => get(one), wanted),
    untilStatus: (one: Pick<Payment, 'id'>, status: Payment['status']) =>
      pollUntil(
        () => get(one),
        (found) => found.status === status,
      ),
    /** The data that the payer's page receives. */
    async publicView(one: Pick<Payment, 'id'>): Promise<PublicPayment> {
      const answer = await checkout.handle({
        method: 'GET',
        path: `/pay/${one.id}/status`,
        query: '',
        headers: {},
        address: '192.0.2.1',
        body: { kind: 'bytes', bytes: new Uint8Array() },
      })
      return JSON.parse(Buffer.from(answer?.body ?? []).toString())
    },
    unattributed: async () => (await checkout.sandbox.transfers.list({ status: 'unattributed', limit: 100 })).data,
    /** Waits until the newest ledger was read. */
    async caughtUp(): Promise<void> {
      const { sequence } = await closeLedger(devnet.networks.stellar)
      await pollUntil(
        () => checkout.networks(),
        ([network]) => (network?.final ?? 0) >= sequence && network?.lag.missed === 0,
      )
    },
    async listEventTypes(one: Pick<Payment, 'id'>): Promise<string[]> {
      const { data } = await checkout.sandbox.events.list({ limit: 100 })
      const own = data.filter((event: Event) => event.data.object.id === one.id)
      return own.toSorted((a, b) => a.sequence - b.sequence).map((event) => event.type)
    },
    close: () => checkout.stop(),
    async reopen(): Promise<void> {
      checkout = open()
      await checkout.start()
    },
  }
  return shop
}

export type StellarShop = Awaited<ReturnType<typeof openStellarShop>>

let asks = 0

/** The requests of a payment's page about signing, and their answers. */
export function createPageClient(shop: StellarShop, payment: Pick<Payment, 'id'>) {
  const post = async (what: string, body: unknown, one: Pick<Payment, 'id'> = payment) => {
    const answer = await shop.checkout.handle({
      method: 'POST',
      path: `/pay/${one.id.slice(4)}/stellar/${what}`,
      query: '',
      headers: { 'content-type': 'application/json' },
      // Each request from a different address: rate limits are not under test here.
      address: `10.0.${asks >> 8}.${asks++ & 255}`,
      body: { kind: 'bytes', bytes: Buffer.from(JSON.stringify(body)) },
    })
    if (!answer) throw new Error('the page is not served')
    return { status: answer.status, headers: answer.headers, json: JSON.parse(String(answer.body)) }
  }
  return post
}

/** Closes ledgers until the answer arrives: Horizon answers once a ledger contains the transaction. */
export async function closeLedgersUntil<T>(devnet: Stellar, answer: Promise<T>): Promise<T> {
  let isThere = false
  void answer.finally(() => (isThere = true)).catch(() => {})
  while (!isThere) await closeLedger(devnet.networks.stellar)
  return answer
}

export function createHorizon(devnet: Stellar): Horizon.Server {
  return new Horizon.Server(devnet.networks.stellar.horizonUrl, { allowHttp: true })
}

/** A new account with XLM, and with a trustline for each of the assets. */
export async function createAccount(devnet: Stellar, assets: readonly Asset[] = [], xlm = '10'): Promise<Keypair> {
  const key = Keypair.random()
  await send(devnet, [Operation.createAccount({ destination: key.publicKey(), startingBalance: xlm })])
  const trust = assets.map((asset) => Operation.changeTrust({ asset }))
  if (trust.length > 0) await send(devnet, trust, { signer: key })
  return key
}

export function getMemo({ memo }: SignedTransaction): string {
  return Buffer.from(memo.value ?? '').toString()
}

export async function readSequence(devnet: Stellar, account: string): Promise<string> {
  return (await createHorizon(devnet).loadAccount(account)).sequence
}
