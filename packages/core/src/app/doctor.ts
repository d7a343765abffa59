/** All checks of a checkout in one: its database, its networks, their nodes and the keys that send transactions. */
import type { KeyFindings } from '../chains/inspect-sending.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { explainHeldWallet, listHeldWallets } from '../refunds/wallet-hold.ts'
import { listConversionProblems } from '../settlements/conversion/inspect.ts'
import { type UnknownSends, unknownSends } from '../transactions/external-transactions.ts'
import { listFormerKeys } from '../transactions/known-keys.ts'
import { findBlockedWallets } from '../workers/recipients.ts'
import type { CheckoutConfig } from './config.ts'
import { type Advice, inspectKeys, inspectNodes, listAdvice, type NodeFindings } from './diagnose.ts'
import type { NetworkState } from './network-states.ts'
import { keysThatAreWallets } from './stats.ts'

/** The progress of reading a network, from the database. */
export type NetworkProgress = ReturnType<typeof describeProgress>

export type Diagnosis = {
  /** True if no check failed. Warnings and advice do not count. */
  readonly ok: boolean
  readonly database:
    | { readonly ok: true; readonly merchants: number }
    | { readonly ok: false; readonly problem: string }
  readonly networks: readonly NetworkProgress[]
  readonly nodes: readonly NodeFindings[]
  readonly keys: readonly KeyFindings[]
  /** Wallets of open payments that cannot receive what these ask for, wallets on hold, and what stops conversions. */
  readonly wallets: readonly WrongKey[]
  readonly advice: readonly Advice[]
}

type Examined = { readonly context: Context; readonly networks: () => Promise<NetworkState[]> }

/** Asks the database and every node. A database that cannot be used is a finding: the rest is examined all the same. */
export async function examineCheckout(checkout: Examined, config: CheckoutConfig): Promise<Diagnosis> {
  return combineFindings(await readDatabase(() => readKnown(checkout)), config)
}

/** A problem of an address that the database knows: a key on hold or a merchant's wallet, a wallet that cannot receive or is on hold. */
type WrongKey = Pick<UnknownSends, 'where' | 'address' | 'text'>

type Known = {
  readonly merchants: number
  readonly networks: readonly NetworkProgress[]
  readonly wrong: readonly WrongKey[]
  /** Keys that the database has used, and that are not configured any more. */
  readonly former: readonly Pick<KeyFindings, 'where' | 'address'>[]
  readonly wallets: readonly WrongKey[]
  /** The reason for which the database cannot be used; null if it can. */
  readonly problem: string | null
}

/** Adds what the nodes say to what the database knows. */
export async function combineFindings(known: Known, config: CheckoutConfig): Promise<Diagnosis> {
  const { merchants, networks, wrong, former, wallets, problem } = known
  const [nodes, inspected] = await Promise.all([inspectNodes(config), inspectKeys(config)])
  const keys = [...inspected, ...former.map(describeFormer)].map((key) => addWrong(key, wrong))
  const hasFailed = [...nodes, ...keys].some(({ findings }) => findings.some(({ ok }) => !ok))
  return {
    ok: problem === null && !hasFailed && wallets.length === 0 && networks.every(({ lostCoins }) => lostCoins === null),
    database: problem === null ? { ok: true, merchants } : { ok: false, problem },
    networks,
    nodes,
    keys,
    wallets,
    advice: listAdvice(config),
  }
}

/** A damaged, incompatible or unreachable database is a finding. Whatever else is thrown goes on. */
export async function readDatabase(read: () => Promise<Omit<Known, 'problem'>>): Promise<Known> {
  try {
    return { ...(await read()), problem: null }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!(error instanceof Error) || !DATABASE_CODES.test(code)) throw error
    return { merchants: 0, networks: [], wrong: [], former: [], wallets: [], problem: error.message }
  }
}

/** Reads the database's knowledge of a checkout. */
export async function readKnown({ context, networks }: Examined): Promise<Omit<Known, 'problem'>> {
  return {
    merchants: (await context.db.selectFrom('merchants').select('id').execute()).length,
    networks: (await networks()).map(describeProgress),
    // Nodes that do not answer are reported separately.
    wrong: [...(await unknownSends(context)), ...(await keysThatAreWallets(context))],
    former: await listAllFormerKeys(context),
    wallets: [
      ...(await findBlockedWallets(context)),
      ...(await findHeldWallets(context)),
      ...(await listConversionProblems(context)),
    ],
  }
}

async function findHeldWallets(ctx: Context): Promise<Known['wallets']> {
  return (await listHeldWallets(ctx)).map((held) => {
    const where = `${held.environment} ${held.network}`
    return { where, address: held.address, text: explainHeldWallet(held) }
  })
}

async function listAllFormerKeys(ctx: Context): Promise<Known['former']> {
  const found = ctx.networks.map(async (network) =>
    (await listFormerKeys(ctx, network)).map(({ signer: { address } }) => ({ where: nameNetwork(network), address })),
  )
  return (await Promise.all(found)).flat()
}

function nameNetwork({ environment, name }: Network): string {
  return `${environment} ${name}`
}

function describeFormer(key: Known['former'][number]): KeyFindings {
  const text = 'is no longer configured; what it has sent is still compared with the database'
  return { ...key, findings: [{ ok: true, text }] }
}

/** An unusable database, SQLite errors, and failed connections to PostgreSQL. */
const DATABASE_CODES = /^(database_not_usable|ERR_SQLITE_ERROR|ECONN\w+|ENOTFOUND|ETIMEDOUT)$/

function addWrong(key: KeyFindings, wrong: readonly WrongKey[]): KeyFindings {
  const own = wrong.filter(({ where, address }) => where === key.where && address === key.address)
  return { ...key, findings: [...key.findings, ...own.map(({ text }) => ({ ok: false, text }))] }
}

/** The network's state from the database. The nodes' state is queried again. */
function describeProgress({ environment, network, chain, read, readTime, final, lag, lostCoins }: NetworkState) {
  return { where: `${environment} ${network}`, chain, read, readTime, final, missed: lag.missed, lostCoins }
}
