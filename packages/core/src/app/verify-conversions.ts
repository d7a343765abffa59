/** Conversions against the chains: what left accounts of the converter, and what of it arrived. */
import { readMessage } from '@crypto-checkout/contracts'
import { getTokenAt, type Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Receipt } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { type AccountRow, findAccounts } from '../deposits/account-store.ts'
import { toLedgerAmount } from '../domain/money.ts'
import { describeEntry, isOfConversion, listLive, type Mismatch, toSeconds } from '../entries/compare.ts'
import { formatEntryId } from '../entries/list.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { findOfTransactions } from '../entries/verify-store.ts'
import { findCursor } from '../networks/store.ts'
import { type ExitParts, findExitsIn } from '../settlements/conversion/verify-store.ts'
import type { Db } from '../storage/database.ts'
import { countUnknown, type Found, type LedgerNode, type Page, toDifference } from './verify-found.ts'
import { askEach } from './verify-nodes.ts'

/** Amounts that a transaction moved for accounts of the converter, summed for each side. Addresses are in lower case. */
type Movement = {
  readonly kind: 'converted' | 'released'
  readonly side: 'left' | 'came'
  readonly account: string
  readonly counterparty: string
  readonly token: string
  /** In millionths. */
  readonly amount: bigint
}

type Way = Omit<Movement, 'amount'>

const toKey = ({ kind, side, account, counterparty, token }: Way) => [kind, side, account, counterparty, token].join()

/** The entries of conversions in a transaction on a chain, and what the database says of it. */
type Converted = {
  readonly entries: readonly EntryRow[]
  readonly exits: readonly ExitParts[]
  readonly accounts: ReadonlyMap<string, AccountRow>
}

/**
 * Compares the entries of conversions with the outcomes of their transactions. The parts of all settlements, with what no
 * settlement has booked yet, add up to what moved. Returns the entries about which the node could tell.
 */
export async function compareConversions(
  ctx: Pick<Context, 'readSnapshot'>,
  node: LedgerNode,
  transactions: readonly { readonly hash: string; readonly entries: readonly EntryRow[] }[],
  found: Found,
): Promise<EntryRow[]> {
  const own = transactions
    .map(({ hash, entries }) => ({ hash, entries: listLive(entries).filter(isOfConversion) }))
    .filter(({ entries }) => entries.length > 0)
  const answered: EntryRow[] = []
  if (own.length === 0) return answered
  const cursor = await ctx.readSnapshot((db) => findCursor(db, node.network))
  await askEach(own, async ({ hash, entries }) => {
    const receipt = await readMined(node, hash, cursor?.final_number ?? 0)
    if (typeof receipt === 'string') return countUnknown(node, entries.length, receipt)
    answered.push(...entries)
    if (receipt?.succeeded) {
      const converted = await ctx.readSnapshot((db) => readConverted(db, receipt, node.network))
      return compareMined(node, receipt, converted, found)
    }
    const chain = receipt ? 'the transaction was reverted' : 'it has no final transaction'
    for (const entry of entries) found.add(toDifference({ entry, ledger: describeEntry(entry), chain }, node.url))
  })
  return answered
}

/** The entries of conversions on a page that are not in their own settlement, and nowhere else. */
export function comparePlaces({ rows, places }: Pick<Page, 'rows' | 'places'>): Mismatch[] {
  return rows.filter(isOfConversion).flatMap((entry) => {
    const [first, ...more] = places.get(formatEntryId(entry.sequence, entry.ordinal)) ?? []
    if (first === entry.settlement_id && first !== null && more.length === 0) return []
    const named = first === undefined ? [] : [first, ...more].map((place) => place ?? 'the waiting entries')
    const chain = named.length === 0 ? 'no settlement has it' : `it is in ${named.join(' and in ')}`
    return [{ entry, ledger: `${describeEntry(entry)} for ${entry.settlement_id ?? 'no settlement'}`, chain }]
  })
}

/** Null if the transaction is in no final block; in words if the node cannot tell. */
async function readMined({ network }: LedgerNode, hash: string, finalNumber: number): Promise<Receipt | string | null> {
  const { transactor } = network.chain
  if (!transactor || !network.cctp) return NO_CCTP
  try {
    return await transactor.finalReceipt(hash, finalNumber)
  } catch (error) {
    if (error instanceof NodeError) return error.message
    throw error
  }
}

export const NO_CCTP = "the network is no longer configured with Circle's contracts"

/**
 * The rows of a transaction in the database, all from one snapshot: a settlement that is completed meanwhile has both its entries
 * and its parts, or neither. `accounts`: those of the converter, by chain and address.
 */
