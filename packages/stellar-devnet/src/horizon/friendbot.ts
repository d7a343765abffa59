import { Operation, StrKey } from '@stellar/stellar-sdk'
import type { Chain } from '../ledger/chain.ts'
import { KEYS } from '../ledger/network.ts'
import { signTransaction } from '../ledger/sign.ts'
import { createBadRequest, Problem } from './problem.ts'
import { submitAndWait } from './submit.ts'

const GIFT = '10000'

/**
 * Creates an account with 10,000 XLM, or refuses one that exists, like the public test network's friendbot. Waits for
 * the ledger.
 */
export async function fundAccount(chain: Chain, base: string, address: string): Promise<object> {
  if (!StrKey.isValidEd25519PublicKey(address))
    throw createBadRequest('addr', 'addr: must be an account address (G...)')
  if (chain.view.get('account', address)) {
    throw new Problem(
      400,
      'bad_request',
      'Bad Request',
      'account already funded to starting balance (createAccountAlreadyExist)',
    )
  }
  const operations = [Operation.createAccount({ destination: address, startingBalance: GIFT })]
  const envelope = signTransaction(chain, [KEYS.friendbot], operations)
  return await submitAndWait(chain, base, new URLSearchParams({ tx: envelope }).toString())
}
