/** A shop on local chains that settles on one network what it gets on another. */
import { randomBytes } from 'node:crypto'
import { type CheckoutConfig, createCheckout, type Payment, type Settlement } from '@crypto-checkout/core'
import type { Devnet } from '@crypto-checkout/devnet'
import { callRpc, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { expect, onTestFinished } from 'vitest'
import { createDatabase, pollUntil, toMillionths } from './harness.ts'

export type Name = 'ethereum' | 'polygon'
type Networks = Devnet<Name>['networks']

/** `from`: the network of the payments, Polygon by default; the money is settled on the other one. */
type Options = { readonly from?: Name; readonly settings?: object; readonly database?: string }

export type ConversionShop = Awaited<ReturnType<typeof openConversionShop>>

/** A key with gas on both networks, in a variable of this process. */
async function openGasKey(devnet: Devnet<Name>) {
  const { privateKey, address } = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  const variable = `GAS_KEY_${address}`
  process.env[variable] = privateKey
  await devnet.faucet(address)
  onTestFinished(() => {
    delete process.env[variable]
    devnet.attester.behave({})
  })
  return { address, variable, privateKey }
}

function describeConversion(networks: Networks, from: Name, gasKey: string) {
  const describe = ({ rpcUrl, chainId, coins: { USDC }, cctp }: Networks[Name]) => ({
    ...{ rpcUrls: [rpcUrl], chainId, coins: { USDC }, cctp, pollMs: 50, minSweep: 1, gasKey: { env: gasKey } },
  })
  const { ethereum, polygon } = networks
  const all = { ethereum: describe(ethereum), polygon: describe(polygon) }
  return { networks: { ...all, [from]: { ...all[from], collection: 'deposit', conversion: 'unaudited' } as const } }
}

type Described = Pick<CheckoutConfig, 'database' | 'sandbox'>

/** A server that converts, not started. Its clock can be put forward. */
export function createConverting(config: Described) {
  const logged: string[] = []
  let ahead = 0
  const world = {
    now: () => Date.now() + ahead,
    elapsed: () => performance.now() + ahead,
    random: (below: number) => randomBytes(4).readUInt32LE() % below,
  }
  const log = (line: string) => void logged.push(line)
  const checkout = createCheckout({ publicUrl: 'https://pay.example.com', log, ...config }, { world })
  const wait = (ms: number) => {
    ahead += ms
  }
  return { checkout, logged, wait }
}

/** Its wallet is watched on the other network, too: nothing that arrives there may be taken for income. */
export async function openConversionShop(devnet: Devnet<Name>, options: Options = {}) {
  const { from = 'polygon', settings = {}, database = await createDatabase() } = options
  const { networks } = devnet
  const to = from === 'polygon' ? 'ethereum' : 'polygon'
  const wallet = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  const gas = await openGasKey(devnet)
  const config = { database, sandbox: describeConversion(networks, from, gas.variable) }
  const server = createConverting(config)
  const { checkout } = server
  onTestFinished(() => checkout.stop())
  await checkout.start()
  const { merchant, wallets } = checkout.sandbox
  const about = { network: to, address: wallet.address }
  const { message } = await wallets.challenge(about)
  await wallets.prove({ ...about, message, signature: await wallet.signMessage(message) })
  await merchant.updateSettings({ settlementNetwork: to, ...settings })
  const usdc = { currency: 'USD', cryptocurrency: 'USDC', merchantWallet: wallet.address } as const
  await checkout.sandbox.payments.create({ ...usdc, amount: 5, network: to })
  await pollUntil(
    () => checkout.context.db.selectFrom('converters').selectAll().execute(),
    (rows) => rows.some(({ chain }) => chain === `eip155:${networks[from].chainId}`),
  )
  return {
    ...server,
    ...{ wallet, gas, from, to, config, usdc },
    arrived: () => readBalance(networks[to], wallet.address),
    released: () => readBalance(networks[from], wallet.address),
    /** Makes the gas key's balance on a network so many wei. */
    setGas: (name: Name, wei: bigint) =>
      callRpc(networks[name], 'anvil_setBalance', [gas.address, `0x${wei.toString(16)}`]),
    async pay(amount = 10): Promise<Payment> {
      const payment = await checkout.sandbox.payments.create({ ...usdc, amount, network: from })
      const { address, amountDue } = payment
      const transfer = { network: from, cryptocurrency: 'USDC', to: address, amount: toMillionths(amountDue) } as const
      await devnet.payer.send(transfer)
      return pollUntil(
        () => checkout.sandbox.payments.retrieve(payment.id),
        ({ status }) => status === 'completed',
      )
    },
    ...watchSettlements(checkout),
  }
}

function watchSettlements({ sandbox }: ReturnType<typeof createCheckout>) {
  const { settlements } = sandbox
  const until = ({ id }: Settlement, wanted: (settlement: Settlement) => boolean) =>
    pollUntil(() => settlements.retrieve(id), wanted)
  return {
    until,
    ended: (settlement: Settlement) => until(settlement, ({ status }) => status !== 'pending'),
    /** Settles all that was paid. */
    async close(): Promise<Settlement> {
      const [settlement] = await pollUntil(
        async () => (await settlements.create()).data,
        ({ length }) => length > 0,
        250,
      )
      if (!settlement) throw new Error('nothing was settled')
      return settlement
    },
    /** No money was taken for income. */
    async expectNoStrays(): Promise<void> {
      const { data } = await sandbox.transfers.list({ status: 'unattributed' })
      expect(data).toEqual([])
    },
  }
}
