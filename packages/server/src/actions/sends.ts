/** Actions of the commands of keys on hold. */
import { type HeldKeyState, heldKeyStates, releaseKey } from '@crypto-checkout/core'
import type { Given } from '../command-line/command.ts'
import { OperatorError } from '../command-line/errors.ts'
import { print } from '../command-line/output.ts'
import type { sendsHeld, sendsRelease } from '../commands/refunds.ts'
import { runWithCheckout } from '../setup/open.ts'

export async function listHeldKeys(given: Given<typeof sendsHeld>): Promise<void> {
  const keys = await runWithCheckout(given, ({ context }) => heldKeyStates(context))
  if (given.json) return print(JSON.stringify({ data: keys }))
  print(keys.length === 0 ? 'No key is on hold.' : keys.map(describeKey).join('\n'))
}

export async function releaseSends(given: Given<typeof sendsRelease>): Promise<void> {
  const { address, yes, json } = given
  const { held, released } = await runWithCheckout(given, async ({ context }) => {
    const keys = await heldKeyStates(context)
    const own = keys.filter((key) => key.address.toLowerCase() === address.toLowerCase())
    return { held: own, released: yes ? await releaseKey(context, address) : [] }
  })
  if (json) print(JSON.stringify({ address, released, held }))
  else for (const key of held) print(describeKey(key))
  if (!yes) throw new OperatorError(`${WARNING} Then repeat the command with --yes.`)
  if (!json) print(`${address} is no longer on hold on ${released.join(', ')}.`)
}

const WARNING =
  'Once the key is released, the checkout can pay twice what these transactions paid, if the address or the amount is another one. Cancel the pending refunds that they paid, and do not repeat refunds that the database does not know.'

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
