import type { AccountRow } from '../../packages/core/src/deposits/account-store.ts'
import { readTerms } from '../../packages/core/src/deposits/terms.ts'
import type { Exit } from '../../packages/core/src/testing/scripted-cctp.ts'
import { attesterFaults, nonceOf } from './attester.ts'
import { PAYER, USDC } from './config.ts'
import type { ChosenTarget, Conversions } from './conversions.ts'
import { paymentTo } from './steps-merchants.ts'
import type { Merchant, World } from './world.ts'

/** Steps around the conversion of money: merchants, strangers, the attester, and Circle's fee. */

const DAY_MS = 24 * 3_600_000

export function getConversions({ conversions }: World): Conversions {
  if (!conversions) throw new Error('nothing is converted in this world')
  return conversions
}

/** A payment whose money may be converted. */
export async function sell(world: World): Promise<string> {
  const merchant = world.dice.one(world.merchants as [Merchant, ...Merchant[]])
  const asset = { cryptocurrency: 'USDC', network: 'polygon' }
  return paymentTo(world, merchant, world.dice.any(merchant.wallets) ?? '', asset)
}

/** Such a payment is paid: mostly all of it. */
export async function payDeposit({ dice, history, chains }: World): Promise<string> {
  const open = [...history.payments.values()].flatMap(({ methods, row }) =>
    methods.filter((one) => one.network === 'polygon' && one.token === USDC.toLowerCase() && row.status === 'created'),
  )
  const method = dice.recent(open, 6)
  if (!method) return 'nothing'
  const rawAmount = dice.percent(85) ? method.due : BigInt(dice.between(10_000, 2_000_000))
  chains.polygon.send({ token: USDC, from: PAYER, to: method.address, rawAmount })
  return `${method.address} ${rawAmount}`
}

/** A merchant chooses where money goes, while other money waits. */
export async function chooseTarget(world: World): Promise<string> {
  const { dice } = world
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  const settlementNetwork = dice.percent(80) ? 'ethereum' : null
  const wallet = dice.percent(40) ? dice.any(merchant.wallets) : null
  return saveTarget(world, merchant, {
    settlementNetwork,
    settlementWallet: settlementNetwork === null ? null : wallet,
    settlementLeast: dice.one(['0.9', '0.997', '0.997', '0.9995', '1']),
    settlementMaxFee: dice.one([null, null, '0.002000', '2.000000']),
  })
}

/** From the beginning all merchants settle on Ethereum. */
export async function chooseFirstTargets(world: World): Promise<void> {
  const target = { settlementWallet: null, settlementLeast: '0.997', settlementMaxFee: null }
  for (const merchant of world.merchants)
    await saveTarget(world, merchant, { settlementNetwork: 'ethereum', ...target })
}

/** Saves settings, and notes that they were asked for. */
async function saveTarget(world: World, merchant: Merchant, target: ChosenTarget): Promise<string> {
  getConversions(world).targets.push({ merchantId: merchant.id, target })
  const { status } = await world.ask(merchant, 'PATCH', '/merchant/settings', { body: target })
  return `${status} ${Object.values(target).join(' ')}`
}

/** An account where money waits, or any. */
async function pickAccount(world: World): Promise<AccountRow | null> {
  const { cctp } = getConversions(world)
  const accounts = await world.storage.db.selectFrom('conversion_accounts').selectAll().orderBy('account').execute()
  const full = accounts.filter(({ account }) => cctp.held(account) > 0n)
  return world.dice.any(full.length > 0 && world.dice.percent(80) ? full : accounts)
}

/** A stranger burns what is at an account: too early, or of several settlements. */
export async function burnByStranger(world: World): Promise<string> {
  const { cctp } = getConversions(world)
  const account = await pickAccount(world)
  if (!account) return 'nothing'
  cctp.burn(readTerms(account))
  return `${account.account} ${cctp.held(account.account)}`
}

/** A stranger announces the release of an account's money, or releases what was announced. */
export async function releaseByStranger(world: World): Promise<string> {
  const { cctp } = getConversions(world)
  const account = await pickAccount(world)
  if (!account) return 'nothing'
  cctp.release(readTerms(account))
  return account.account
}

/** A wallet releases the money of an account to itself, at once. */
export async function releaseByWallet(world: World): Promise<string> {
  const conversions = getConversions(world)
  const { cctp } = conversions
  const account = await pickAccount(world)
  const key = account && walletKeys[account.wallet]
  if (!account || !key) return 'nothing'
  const nonce = conversions.nonces.get(account.wallet) ?? 0
  conversions.nonces.set(account.wallet, nonce + 1)
  cctp.release(readTerms(account), { key, nonce })
  return account.account
}

/** The well-known keys of local test accounts, by address. */
const walletKeys: Readonly<Record<string, string>> = {
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266': '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc': '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc': '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906': '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
}

/** A stranger sends coins of their own to an account. */
export async function sendToAccount(world: World): Promise<string> {
  const account = await pickAccount(world)
  if (!account) return 'nothing'
  const rawAmount = BigInt(world.dice.one([1, 9_999, world.dice.between(10_000, 3_000_000)]))
  world.chains.polygon.send({ token: USDC, from: PAYER, to: account.account, rawAmount })
  return `${account.account} ${rawAmount}`
}

/** The final burns that were not delivered yet. */
function listUndelivered({ cctp }: Conversions): Exit[] {
  const minted = new Set(cctp.mints().map(({ nonce }) => nonce))
  return cctp.exits(true).filter((one) => one.kind === 'burned' && !minted.has(nonceOf(one)))
}

/** A stranger delivers a burn. */
export async function deliverByStranger(world: World): Promise<string> {
  const conversions = getConversions(world)
  const exit = world.dice.recent(listUndelivered(conversions))
  if (!exit) return 'nothing'
  sendDelivery(conversions, exit)
  return exit.hash
}

function sendDelivery({ cctp, attester }: Conversions, exit: Exit): void {
  cctp.deliver(attester.sign(exit))
}

export async function disturbAttester(world: World): Promise<string> {
  const { attester } = getConversions(world)
  attester.fault = world.dice.one(attesterFaults)
  return attester.fault
}

/** Circle asks for a fee, or for none: more than some terms allow, at times. It takes large burns, or small ones only. */
export async function changeFee(world: World): Promise<string> {
  const { cctp } = getConversions(world)
  // In ten-millionths: none, 1, 10, 40 and 200 basis points.
  cctp.fee = world.dice.one([0n, 0n, 1_000n, 10_000n, 40_000n, 200_000n])
  cctp.limit = world.dice.one([10n ** 12n, 10n ** 12n, 300_000n])
  return `${cctp.fee} ${cctp.limit}`
}

/** The account that pays for gas on the destination has none left, or has some again. */
export async function toggleGas(world: World): Promise<string> {
  const { ctx } = world.anyServer()
  const { cctp } = getConversions(world)
  const address = ctx.network('sandbox', 'ethereum')?.sending?.gas?.address.toLowerCase() ?? ''
  const { balances } = cctp.destination.node.pool
  if (balances.delete(address)) return 'some'
  balances.set(address, 0n)
  return 'none'
}

/** Days in which nobody does anything. */
export async function waitDays(world: World): Promise<string> {
  const days = world.dice.between(1, 4)
  world.time += days * DAY_MS
  return String(days)
}
