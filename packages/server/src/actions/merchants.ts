import { readFileSync, statSync } from 'node:fs'
import { createMerchant, listMerchants, parseColour } from '@crypto-checkout/core'
import { describeError, OperatorError, UsageError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runWithCheckout } from '../setup/open.ts'
import { checkName } from './keys.ts'

export async function addMerchant(given: Input<'merchants create'>): Promise<void> {
  const { plan, json } = given
  const name = checkName(given.name)
  const accent = parseAccent(given.accent ?? '')
  const merchant = await runWithCheckout(given, ({ context }) => createMerchant(context, { name, accent, plan }))
  print(json ? JSON.stringify(merchant) : `Merchant: ${merchant.id} (${merchant.name}, ${merchant.plan})`)
}

export async function updateMerchant(given: Input<'merchants update'>): Promise<void> {
  const changes = readChanges(given)
  if (Object.keys(changes).length === 0) throw new UsageError('Give at least one option, such as --name.')
  const merchant = await runWithCheckout(given, async (checkout) => {
    const { id = (await listMerchants(checkout.context))[0]?.id } = given
    if (id === undefined) throw new OperatorError('There is no merchant yet.')
    return checkout.as(id).merchant.update(changes)
  })
  if (given.json) return print(JSON.stringify(merchant))
  const { id, name, accent, logo, supportEmail, supportUrl } = merchant
  print(`Merchant: ${id} (${name}, ${accent ?? 'the usual colour'})`)
  // A command may not know the address at which the server listens.
  if (logo !== null) print(`Logo:     ${new URL(logo).pathname}`)
  const support = [supportEmail, supportUrl].filter((one) => one !== null)
  if (support.length > 0) print(`Support:  ${support.join(', ')}`)
}

function readChanges({ name, accent, logo, supportEmail, supportUrl }: Input<'merchants update'>) {
  return {
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(accent === undefined ? {} : { accent: formatColour(parseAccent(accent)) }),
    ...(logo === undefined ? {} : { logo: logo === '' ? null : readLogo(logo) }),
    ...(supportEmail === undefined ? {} : { supportEmail: supportEmail || null }),
    ...(supportUrl === undefined ? {} : { supportUrl: supportUrl || null }),
  }
}

export async function listAllMerchants(given: Input<'merchants list'>): Promise<void> {
  const merchants = await runWithCheckout(given, ({ context }) => listMerchants(context))
  if (given.json) return print(JSON.stringify({ data: merchants }))
  printTable(merchants, { ID: 'id', NAME: 'name', ACCENT: 'accent', PLAN: 'plan', CREATED: 'createdAt' })
}

/** Null to clear it. */
function parseAccent(text: string): string | null {
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
    throw new OperatorError(`${path} cannot be read: ${describeError(error)}`)
  }
}
