import { createMerchant, listMerchants } from '@crypto-checkout/core'
import { withCheckout } from './open.ts'
import { table } from './print.ts'
import { type Command, parseOptions, UsageError } from './usage.ts'

export const merchantsCreate: Command = {
  usage: 'merchants create --name NAME [--plan starter|business] [--json]',
  summary: 'Add a merchant.',
  async run(words) {
    const { values } = parseOptions(words, { name: 'string', plan: 'string', json: 'boolean' })
    const { name, plan = 'starter' } = values
    if (!name?.trim() || name.length > 100) throw new UsageError('--name must have 1 to 100 characters.')
    if (plan !== 'starter' && plan !== 'business') throw new UsageError('--plan must be starter or business.')
    const merchant = await withCheckout(values, ({ context }) => createMerchant(context, { name: name.trim(), plan }))
    console.log(
      values.json ? JSON.stringify(merchant) : `Merchant: ${merchant.id} (${merchant.name}, ${merchant.plan})`,
    )
  },
}

export const merchantsList: Command = {
  usage: 'merchants list [--json]',
  summary: 'List all merchants. The first is meant where none is named.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const merchants = await withCheckout(values, ({ context }) => listMerchants(context))
    if (values.json) return console.log(JSON.stringify({ data: merchants }))
    const rows = merchants.map((merchant) => [merchant.id, merchant.name, merchant.plan, merchant.createdAt])
    console.log(table(['ID', 'NAME', 'PLAN', 'CREATED'], rows))
  },
}