export async function readConverted(db: Db, receipt: Receipt, network: Network): Promise<Converted> {
  const { hash } = receipt
  const entries = listLive(await findOfTransactions(db, [hash])).filter(isOfConversion)
  const accounts = await findAccounts(
    db,
    listAddresses(network, receipt).map((account) => ({ chain: network.chain.id, account })),
  )
  const own = entries.filter(({ chain }) => chain === network.chain.id)
  return { entries: own, exits: await findExitsIn(db, [hash]), accounts }
}

/** The accounts of the converter, ours or not, of which a transaction tells. */
function listAddresses({ chain, cctp }: Network, { logs }: Receipt): string[] {
  if (!chain.transactor || !cctp) return []
  const { listOutcomes, listDeliveries } = chain.transactor.converting
  return [...listOutcomes(logs, cctp), ...listDeliveries(logs, cctp)].map(({ account }) => account)
}

/** Adds the differences between what a transaction moved and its entries. */
export function compareMined(node: LedgerNode, receipt: Receipt, converted: Converted, found: Found): void {
  const { entries, exits } = converted
  const { network } = node
  for (const entry of entries) {
    const wrong = findInconsistent(entry, receipt, network)
    if (wrong !== null) found.add(toDifference({ entry, ledger: describeEntry(entry), chain: wrong }, node.url))
  }
  const moved = addUp(listMovements(node, receipt, converted, found))
  const unbooked = addUp(exits.flatMap((exit) => listUnbooked(network, receipt.hash, exit, converted.accounts)))
  const booked = Map.groupBy(entries, (entry) => toKey(toWay(entry)))
  for (const key of new Set([...moved.keys(), ...booked.keys()])) {
    const own = booked.get(key) ?? []
    const way = own[0] ? toWay(own[0]) : (moved.get(key) as Movement)
    const sum = own.reduce((total, { amount }) => total + (way.side === 'left' ? -(amount ?? 0n) : (amount ?? 0n)), 0n)
    const shown = moved.get(key)?.amount ?? 0n
    const waiting = unbooked.get(key)?.amount ?? 0n
    if (sum + waiting === shown) {
      node.ledger.conversions += own.length
      if (waiting > 0n) found.addUnknown('not_of_a_completed_settlement')
    } else addDifference(node, receipt, { way, own, sum, shown, waiting }, found)
  }
}

type Difference = {
  readonly way: Way
  readonly own: readonly EntryRow[]
  readonly sum: bigint
  readonly shown: bigint
  readonly waiting: bigint
}

function addDifference(
  { address, url }: LedgerNode,
  { hash }: Receipt,
  { way, own, sum, shown, waiting }: Difference,
  found: Found,
): void {
  const [entry] = own
  const others = waiting === 0n ? '' : `, and ${waiting} millionths are of no completed settlement`
  const ledger =
    own.length === 0 ? 'no entry' : `${own.length} entries ${way.kind} add up to ${sum} millionths${others}`
  const verb = way.side === 'left' ? 'left' : 'reached'
  const chain =
    shown === 0n
      ? `nothing ${way.kind === 'converted' ? 'burned or minted' : 'released'} ${verb} ${way.account} for ${way.counterparty}`
      : `${shown} millionths ${verb} ${way.account} (${way.kind}, ${way.counterparty})`
  const about = { network: address.network, account: way.account, transaction: hash }
  found.add(entry ? toDifference({ entry, ledger, chain }, url) : { entry: null, ...about, url, ledger, chain })
}

/** Says in words how an entry contradicts itself or the time of its block; null if it does not. */
function findInconsistent(entry: EntryRow, receipt: Receipt, network: Network): string | null {
  const { amount, raw_amount, arrived, coin_fee, chain_time, token } = entry
  const decimals = getTokenAt(network, token ?? '')?.decimals ?? 6
  if (amount === null || raw_amount === null) return 'its amount is known'
  const magnitude = raw_amount < 0n ? -raw_amount : raw_amount
  const [shown, told] = [toLedgerAmount(magnitude, decimals), amount < 0n ? -amount : amount]
  if (shown !== told || raw_amount < 0n !== amount < 0n) return 'the two amounts of the entry differ'
  const isSplit = arrived === null || coin_fee === null ? amount > 0n : amount === -(arrived + coin_fee)
  if (!isSplit) return 'what left is what arrived and the fee'
  if (chain_time === null || toSeconds(chain_time) !== toSeconds(receipt.blockTime))
    return `the block is of ${new Date(receipt.blockTime).toISOString()}`
  return null
}

function toWay({ kind, account, counterparty, token, amount }: EntryRow): Way {
  return {
    kind: kind === 'released' ? 'released' : 'converted',
    side: (amount ?? 0n) < 0n ? 'left' : 'came',
    account,
    counterparty: counterparty ?? '',
    token: token ?? '',
  }
}

