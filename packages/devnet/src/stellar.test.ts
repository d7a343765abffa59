import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeLedger } from '@crypto-checkout/stellar-devnet/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Devnet, startDevnet } from './index.ts'

let dataDir: string
let devnet: Devnet<'stellar'>

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-stellar-'))
  devnet = await startDevnet({ networks: ['stellar'], dataDir, blockTimeMs: 0 })
})

afterEach(async () => {
  await devnet.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function coins(): Promise<number> {
  const { horizonUrl, accounts, coins } = devnet.networks.stellar
  const account = await (await fetch(`${horizonUrl}/accounts/${accounts.merchant}`)).json()
  const { balances } = account as { balances: { asset_issuer?: string; balance: string }[] }
  return Number(balances.find(({ asset_issuer }) => asset_issuer === coins.USDC.issuer)?.balance)
}

test('the payer sends on Stellar, and refuses networks that were not started', async () => {
  const { stellar } = devnet.networks
  const payment = { cryptocurrency: 'USDC', to: stellar.accounts.merchant, amount: 12_500_000n }
  const hash = await devnet.payer.send({ ...payment, network: 'stellar' })
  await closeLedger(stellar)
  expect((await fetch(`${stellar.horizonUrl}/transactions/${hash}`)).status).toBe(200)
  expect(await coins()).toBe(12.5)
  await expect(devnet.payer.send({ ...payment, network: 'ethereum' })).rejects.toThrow('only stellar')
})

test('closed ledgers cannot be replaced', async () => {
  await expect(devnet.payer.reorganise('stellar', 1)).rejects.toThrow('final')
})

test('the faucet serves an address on Stellar without being told the network', async () => {
  const { stellar } = devnet.networks
  await devnet.faucet(stellar.accounts.merchant, 7_000_000n)
  await devnet.faucet(stellar.accounts.merchant, 1_000_000n, { network: 'stellar', cryptocurrency: 'USDC' })
  await closeLedger(stellar)
  expect(await coins()).toBe(8)
})

test('the ledgers are stored in a folder of their own and continue at the next start', async () => {
  expect(devnet.fresh).toBe(true)
  await devnet.faucet(devnet.networks.stellar.accounts.merchant, 7_000_000n)
  await closeLedger(devnet.networks.stellar)
  await devnet.stop()
  expect(await readdir(dataDir)).toEqual(['stellar'])
  devnet = await startDevnet({ networks: ['stellar'], dataDir, blockTimeMs: 0 })
  expect(devnet.fresh).toBe(false)
  expect(await coins()).toBe(7)
})
