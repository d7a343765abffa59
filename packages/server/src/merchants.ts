import { createMerchant, listMerchants, parseColour, updateMerchant } from '@crypto-checkout/core'
import { runWithCheckout } from './open.ts'
import { formatTable, print } from './print.ts'
import { type Command, OperatorError, parseOptions, UsageError } from './usage.ts'

export const merchantsCreate: Command = {
  usage: 'merchants create --name NAME [--accent "#0a7d4f"] [--plan starter|business] [--json]',
  summary: 'Add a merchant.',
  async run(words) {
    const { values } = parseOptions(words, { name: 'string', accent: 'string', plan: 'string', json: 'boolean' })
    const { plan = 'starter' } = values
    const name = nameOf(values.name ?? '')
    const accent = accentOf(values.accent ?? '')
    if (plan !== 'starter' && plan !== 'business') throw new UsageError('--plan must be starter or business.')
    const merchant = await runWithCheckout(values, ({ context }) => createMerchant(context, { name, accent, plan }))
    print(values.json ? JSON.stringify(merchant) : `Merchant: ${merchant.id} (${merchant.name}, ${merchant.plan})`)
  },
}

export const merchantsUpdate: Command = {
  usage: 'merchants update [ID] [--name NAME] [--accent "#0a7d4f"] [--json]',
  summary:
    'Change the name and the colour of a payment page. Default: the first merchant’s. --accent "" removes the colour.',
  async run(words) {
    const options = { name: 'string', accent: 'string', json: 'boolean' } as const
    const { values, positionals } = parseOptions(words, options, ['[ID]'])
    const changes = {
      ...(values.name === undefined ? {} : { name: nameOf(values.name) }),
      ...(values.accent === undefined ? {} : { accent: accentOf(values.accent) }),
    }
    if (Object.keys(changes).length === 0) throw new UsageError('Give a --name, an --accent, or both.')
    const merchant = await runWithCheckout(values, async ({ context }) => {
      const [id = (await listMerchants(context))[0]?.id] = positionals
      if (id === undefined) throw new OperatorError('There is no merchant yet.')
      return updateMerchant(context, id, changes)
    })
    const colour = merchant.accent ?? 'the usual colour'
    print(values.json ? JSON.stringify(merchant) : `Merchant: ${merchant.id} (${merchant.name}, ${colour})`)
  },
}

export const merchantsList: Command = {
  usage: 'merchants list [--json]',
  summary: 'List all merchants. Commands use the first one by default.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const merchants = await runWithCheckout(values, ({ context }) => listMerchants(context))
    if (values.json) return print(JSON.stringify({ data: merchants }))
    const rows = merchants.map(({ id, name, accent, plan, createdAt }) => [id, name, accent ?? '', plan, createdAt])
    print(formatTable(['ID', 'NAME', 'ACCENT', 'PLAN', 'CREATED'], rows))
  },
}

function nameOf(text: string): string {
  if (!text.trim() || text.length > 100) throw new UsageError('--name must have 1 to 100 characters.')
  return text.trim()
}

/** Null to clear it. */
function accentOf(text: string): string | null {
  const accent = parseColour(text)
  if (text !== '' && accent === null) throw new UsageError('--accent must be a colour such as "#0a7d4f".')
  return accent
}
