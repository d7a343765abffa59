/** Payers who pay with another asset than the one due, through a page and a wallet. */
import { Asset, type Keypair, Operation, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk'
import {
  buildPayment,
  closeLedgersUntil,
  createAccount,
  createHorizon,
  createPageClient,
  openStellarShop,
  type Stellar,
  send,
  USDC,
} from './stellar-harness.ts'

export const XLM = 'native'
export const formatAsset = ({ code, issuer }: Asset) => `${code}:${issuer}`

export type Offered = { asset: string; max: string; path: string[] }
type PathPayment = Extract<Transaction['operations'][number], { type: 'pathPaymentStrictReceive' }>
export type Built = { readonly transaction: Transaction; readonly seal: string }

/** A shop with a payment of 10 USDC, and its page's operations for one payer. */
export async function openExchange(devnet: Stellar, network: object = {}) {
  const shop = await openStellarShop(devnet, { network })
  const payment = await shop.create()
  const post = createPageClient(shop, payment)
  const offersTo = async (key: Keypair): Promise<Offered[]> => {
    const { status, json } = await post('assets', { account: key.publicKey() })
    if (status !== 200) throw new Error(json.error.message)
    return json.assets
  }
  const ask = (key: Keypair, { asset, max }: Pick<Offered, 'asset' | 'max'>) =>
    post('transaction', { account: key.publicKey(), send: { asset, max } })
  const build = async (key: Keypair, offered: Pick<Offered, 'asset' | 'max'>): Promise<Built> => {
    const { status, json } = await ask(key, offered)
    if (status !== 200) throw new Error(json.error.message)
    return { transaction: TransactionBuilder.fromXDR(json.xdr, json.networkPassphrase) as Transaction, seal: json.seal }
  }
  const submit = ({ transaction, seal }: { transaction: { toXDR(): string }; seal: unknown }) =>
    closeLedgersUntil(devnet, post('submit', { xdr: transaction.toXDR(), seal }))
  /** Chooses, signs and submits, as a page and a wallet do. */
  const payWith = async (key: Keypair, asset: string) => {
    const built = await build(key, requireOffer(await offersTo(key), asset))
    built.transaction.sign(key)
    return { built, answer: await submit(built) }
  }
  return { shop, payment, post, offersTo, ask, build, submit, payWith }
}

export function requireOffer(list: readonly Offered[], asset: string): Offered {
  const found = list.find((one) => one.asset === asset)
  if (!found) throw new Error(`${asset} is not offered`)
  return found
}

/** Its actual operation, for tests to change. */
export function getOperation(transaction: Transaction): PathPayment {
  const [operation] = transaction.operations
  if (operation?.type !== 'pathPaymentStrictReceive') throw new Error('a path payment is its operation')
  return operation
}

/** A seller of USDC for an asset, at a price in that asset, until stopped. */
export async function createSeller(devnet: Stellar, buying: Asset, price: string) {
  const key = await createAccount(devnet, [USDC, ...(buying.isNative() ? [] : [buying])], '100')
  await send(devnet, [buildPayment('500', key.publicKey())])
  const offer = (amount: string, offerId = '0') =>
    send(devnet, [Operation.manageSellOffer({ selling: USDC, buying, amount, price, offerId })], { signer: key })
  const id = await offerIn(devnet, await offer('500'))
  return { stop: () => offer('0', id) }
}

/** The number of the offer that a transaction created. */
async function offerIn(devnet: Stellar, hash: string): Promise<string> {
  const { result_xdr } = await createHorizon(devnet).transactions().transaction(hash).call()
  const { result } = xdr.TransactionResult.fromXdr(result_xdr, 'base64')
  const [operation] = result.type === 'txSuccess' ? result.results : []
  const made = operation?.type === 'opInner' ? operation.tr.value : undefined
  if (made?.type !== 'manageSellOfferSuccess' || made.success.offer.type !== 'manageOfferCreated') {
    throw new Error('no offer was made')
  }
  return String(made.success.offer.offer.offerId)
}

/** A new asset, unknown to the shop, and an account that holds some of it. */
export async function createAsset(devnet: Stellar, code: string) {
  const issuer = await createAccount(devnet)
  const asset = new Asset(code, issuer.publicKey())
  const holder = await createAccount(devnet, [asset])
  await send(devnet, [buildPayment('1000', holder.publicKey(), asset)], { signer: issuer })
  return { asset, holder }
}

/** The balance of an asset; of XLM if null. */
export async function readBalance(devnet: Stellar, key: Keypair, asset: Asset | null): Promise<number> {
  const { balances } = await createHorizon(devnet).loadAccount(key.publicKey())
  const code = asset?.code
  return Number(balances.find((line) => ('asset_code' in line ? line.asset_code : undefined) === code)?.balance)
}