function addUp(movements: readonly Movement[]): Map<string, Movement> {
  const sums = new Map<string, Movement>()
  for (const one of movements) {
    const amount = (sums.get(toKey(one))?.amount ?? 0n) + one.amount
    sums.set(toKey(one), { ...one, amount })
  }
  return sums
}

/** What a transaction moved for our accounts. What is not booked yet is counted and left out. */
function listMovements(node: LedgerNode, receipt: Receipt, converted: Converted, found: Found): Movement[] {
  const { chain, cctp } = node.network
  if (!chain.transactor || !cctp) return []
  const { converting, transfersIn } = chain.transactor
  const transfers = transfersIn(receipt)
  const toAmount = createScale(node.network)
  const left = converting.listOutcomes(receipt.logs, cctp).flatMap((outcome): Movement[] => {
    const own = converted.accounts.get(`${chain.id} ${outcome.account}`)
    if (!own || outcome.kind === 'announced' || ('token' in outcome && outcome.token !== own.token)) return []
    const isKnown = converted.exits.some(({ log_index }) => log_index === outcome.logIndex)
    if (!isKnown && receipt.blockNumber > own.read_once) {
      // Accounts are read while a settlement's money is there. This was somebody else's.
      found.addUnknown('left_account_unread')
      return []
    }
    const { account, token } = own
    const amount = toAmount(outcome.rawAmount, token)
    if (outcome.kind === 'burned') {
      const counterparty = readMessage(outcome.message).mintRecipient.toLowerCase()
      return [{ kind: 'converted', side: 'left', account, counterparty, token, amount }]
    }
    const wallet = transfers.find((one) => one.from === account && one.token === token)?.to ?? ''
    const way = { kind: 'released', token, amount } as const
    return [
      { ...way, side: 'left', account, counterparty: wallet },
      { ...way, side: 'came', account: wallet, counterparty: account },
    ]
  })
  return [...left, ...listArrivals(node, receipt, converted, found)]
}

function createScale(network: Network): (raw: bigint, token: string) => bigint {
  return (raw, token) => toLedgerAmount(raw, getTokenAt(network, token)?.decimals ?? 6)
}

/** What a transaction minted of money that our accounts burned. */
function listArrivals(node: LedgerNode, receipt: Receipt, { accounts, exits }: Converted, found: Found): Movement[] {
  const { chain, cctp } = node.network
  if (!chain.transactor || !cctp) return []
  const toAmount = createScale(node.network)
  const deliveries = chain.transactor.converting.listDeliveries(receipt.logs, cctp)
  return deliveries.flatMap(({ account, nonce, recipient, token, rawAmount, rawFee }): Movement[] => {
    if (![...accounts.values()].some((one) => one.account === account && one.to_chain === chain.id)) return []
    const exit = exits.find((one) => one.nonce === nonce)
    if (!exit) {
      found.addUnknown('arrival_not_booked_yet')
      return []
    }
    const amount = toAmount(rawAmount, token)
    const burned = amount + toAmount(rawFee, token)
    if (burned !== exit.left_amount) {
      const [ledger, shown] = [`${exit.left_amount} millionths were burned`, `the minted message is of ${burned}`]
      const about = { entry: null, network: node.address.network, url: node.url, transaction: receipt.hash }
      found.add({ ...about, account: recipient, ledger, chain: shown })
    }
    return [{ kind: 'converted', side: 'came', account: recipient, counterparty: account, token, amount }]
  })
}

/** The parts of an exit that are of no completed settlement, on the side of a chain. */
function listUnbooked(
  { chain }: Network,
  hash: string,
  exit: ExitParts,
  accounts: ReadonlyMap<string, AccountRow>,
): Movement[] {
  const own = [...accounts.values()].find((one) => one.account === exit.account && one.chain === exit.chain)
  if (!own) return []
  const { account, token, wallet, recipient, to_token } = own
  const isReleased = exit.state === 'released'
  const kind = isReleased ? 'released' : 'converted'
  const left: Movement[] =
    exit.chain === chain.id && exit.tx_hash === hash
      ? [
          {
            kind,
            side: 'left',
            account,
            counterparty: isReleased ? wallet : recipient,
            token,
            amount: exit.unbookedLeft,
          },
        ]
      : []
  const isHere = exit.arrived_hash === hash && (isReleased ? exit.chain : own.to_chain) === chain.id
  const target = isReleased ? { account: wallet, token } : { account: recipient, token: to_token }
  const came: Movement[] = isHere
    ? [{ kind, side: 'came', ...target, counterparty: account, amount: exit.unbookedArrived }]
    : []
  return [...left, ...came]
}
