import { Account, type Keypair, type Memo, type Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import type { Chain } from './chain.ts'
import { BASE_FEE, PASSPHRASE } from './network.ts'

export type BuiltOperation = ReturnType<typeof Operation.payment>

/** A transaction of the first key's account, with its next sequence number, signed by all keys */
export function signTransaction(
  chain: Chain,
  keys: readonly [Keypair, ...Keypair[]],
  operations: readonly BuiltOperation[],
  memo?: Memo,
): string {
  const source = keys[0].publicKey()
  const sequence = chain.nextSequence(source) - 1n
  const builder = new TransactionBuilder(new Account(source, String(sequence)), {
    fee: String(BASE_FEE),
    networkPassphrase: PASSPHRASE,
    ...(memo ? { memo } : {}),
  }).setTimeout(0)
  for (const operation of operations) builder.addOperation(operation)
  const transaction = builder.build()
  transaction.sign(...keys)
  return transaction.toXdr()
}
