import { readFileSync, statSync } from 'node:fs'
import { createMerchant, listMerchants, parseColour } from '@crypto-checkout/core'
import { type Command, formatTable, OperatorError, parseOptions, print, UsageError } from './command.ts'
import { runWithCheckout } from './open.ts'

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
  usage:
    'merchants update [ID] [--name NAME] [--accent "#0a7d4f"] [--logo FILE] [--support-email ADDRESS] ' +
    '[--support-url URL] [--json]',
  summary: 'Change what payers see of a merchant. Default: the first one. An empty text removes what it names.',
  async run(words) {
    const text = 'string'
    const options = { name: text, accent: text, logo: text, 'support-email': text, 'support-url': text } as const
    const { values, positionals } = parseOptions(words, { ...options, json: 'boolean' }, ['[ID]'])
    const changes = {
      ...(values.name === undefined ? {} : { name: nameOf(values.name) }),
      ...(values.accent === undefined ? {} : { accent: formatColour(accentOf(values.accent)) }),
      ...(values.logo === undefined ? {} : { logo: values.logo === '' ? null : readLogo(values.logo) }),
      ...(values['support-email'] === undefined ? {} : { supportEmail: values['support-email'] || null }),
      ...(values['support-url'] === undefined ? {} : { supportUrl: values['support-url'] || null }),
    }
    if (Object.keys(changes).length === 0) throw new UsageError('Give at least one option, such as --name.')
    const merchant = await runWithCheckout(values, async (checkout) => {
      const [id = (await listMerchants(checkout.context))[0]?.id] = positionals
      if (id === undefined) throw new OperatorError('There is no merchant yet.')
      return checkout.as(id).merchant.update(changes)
    })
    if (values.json) return print(JSON.stringify(merchant))
    const { id, name, accent, logo, supportEmail, supportUrl } = merchant
    print(`Merchant: ${id} (${name}, ${accent ?? 'the usual colour'})`)
    // A command may not know the address at which the server listens.
    if (logo !== null) print(`Logo:     ${new URL(logo).pathname}`)
    const support = [supportEmail, supportUrl].filter((one) => one !== null)
    if (support.length > 0) print(`Support:  ${support.join(', ')}`)
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

function formatColour(accent: string | null): string | null {
  return accent && `#${accent}`
}

/** Far more than a logo may have. The checkout says how much that is. */
const MOST_READ = 1_048_576

/** A file in base64. */
function readLogo(path: string): string {
  try {
    if (statSync(path).size > MOST_READ) throw new OperatorError(`${path} is too large: a logo has at most 100 KiB.`)
    return readFileSync(path).toString('base64')
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
