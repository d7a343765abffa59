/** Actions of the commands of keys and wallets on hold. */

import { type HeldKeyState, type HeldWallet, heldKeyStates, listHeldWallets, releaseHeld } from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runWithCheckout } from '../setup/open.ts'

export async function listHeld(given: Input<'sends held'>): Promise<void> {
  const { keys, wallets } = await runWithCheckout(given, async ({ context }) => ({
    keys: await heldKeyStates(context),
    wallets: await listHeldWallets(context),
  }))
  if (given.json) return print(JSON.stringify({ data: keys, wallets }))
  const texts = [...keys.map(describeKey), ...wallets.map(describeWallet)]
  print(texts.length === 0 ? 'No key and no wallet is on hold.' : texts.join('\n'))
}

export async function releaseSends(given: Input<'sends release'>): Promise<void> {
  const { address, yes, json } = given
  const { held, wallets, released } = await runWithCheckout(given, async ({ context }) => {
    const isNamed = (one: { readonly address: string }) => one.address.toLowerCase() === address.toLowerCase()
    return {
      held: (await heldKeyStates(context)).filter(isNamed),
      wallets: (await listHeldWallets(context)).filter(isNamed),
      released: yes ? await releaseHeld(context, address) : [],
    }
  })
  if (json) print(JSON.stringify({ address, released, held, wallets }))
  else for (const text of [...held.map(describeKey), ...wallets.map(describeWallet)]) print(text)
  if (!yes) throw new OperatorError(`${WARNING} Then repeat the command with --yes.`)
  if (!json) print(`${address} is no longer on hold on ${released.join(', ')}.`)
}

const WARNING =
  'Once it is released, the checkout can pay twice what it has paid, if the address or the amount is another one. Cancel the pending refunds that it has paid, and do not repeat refunds that the database does not know.'

function describeKey({ environment, network, address, isFormer, count, transactions }: HeldKeyState): string {
  const lines = [
    `${environment} ${network}: key ${address}${isFormer ? ', no longer configured,' : ''} is on hold, the database does not know ${count} of its transactions.`,
  ]
  for (const { hash, nonce, block, paid, refunds } of transactions) {
    const did = paid ? `paid ${paid.amount} ${paid.coin} to ${paid.to}` : 'paid no configured coin'
    lines.push(`  nonce ${nonce}: ${hash} in block ${block} ${did}`)
    for (const id of refunds) lines.push(`    perhaps the pending refund ${id}: refunds cancel ${id}`)
  }
  const left = count - transactions.length
  if (left > 0) lines.push(`  ${left} more were not found: look at the account in a block explorer`)
  return lines.join('\n')
}

function describeWallet({ environment, network, address, restoredAt, count, refunds }: HeldWallet): string {
  const lines = [
    `${environment} ${network}: wallet ${address} is on hold. It may have paid these pending refunds after the backup that was put back on ${restoredAt}.`,
  ]
  for (const { id, paymentId, amount, coin, to } of refunds) {
    lines.push(`  ${amount} ${coin} of ${paymentId} to ${to}: refunds cancel ${id}`)
  }
  if (count > refunds.length) lines.push(`  ${count - refunds.length} more`)
  lines.push('  Look in a block explorer which of them it has paid, and cancel these.')
  lines.push(`  Then let the others go on: sends release ${address} --yes`)
  return lines.join('\n')
}
