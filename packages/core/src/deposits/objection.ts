import type { Network } from '../chains/network.ts'
import type { Db } from '../storage/database.ts'
import { isDeposit } from './store.ts'

/**
 * Why an address (display form) cannot be a wallet: it is a payment's own address, or the contract that makes those.
 * Null for all others.
 */
export async function findDepositAddressProblem(
  { db, networks }: { readonly db: Db; readonly networks: readonly Network[] },
  address: string,
): Promise<string | null> {
  const key = address.toLowerCase()
  // The contract has one address on all networks.
  if (networks.some(({ chain }) => chain.transactor?.sweeping.factory.toLowerCase() === key)) {
    return 'is the contract of deposit addresses, where money is lost'
  }
  return (await isDeposit(db, key)) ? "is a payment's own address, whose money goes on to a merchant" : null
}
