import { Asset, Memo, Operation } from '@stellar/stellar-sdk'
import { formatStroops } from './ledger/amount.ts'
import type { Chain } from './ledger/chain.ts'
import { ASSETS, COINS, KEYS } from './ledger/network.ts'
import { readResultCodes } from './ledger/result-codes.ts'
import { signTransaction } from './ledger/sign.ts'

export type StellarTransfer = {
  /** `USDC` or `USDT` */
  cryptocurrency: string
  /** G... or M... */
  to: string
  /** Millionths of a coin */
  amount: bigint
  /**
   * `counterfeit`: not the coin, but a worthless USDC of another issuer, for tests of wrong tokens; the same amount of
   * XLM, if the recipient does not trust it
   */
  token?: 'genuine' | 'counterfeit'
  /** Sent as text; if absent, no memo */
  memo?: string
}

export type StellarPayer = {
  /**
   * Sends a payment from the payer's account and returns its hash once the network has accepted it; the next ledger
   * contains it. It is tried first, and refused if it would fail, for instance without the recipient's trustline.
   * @throws with Horizon's codes if it would fail, or if there is no such coin here
   */
  send(transfer: StellarTransfer): Promise<string>
}

const STROOPS_A_MILLIONTH = 10n

/** Sends a payment from the payer and returns its hash. @throws if it would fail, with Horizon's codes */
export function payOnStellar(chain: Chain, transfer: StellarTransfer): string {
  const genuine = findAsset(transfer)
  const isCounterfeit = transfer.token === 'counterfeit'
  const first = tryPayment(chain, transfer, isCounterfeit ? ASSETS.counterfeit : genuine)
  // An ordinary wallet has no trustline for a worthless token. XLM needs none, and is not the coin either.
  const isUntrusted = isCounterfeit && first.codes.includes('op_no_trust')
  const { envelope, codes } = isUntrusted ? tryPayment(chain, transfer, Asset.native()) : first
  if (codes[0] !== 'tx_success') throw new Error(`The payment would fail: ${codes.join(', ')}.`)
  return chain.submit(envelope).submission.hash
}

/** A payment, with the result that it would have. */
function tryPayment(chain: Chain, { to: destination, memo, amount }: StellarTransfer, asset: Asset) {
  const payment = Operation.payment({ destination, asset, amount: formatStroops(amount * STROOPS_A_MILLIONTH) })
  const envelope = signTransaction(chain, [KEYS.payer], [payment], memo === undefined ? undefined : Memo.text(memo))
  const { transaction, operations = [] } = readResultCodes(chain.tryOut(envelope).result)
  return { envelope, codes: [transaction, ...operations] }
}

function findAsset({ cryptocurrency }: StellarTransfer): Asset {
  if (!Object.hasOwn(COINS, cryptocurrency)) {
    throw new Error(
      `There is no ${cryptocurrency} on the local Stellar network: only ${Object.keys(COINS).join(', ')}.`,
    )
  }
  return ASSETS[cryptocurrency as keyof typeof COINS]
}
