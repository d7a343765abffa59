/** Actions of the commands of payments. */

import { printPrice } from '@crypto-checkout/api-types'
import { type NetworkName, type Payment, type PaymentInput, serialise } from '@crypto-checkout/core'
import { UsageError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { readNote } from '../local/note.ts'
import { runForMerchant } from '../setup/open.ts'
import { readSettings } from '../setup/settings.ts'

export async function createPayment(given: Input<'payments create'>): Promise<void> {
  const { network, wallet } = given
  const amount = parsePrice(given.amount)
  const metadata = given.metadata.length === 0 ? undefined : Object.fromEntries(given.metadata.map(parsePair))
  const place = network !== undefined && wallet !== undefined ? { network, wallet } : findPlace(given)
  const { reference, description, expiresIn, redirectUrl, cancelUrl, webhookUrl } = given
  const input: PaymentInput = {
    amount,
    currency: given.currency,
    cryptocurrency: given.coin,
    network: place.network,
    merchantWallet: place.wallet,
    reference,
    description,
    expiresIn,
    redirectUrl,
    cancelUrl,
    webhookUrl,
    metadata,
  }
  const payment = await runForMerchant(given, ({ payments }) => payments.create(input))
  if (given.json) return print(serialise(payment))
  print(`${payment.id}: ${formatSum(payment)}, ${payment.cryptoAmount} ${payment.cryptocurrency} on ${payment.network}`)
  print(payment.url)
}

/** On local networks everything is known. Elsewhere nobody can guess to whom the money goes. */
function findPlace(given: Input<'payments create'>): { network: NetworkName; wallet: string } {
  const { network = 'ethereum', wallet } = given
  const { isLocal, dataDir } = readSettings(given)
  const local = isLocal && given.environment === 'sandbox' ? readNote(dataDir) : null
  const running = Object.entries(local?.networks ?? {}).find(([name]) => name === network)?.[1]
  if (!local?.merchantWallet || !running) {
    const missing = given.network === undefined ? '--network NETWORK' : '--wallet ADDRESS'
    throw new UsageError(`${missing} is missing: only local networks have a default.`)
  }
  const own = 'accounts' in running ? running.accounts.merchant : local.merchantWallet
  return { network, wallet: wallet ?? own }
}

/** The checkout says what is wrong with a number. */
function parsePrice(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError('--amount must be a number, such as 49.90.')
  return Number(text)
}

function parsePair(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new UsageError('--metadata must be as orderId=1001.')
  return [name, value]
}

export async function listPayments(given: Input<'payments list'>): Promise<void> {
  const {
    search: q,
    status,
    network,
    coin: cryptocurrency,
    exception,
    unresolved,
    reference,
    settlement,
    limit,
  } = given
  const filter = { q, status, network, cryptocurrency, exception, unresolved, reference, settlement, limit }
  const more = {
    paymentLink: given.link,
    created_gte: given.from,
    created_lt: given.before,
    starting_after: given.after,
    // A table has no images.
    qrCode: given.json,
  }
  const list = await runForMerchant(given, ({ payments }) => payments.list({ ...filter, ...more }))
  if (given.json) return print(serialise(list))
  printTable(list.data, {
    ID: 'id',
    STATUS: ({ status, exceptions }) => [status, ...exceptions].join(', '),
    PRICE: formatSum,
    RECEIVED: ({ amountReceived, cryptoAmount, cryptocurrency }) =>
      `${amountReceived} of ${cryptoAmount} ${cryptocurrency}`,
    NETWORK: 'network',
    REFERENCE: 'reference',
    CREATED: 'createdAt',
  })
  const last = list.data.at(-1)
  if (list.hasMore && last) print(`\n${list.data.length} of ${list.totalCount}: --after ${last.id} goes on.`)
}

export async function showPayment(given: Input<'payments get'>): Promise<void> {
  const payment = await runForMerchant(given, ({ payments }) => payments.retrieve(given.id))
  print(given.json ? serialise(payment) : describe(payment))
}

export async function acceptPayment(given: Input<'payments accept'>): Promise<void> {
  const payment = await runForMerchant(given, ({ payments }) => payments.accept(given.id))
  print(given.json ? serialise(payment) : `${payment.id}: ${payment.status}.`)
}

export async function cancelPayment(given: Input<'payments cancel'>): Promise<void> {
  const payment = await runForMerchant(given, ({ payments }) => payments.cancel(given.id))
  print(given.json ? serialise(payment) : `${payment.id}: ${payment.status}.`)
}

function formatSum({ amount, currency }: Payment): string {
  return `${printPrice(amount, currency)} ${currency}`
}

function describe(payment: Payment): string {
  const { id, status, exceptions, cryptoAmount, amountReceived, amountDue, cryptocurrency, network } = payment
  const { address, memo, reference, description, createdAt, expiresAt, url, transactions } = payment
  const fields: readonly (readonly [string, string | null | undefined])[] = [
    ['Payment', id],
    ['Status', [status, ...exceptions].join(', ')],
    ['Price', `${formatSum(payment)}, ${cryptoAmount} ${cryptocurrency} on ${network}`],
    ['Received', `${amountReceived} ${cryptocurrency}${status === 'completed' ? '' : `, ${amountDue} due`}`],
    ['Address', memo === null ? address : `${address}, memo ${memo}`],
    ['Reference', reference],
    ['For', description],
    ['Created', createdAt],
    ['Expires', expiresAt],
    ['Page', url],
    ...transactions.map(({ hash, amount }) => ['Paid', `${amount} ${cryptocurrency} in ${hash}`] as const),
  ]
  const lines = fields.filter(([, value]) => value !== null && value !== undefined)
  return lines.map(([name, value]) => `${`${name}:`.padEnd(11)}${value}`).join('\n')
}
