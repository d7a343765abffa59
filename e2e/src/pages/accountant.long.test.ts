/** An accountant's afternoon: a month is closed, and its files are compared with what the chains show. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Settlement } from '@crypto-checkout/core'
import { Contract, type EventLog, JsonRpcProvider, Wallet } from 'ethers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, pressInDialog } from '../support/dashboard-harness.ts'
import { cleanUp, pollUntil } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'
import { openWholeShop, trade, type WholeShop } from '../support/whole-shop.ts'

const ABI = [
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]
const wallet = new Wallet(`0x${randomBytes(32).toString('hex')}`)
const begun = findToday()

type Network = 'ethereum' | 'polygon'

/** The shop has no time zone: its days are those of UTC. */
function findToday(): string {
  return new Date().toISOString().slice(0, 10)
}

let shop: WholeShop
let dashboard: Awaited<ReturnType<typeof openDashboard>>

beforeAll(async () => {
  shop = await openWholeShop(wallet.address)
  await trade(shop)
  await shop.checkout.stop()
  dashboard = await openDashboard({ sandbox: shop.config.sandbox, database: shop.database })
})

afterAll(async () => {
  await dashboard.close()
  await shop.devnet.stop()
  expect(await cleanUp()).toEqual([])
})

type Row = Readonly<Record<string, string>>

/** Presses a link to a file, and reads its rows by the names of their columns. */
async function download(page: Page, link: string): Promise<Row[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link }).click()])
  const lines = (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').trim().split('\r\n')
  const [names = [], ...rows] = lines.map(splitCells)
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}

/** Cells with separators are quoted. */
function splitCells(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => cell)
  return cells.map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
}

function addUp(rows: readonly Row[]): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row.raw_amount ?? 0), 0n)
}

function openCoin(network: Network): Contract {
  const { rpcUrl, coins } = shop.devnet.networks[network]
  return new Contract(coins.USDC.address, ABI, wallet.connect(new JsonRpcProvider(rpcUrl)))
}

/** Money that the shop does not tell its checkout about: it goes into the wallet, and out of it. The hash of the latter. */
async function moveOwnMoney(): Promise<string> {
  await shop.devnet.faucet(wallet.address, 2_500_000n, { network: 'ethereum', cryptocurrency: 'USDC' })
  const sent = await openCoin('ethereum').getFunction('transfer')(`0x${'b'.repeat(40)}`, 1_000_000n)
  await sent.wait()
  return sent.hash
}

/** The transfers of USDC from and to the wallet, as an explorer lists them: `0x… -1000000`. */
async function readChain(network: Network): Promise<string[]> {
  const coin = openCoin(network)
  const find = async (from: string | null, to: string | null, sign: bigint) => {
    const logs = (await coin.queryFilter(coin.getEvent('Transfer')(from, to))) as EventLog[]
    return logs.map(({ transactionHash, args }) => `${transactionHash} ${sign * args.value}`)
  }
  return [...(await find(null, wallet.address, 1n)), ...(await find(wallet.address, null, -1n))].sort()
}

/** A manager closes the period, and waits until its money is in the wallet. */
async function closePeriod(): Promise<Settlement[]> {
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'settlements')
  await page.getByRole('button', { name: 'Close the period now' }).click()
  await pressInDialog(page, 'Close the period now')
  await page.locator('.row-link').first().waitFor({ timeout: PATIENCE_MS })
  const { settlements } = dashboard.checkout.sandbox
  const { data } = await pollUntil(
    () => settlements.list(),
    ({ data }) => data.length > 0 && data.every(({ status }) => status === 'completed'),
  )
  return [...data]
}

test('a month is closed, and each difference between its files and the chain has a reason', async () => {
  const ownTransfer = await moveOwnMoney()
  const settlements = await closePeriod()
  const page = await dashboard.signIn('accountant')
  await dashboard.visit(page, `reports?from=${begun}&to=${findToday()}`)
  await page.getByLabel('Contents').selectOption('Every entry, for a spreadsheet (CSV)')
  await page.getByRole('button', { name: 'Make the file' }).click()
  const entries = await download(page, 'Download')
  const ofWallet = (network: Network) =>
    entries.filter((row) => row.account === wallet.address.toLowerCase() && row.network === network)

  // An assignment moves no money.
  const inFile = (network: Network) =>
    ofWallet(network)
      .filter(({ kind }) => kind !== 'assigned')
      .map(({ transaction, raw_amount: amount }) => `${transaction} ${amount}`)
  const own = `${ownTransfer} -1000000`
  expect(await readChain('polygon')).toEqual(inFile('polygon').sort())
  expect(await readChain('ethereum')).toEqual([...inFile('ethereum'), own].sort())
  expect(await openCoin('polygon').getFunction('balanceOf')(wallet.address)).toBe(addUp(ofWallet('polygon')))
  const balance = await openCoin('ethereum').getFunction('balanceOf')(wallet.address)
  expect(balance).toBe(addUp(ofWallet('ethereum')) - 1_000_000n)

  const found: Row[] = []
  for (const settlement of settlements) {
    await dashboard.visit(page, `settlements/${settlement.id}`)
    const rows = await download(page, 'Download the report (CSV)')
    const sumOf = (name: string) => addUp(rows.filter(({ sum }) => sum === name))
    for (const [name, amount] of [
      ['amount', settlement.amount],
      ['refunds', settlement.refunds],
      ['unattributed', settlement.unattributed],
    ] as const) {
      expect([settlement.id, name, sumOf(name)]).toEqual([settlement.id, name, toRaw(amount, settlement.network)])
      if (Number(amount) !== 0) await page.locator('main').getByText(formatAmount(amount)).first().waitFor()
    }
    await page.getByText(`${rows.length} in all`).waitFor()
    found.push(...rows)
  }
  // Each entry is in one statement, and no other is.
  expect(found.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort())

  // The sum of the statements is in the wallet, but for a refund that another account paid, and the own transfer.
  const onEthereum = settlements.filter(({ network }) => network === 'ethereum')
  const sums = onEthereum.map(({ net, unattributed }) => toRaw(net) + toRaw(unattributed))
  const [refund] = entries.filter(({ kind }) => kind === 'refunded')
  expect(refund?.account).not.toBe(wallet.address.toLowerCase())
  const paidElsewhere = -BigInt(refund?.raw_amount ?? 0)
  expect(sums.reduce((sum, each) => sum + each) + paidElsewhere - 1_000_000n).toBe(balance)
})

/** Stellar counts seven decimals. */
function toRaw(amount: string, network = 'ethereum'): bigint {
  return BigInt(amount.replace('.', '')) * (network === 'stellar' ? 10n : 1n)
}

function formatAmount(amount: string): string {
  const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
  return `${format.format(amount as Intl.StringNumericLiteral)} USDC`
}
