import { afterEach, expect, test } from 'vitest'
import { type Devnet, type DevnetOptions, startDevnet } from './index.ts'
import { balanceOf, COUNTERFEIT_ADDRESS, mine, rpc, sendTogether } from './testing.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SHOPPER = '0x00000000000000000000000000000000000000cc'
const PAYMENT = { network: 'ethereum', cryptocurrency: 'USDC' } as const

type Log = { address: string; topics: string[]; data: string; transactionHash: string; blockNumber: string }

let started: Devnet[] = []

afterEach(async () => {
  await Promise.all(started.map((devnet) => devnet.stop()))
  started = []
})

async function start(options: DevnetOptions): Promise<Devnet> {
  const devnet = await startDevnet(options)
  started.push(devnet)
  return devnet
}

async function logsTo(devnet: Devnet, to: string): Promise<Log[]> {
  const topics = [TRANSFER, null, `0x${to.slice(2).toLowerCase().padStart(64, '0')}`]
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics }
  return (await rpc(devnet.networks.ethereum, 'eth_getLogs', [filter])) as Log[]
}

test('a transfer of the payer is seen in the logs, with its amount in millionths', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const { ethereum } = devnet.networks
  const hash = await devnet.payer.send({ ...PAYMENT, to: devnet.accounts.merchant, amount: 12_500_000n })
  expect(await logsTo(devnet, devnet.accounts.merchant)).toEqual([])
  await mine(ethereum)
  const [log] = await logsTo(devnet, devnet.accounts.merchant)
  expect(log).toMatchObject({ address: ethereum.coins.USDC.address.toLowerCase(), transactionHash: hash })
  expect(BigInt(log?.data ?? 0)).toBe(12_500_000n)
  expect(await balanceOf(ethereum, devnet.accounts.merchant)).toBe(12_500_000n)
}, 30_000)

test('one transaction can hold several transfers, from the payer and in order', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const { ethereum } = devnet.networks
  const hash = await sendTogether(ethereum, [
    { to: SHOPPER, amount: 3n },
    { to: SHOPPER, amount: 4n },
    { to: SHOPPER, amount: 5n, token: COUNTERFEIT_ADDRESS },
  ])
  await mine(ethereum)
  const logs = await logsTo(devnet, SHOPPER)
  expect(logs.map((log) => [BigInt(log.data), log.transactionHash])).toEqual([
    [3n, hash],
    [4n, hash],
    [5n, hash],
  ])
  expect(new Set(logs.map((log) => log.topics[1]))).toEqual(
    new Set([`0x${devnet.accounts.payer.slice(2).toLowerCase().padStart(64, '0')}`]),
  )
}, 30_000)
