/** The choice of where the money of a payment's own address goes. */

import { listKeys } from '@crypto-checkout/api-types'
import { CCTP_DOMAINS, type ConversionTerms } from '@crypto-checkout/contracts'
import { getToken, type Network, type Token } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { hasConverter } from '../../deposits/account-store.ts'
import { computeMinimum, NO_FEE_LIMIT, writeTerms } from '../../deposits/terms.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { findRoute } from '../../domain/conversion-route.ts'
import { parseAmount, toRawAmount } from '../../domain/money.ts'
import { type Owner, toOwnerColumns } from '../../domain/owner.ts'
import type { Settings } from '../../merchants/settings.ts'
import { findProven } from '../../merchants/wallets/wallet.ts'
import { findFinality } from '../../networks/progress.ts'
import type { Db } from '../../storage/database.ts'
import type { NewRow } from '../../storage/tables.ts'

/** The recipient of a payment's deposit, in display form. `account`: to be stored if it is the converter's. */
export type Recipient = { readonly address: string; readonly account: NewRow<'conversion_accounts'> | null }

type Received = { readonly network: Network; readonly token: Token; readonly wallet: string }

/** Chooses where the money of a new deposit goes: to the wallet, or to an account from which it is converted. */
export async function chooseRecipient(
  ctx: Context,
  db: Db,
  owner: Owner,
  settings: Settings,
  received: Received,
): Promise<Recipient> {
  const { network, token, wallet } = received
  const plain = { address: wallet, account: null }
  if (!network.conversion || settings.settlementNetwork === null) return plain
  const networks = ctx.networks.filter(({ environment }) => environment === toEnvironment(owner.livemode))
  const to = networks.find(({ name }) => name === settings.settlementNetwork)
  if (!to) return plain
  const recipient = settings.settlementWallet ?? wallet
  const proven = await findProven(db, owner.merchantId, to.chain.id, [recipient])
  const how = { isDirect: network.deposits === null, isProven: proven.size > 0, isBound: false }
  const facts = { network, cryptocurrency: token.coin, ...how }
  if (findRoute(networks, settings, facts).outcome === 'kept') return plain
  const finality = await findFinality(db, network)
  // Money may only go where it can be moved on.
  if (!finality || !(await hasConverter(db, network.chain.id))) return plain
  return createAccount(ctx, owner, { ...received, to, recipient, settings, final: finality.finalNumber })
}

function createAccount(
  ctx: Context,
  owner: Owner,
  {
    network,
    token,
    wallet,
    to,
    recipient,
    settings,
    final,
  }: Received & {
    readonly to: Network
    readonly recipient: string
    readonly settings: Settings
    readonly final: number
  },
): Recipient {
  const { converting } = network.chain.transactor ?? {}
  const target = getToken(to, settings.settlementCurrency)
  const destination = listKeys(CCTP_DOMAINS).find((name) => CCTP_DOMAINS[name] === to.cctp?.domain)
  if (!converting || !network.cctp || !target || !destination)
    throw new Error(`${network.name} has a route to ${to.name}, and not what it needs`)
  const { settlementLeast, settlementMaxFee, settlementSpeed } = settings
  const terms: ConversionTerms = {
    wallet,
    token: token.address,
    messenger: network.cctp.messenger,
    destination,
    recipient,
    minimum: computeMinimum(network, to, token.decimals),
    leastMillionths: Number(parseAmount(settlementLeast)),
    maxFee: settlementMaxFee === null ? NO_FEE_LIMIT : toRawAmount(parseAmount(settlementMaxFee), token.decimals),
    finality: settlementSpeed,
  }
  const address = converting.account(terms)
  const account = {
    ...toOwnerColumns(owner),
    chain: network.chain.id,
    account: address.toLowerCase(),
    network: network.name,
    token: token.address.toLowerCase(),
    wallet: wallet.toLowerCase(),
    to_network: to.name,
    to_chain: to.chain.id,
    to_token: target.address.toLowerCase(),
    recipient: recipient.toLowerCase(),
    terms: writeTerms(terms),
    read_until: final,
    read_once: final,
    due_at: 0,
    created_at: ctx.now(),
  }
  return { address, account }
}
