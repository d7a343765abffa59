import { getWatchedTokenAt, isKeyAccount, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'

/** A merchant's wallet in display form. Throws `invalid_wallet_address`, which names the parameter, `merchantWallet` mostly. */
export function parseMerchantWallet(
  { networks }: Pick<Context, 'networks'>,
  network: Network,
  text: string,
  param = 'merchantWallet',
): string {
  const address = network.chain.addresses.parse(text)
  const objection = network.chain.addresses.recipientProblem(text)
  if (objection !== null) throw refuseWallet(objection, param)
  if (!address) throw refuseWallet(`is not an address on ${network.name}: check every character`, param)
  if (getWatchedTokenAt(network, address)) throw refuseWallet("is a coin's own contract, where money is lost", param)
  if (isKeyAccount(networks, address)) throw refuseWallet("is the account of this server's gasKey or refundKey", param)
  return address
}

/** The refusal of a wallet. The reason continues the sentence that the parameter begins. */
export function refuseWallet(reason: string, param = 'merchantWallet'): CheckoutError {
  return new CheckoutError('invalid_wallet_address', `${param} ${reason}.`, param)
}
