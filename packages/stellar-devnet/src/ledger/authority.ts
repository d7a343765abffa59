import type { Account } from './entries.ts'
import type { Level } from './operations/operation.ts'
import type { Signatures } from './transaction.ts'

/** Whether the signing keys reach the account's threshold. At least one key must have signed. */
export function mayAct(account: Account, level: Level, signatures: Signatures): boolean {
  const keys = [{ key: account.id, weight: account.thresholds.master }, ...account.signers]
  const needed = account.thresholds[level]
  let weight = 0
  for (const signer of keys) {
    if (signer.weight === 0 || !signatures.by(signer.key)) continue
    weight += signer.weight
    if (weight >= needed) return true
  }
  return false
}
