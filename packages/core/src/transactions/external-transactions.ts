import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { ReceiptTransfer, SentTransaction, Signer, Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { type KnownKey, listKeys } from './known-keys.ts'
import { findFirstBlock, findFromNonce, findHashesSince, findKey, hasPayments } from './sending-key-store.ts'
import { type Account, findAttempts, findHighestNonce, findSigned, type SendRow } from './store.ts'

/** Transactions of a key on the chain that the database does not explain. */
export type Unexplained = {
  /** Lowest first, up to a bound. */
  readonly nonces: readonly number[]
  readonly count: number
  /** One above the highest known nonce of the key. */
  readonly top: number
}

/** The number of transactions searched at a time. */
const SOUGHT_AT_ONCE = 50
/**
 * A key configured for a new shop may have been used elsewhere before. A payment older than this means that the shop is
 * not new.
 */
const NEW_SHOP_MS = 60_000
/** The number of blocks back in which transactions are searched if nothing indicates the key's first use. */
const DEFAULT_DEPTH = 10_000

/**
 * Compares the number of a key's transactions with those that the database knows. `sent`: the chain's count, requested
 * before this call, because another process may sign meanwhile. Null if everything is explained.
 */
export async function findUnexplained(
  ctx: Pick<Context, 'db' | 'now'>,
  account: Account,
  sent: number,
  missing: ReadonlySet<number> = new Set(),
): Promise<Unexplained | null> {
  const key = await findKey(ctx.db, account)
  const highest = await findHighestNonce(ctx.db, account)
  const isNew = !key && highest === null
  if (isNew && !(await hasPayments(ctx.db, account.network, ctx.now() - NEW_SHOP_MS))) return null
  const from = key?.accounted ?? 0
  const top = Math.max(sent, highest === null ? 0 : highest + 1)
  const rows = top > from ? await findFromNonce(ctx.db, account, from) : []
  const known = new Set(
    rows.flatMap((row) => (isExplained(row) ? (row.nonce ?? []) : [])).filter((one) => !missing.has(one)),
  )
  const count = Math.max(0, top - from) - known.size
  if (count <= 0) return null
  const nonces: number[] = []
  for (let nonce = from; nonces.length < Math.min(count, SOUGHT_AT_ONCE); nonce++) {
    if (!known.has(nonce)) nonces.push(nonce)
  }
  return { nonces, count, top }
}

function isExplained({ state, missing_since }: Pick<SendRow, 'state' | 'missing_since'>): boolean {
  return state === 'succeeded' || state === 'reverted' || (state === 'signed' && missing_since === null)
}

/** Finds the block from which to search for transactions of a key that the database does not know. */
export async function findSearchStart(ctx: Pick<Context, 'db'>, account: Account, finalNumber: number) {
  const key = await findKey(ctx.db, account)
  const known =
    key?.checked_block ?? (await findFirstBlock(ctx.db, account)) ?? Math.max(0, finalNumber - DEFAULT_DEPTH)
  const from = Math.min(known, finalNumber)
  return { from, to: finalNumber, hashes: await findHashesSince(ctx.db, account.network, from) }
}

type Parts = { readonly network: Network; readonly transactor: Transactor; readonly signer: Pick<Signer, 'address'> }

/** The calls of a key that cannot pay anything twice. */
export function listHarmlessCalls({ network, transactor, signer }: Parts) {
  const { factory, deployment } = transactor.sweeping
  return {
    key: signer.address.toLowerCase(),
    sweeps: [factory.toLowerCase(), deployment.to.toLowerCase()],
    tokens: [...network.tokens, ...network.bridged].map(({ address }) => address.toLowerCase()),
  }
}

/** Text for the operator: a key is on hold, why, and what to do. `count` 0: its transactions are not mined yet. */
export function explainHold({ signer: { address }, isFormer }: KnownKey, count: number): string {
  const has = `the chain has ${count} ${count === 1 ? 'transaction' : 'transactions'} of it that this database does not know`
  const why = 'because an older backup was put back or another program uses the key'
  const held = isFormer
    ? 'is no longer configured, and refunds that it may have paid are on hold'
    : 'is on hold and sends nothing'
  const next = isFormer ? 'refunds' : 'it'
  return `key ${address} ${held}: ${has}, ${why}. See what they did with "sends held", then let ${next} go on with "sends release ${address} --yes"`
}

export function explainReplaced({ address }: Pick<Signer, 'address'>, { nonce }: Pick<SendRow, 'nonce'>): string {
  return `nonce ${nonce} of ${address} was used by another transaction: a key belongs to one checkout only`
}

/** Transactions of a key that the chain has and this database does not explain. */
export type UnknownSends = {
  readonly where: string
  readonly address: string
  readonly transactions: number
  /** Text for the operator: the consequences, and what to do. */
  readonly text: string
}

/**
 * Keys with transactions on the chain, as of the newest block, that the database does not know. Unlike a pass of the
 * server, this writes nothing. It also finds transactions with a known nonce and an unknown hash. Keys whose nodes do
 * not answer are left out.
 */
export async function unknownSends(ctx: Pick<Context, 'db' | 'networks' | 'now'>): Promise<UnknownSends[]> {
  const found = (await listAllKeys(ctx)).map(async ({ network, ...key }): Promise<UnknownSends[]> => {
    const unexplained = await compareKey(ctx, network, key.signer).catch(unlessNode)
    if (!unexplained) return []
    const { count } = unexplained
    const where = `${network.environment} ${network.name}`
    return [{ where, address: key.signer.address, transactions: count, text: explainHold(key, count) }]
  })
  return (await Promise.all(found)).flat()
}

/** The keys of all networks, former ones too. */
async function listAllKeys(ctx: Pick<Context, 'db' | 'networks'>) {
  const found = ctx.networks.map(async (network) => (await listKeys(ctx, network)).map((key) => ({ network, ...key })))
  return (await Promise.all(found)).flat()
}

/** Tells whether a key of any network has this address, or had it. */
export async function isKnownKey(ctx: Pick<Context, 'db' | 'networks'>, address: string): Promise<boolean> {
  const keys = await listAllKeys(ctx)
  return keys.some(({ signer }) => signer.address.toLowerCase() === address.toLowerCase())
}

function unlessNode(error: unknown): null {
  if (error instanceof NodeError) return null
  throw error
}

async function compareKey(
  ctx: Pick<Context, 'db' | 'now'>,
  network: Network,
  signer: Pick<Signer, 'address'>,
): Promise<Unexplained | null> {
  const { transactor } = network.chain
  if (!transactor) return null
  const latest = await transactor.nonce(signer.address, 'latest')
  const sent = Math.max(latest, await transactor.nonce(signer.address, 'pending'))
  const account = { network, signer }
  const missing = new Set<number>()
  for (const row of await findSigned(ctx.db, account, { from: 0, below: latest, limit: SOUGHT_AT_ONCE })) {
    const attempts = await findAttempts(ctx.db, row.id)
    const receipts = await Promise.all(attempts.map(({ hash }) => transactor.receipt(hash)))
    if (row.nonce !== null && receipts.every((receipt) => receipt === null)) missing.add(row.nonce)
  }
  return findUnexplained(ctx, account, sent, missing)
}

/** A key on hold, with its unexplained transactions. */
export type HeldKey = {
  readonly network: Network
  readonly address: string
  /** It is in no configuration any more. */
  readonly isFormer: boolean
  readonly count: number
  /** The transactions that were found, by nonce; `moved`: the transfer from the key's account. */
  readonly transactions: readonly (SentTransaction & { readonly moved: ReceiptTransfer | null })[]
}

/** The keys that are on hold. Throws NodeError. */
export async function findHeldKeys(ctx: Pick<Context, 'db' | 'networks' | 'now'>): Promise<HeldKey[]> {
  const keys = (await listAllKeys(ctx)).map(async ({ network, signer, isFormer }): Promise<HeldKey[]> => {
    const unexplained = await compareKey(ctx, network, signer)
    const { transactor } = network.chain
    if (!unexplained || !transactor) return []
    // The database may not have read the chain for a long time.
    const within = await findSearchStart(ctx, { network, signer }, await transactor.newest())
    const sent = await transactor.sent(signer.address, unexplained.nonces, within)
    const transactions = await Promise.all(sent.map((one) => withMoved(transactor, one, signer.address)))
    return [{ network, address: signer.address, isFormer, count: unexplained.count, transactions }]
  })
  return (await Promise.all(keys)).flat()
}

async function withMoved(
  transactor: Transactor,
  sent: SentTransaction,
  address: string,
): Promise<HeldKey['transactions'][number]> {
  const receipt = await transactor.receipt(sent.hash)
  const transfers = receipt ? transactor.transfersIn(receipt) : []
  return { ...sent, moved: transfers.find(({ from }) => from === address.toLowerCase()) ?? null }
}

/**
 * The chain's count of a key's transactions less those that this database explains: below 0 while some of these are not
 * mined. Null before the first one.
 */
export async function computeNonceGap(ctx: Pick<Context, 'db'>, network: Network, signer: Signer, sent: number) {
  const account = { network, signer }
  const highest = await findHighestNonce(ctx.db, account)
  if (highest === null) return null
  const { accounted = 0 } = (await findKey(ctx.db, account)) ?? {}
  return sent - Math.max(highest + 1, accounted)
}
