import { type HeldKeyState, heldKeyStates, releaseKey } from '@crypto-checkout/core'
import { runWithCheckout } from './open.ts'
import { print } from './print.ts'
import { type Command, OperatorError, parseOptions } from './usage.ts'

export const sendsHeld: Command = {
  usage: 'sends held [--json]',
  summary: 'List the keys on hold, and those of their transactions that the database does not know.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const keys = await runWithCheckout(values, ({ context }) => heldKeyStates(context))
    if (values.json) return print(JSON.stringify({ data: keys }))
    print(keys.length === 0 ? 'No key is on hold.' : keys.map(describeKey).join('\n'))
  },
}

export const sendsRelease: Command = {
  usage: 'sends release ADDRESS --yes [--json]',
  summary: 'Let a key on hold send again. It can then pay a second time what it paid meanwhile.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { yes: 'boolean', json: 'boolean' }, ['ADDRESS'])
    const [address = ''] = positionals
    const { held, released } = await runWithCheckout(values, async ({ context }) => {
      const keys = await heldKeyStates(context)
      const own = keys.filter((key) => key.address.toLowerCase() === address.toLowerCase())
      return { held: own, released: values.yes ? await releaseKey(context, address) : [] }
    })
    if (values.json) print(JSON.stringify({ address, released, held }))
    else for (const key of held) print(describeKey(key))
    if (!values.yes) throw new OperatorError(`${WARNING} Then repeat the command with --yes.`)
    if (!values.json) print(`${address} can send again on ${released.join(', ')}.`)
  },
}

const WARNING =
  'Once the key is released, it can pay twice what these transactions paid. Cancel the pending refunds that they paid, and do not repeat refunds that the database does not know.'

function describeKey({ environment, network, address, count, transactions }: HeldKeyState): string {
  const lines = [
    `${environment} ${network}: key ${address} is on hold, the database does not know ${count} of its transactions.`,
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
