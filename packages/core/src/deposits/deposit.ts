/** A payment's own address: how it is made, what it must not be used for, and what it has received. */
import { createHash } from 'node:crypto'
import type { DepositAddresses, Network } from '../chains/network.ts'
import type { Db, Tx } from '../storage/database.ts'
import { pick, type Row } from '../storage/tables.ts'
import { addReceived, findOwnedDeposits, insertDeposit, isDeposit } from './store.ts'

/**
 * A payment's own address (display form), whose money can only go to the merchant's wallet. It is the same on every chain
 * of the family.
 */
export function deriveDepositAddress(addresses: DepositAddresses, paymentId: string, recipient: string): string {
  return addresses.addressOf(recipient, deriveDepositSalt(paymentId))
}

/** Gives a payment its own address. */
export async function openDeposit(
  tx: Tx,
  addresses: DepositAddresses,
  deposit: {
    readonly address: string
    readonly chain: string
    readonly paymentId: string
    readonly recipient: string
  },
): Promise<void> {
  await insertDeposit(tx, {
    address: deposit.address.toLowerCase(),
    chain: deposit.chain,
    payment_id: deposit.paymentId,
    recipient: deposit.recipient.toLowerCase(),
    factory: addresses.factory.toLowerCase(),
  })
}

/**
 * The salt of a payment's address, 32 bytes. It follows from the id alone, so without the database a payment's id and
 * wallet suffice to get the money. It does not reveal the id, which opens the payment's page.
 */
export function deriveDepositSalt(paymentId: string): string {
  return `0x${createHash('sha256').update(paymentId).digest('hex')}`
}

/** Tells whether an address is the contract that makes deposit addresses, which has one address on all networks. */
function isFactory(networks: readonly Network[], key: string): boolean {
  return networks.some(({ chain }) => chain.transactor?.sweeping.factory.toLowerCase() === key)
}

/**
 * Finds the reason for which an address (display form) cannot be a wallet: it is a payment's own address, or the
 * contract that makes those. Null for all others.
 */
export async function findDepositAddressProblem(
  { db, networks }: { readonly db: Db; readonly networks: readonly Network[] },
  address: string,
): Promise<string | null> {
  const key = address.toLowerCase()
  return describeDepositAddress(networks, key, await isDeposit(db, key))
}

/** The same for an address in lower case, if it is known whether it is a payment's own. */
export function describeDepositAddress(networks: readonly Network[], key: string, isOwn: boolean): string | null {
  if (isFactory(networks, key)) return 'is the contract of deposit addresses, where money is lost'
  return isOwn ? "is a payment's own address, whose money goes on to a merchant" : null
}

export { type BalanceRow, findSweepable, forgetBalances, holdBalance, isHeld, releaseBalance } from './store.ts'

type Arrival = Pick<Row<'transfers'>, 'chain' | 'token' | 'to_address' | 'network' | 'cryptocurrency' | 'amount'>

/** Adds final transfers to the balances of the deposits that they went to. */
export async function fundDeposits(tx: Tx, arrivals: readonly Arrival[], now: number): Promise<void> {
  const found = await findOwnedDeposits(
    tx,
    arrivals.map((one) => one.to_address),
  )
  const deposits = new Map(found.map((deposit) => [deposit.address, deposit]))
  for (const arrival of arrivals) {
    const deposit = deposits.get(arrival.to_address)
    if (!deposit) continue
    await addReceived(tx, {
      ...pick(arrival, 'chain', 'token', 'network', 'cryptocurrency'),
      ...pick(deposit, 'merchant_id', 'livemode', 'address', 'payment_id', 'recipient'),
      received: arrival.amount,
      swept: 0n,
      funded_at: now,
    })
  }
}
