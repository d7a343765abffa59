import { hash } from 'node:crypto'
import type { xdr } from '@stellar/stellar-sdk/base'
import { NodeError } from '../chains/node-error.ts'
import { FEE, TRANSFER } from '../chains/stellar/event.ts'
import type { Fields } from '../chains/stellar/fields.ts'
import type { Horizon } from '../chains/stellar/horizon.ts'
import { deriveContractId, type StellarAsset } from '../chains/stellar/identifiers.ts'
import type { StellarRpc } from '../chains/stellar/node.ts'
import { formatStroops } from '../chains/stellar/payment-uri.ts'
import { loadSdk } from '../chains/stellar/sdk.ts'
import {
  createScriptedAccount,
  encodeAssetName,
  encodeContractEvent,
  encodeEventValue,
  encodeTopic,
  isContract,
  type ScriptedEvent,
} from './scripted-event.ts'
import type { ScriptedNode } from './scripted-node.ts'

export type ScriptedPayment = {
  readonly asset: StellarAsset
  /** An account, or a contract (C...). A contract's call has no memo; the muxed id that it pays to takes its place. */
  readonly from: string
  readonly to: string
  /** The asset's own integer. */
  readonly stroops: bigint
  readonly memo: string | null
  /** Payments of one transaction share it. Default: a new one. */
  readonly txHash?: string
}

type Ledger = {
  readonly number: number
  readonly time: number
  readonly payments: readonly Required<ScriptedPayment>[]
}
type Placed = Required<ScriptedPayment> & { readonly toid: bigint; readonly ledger: Ledger }

const LIMIT = 10_000
const ALL = Number.MAX_SAFE_INTEGER

/** The fault of one of the two back ends. A new ledger's back ends have none. */
export type LedgerFault = {
  down: boolean
  /** The number of newest ledgers that it does not have yet. */
  lag: number
  /** The number of ledgers that it keeps. */
  retention: number
  /** Replaces a payment that it shows; null omits the payment. */
  shows: (payment: Required<ScriptedPayment>) => Required<ScriptedPayment> | null
  /** Tells whether lists and events include a payment. Its transaction's own record always does. */
  lists: (payment: Required<ScriptedPayment>) => boolean
}

function noFault(): LedgerFault {
  return { down: false, lag: 0, retention: ALL, shows: (payment) => payment, lists: () => true }
}

type Options = { readonly passphrase: string; readonly startTime: number; readonly assets: readonly StellarAsset[] }

/** A scripted Stellar network, written ledger by ledger by tests, behind Stellar RPC and Horizon. */
export class ScriptedLedger {
  readonly passphrase: string
  /** Every account trusts them. */
  readonly assets: readonly StellarAsset[]
  readonly rpcFault = noFault()
  readonly horizonFault = noFault()
  /** The weights of accounts' own keys, by account. Default: 1, which may pay. */
  readonly ownKeyWeights = new Map<string, number>()
  /** The limits of accounts' trustlines in stroops, by account. Default: the greatest. */
  readonly limits = new Map<string, bigint>()
  /** Answers requests of Stellar RPC before the ledger does, unless null. */
  calls: ((method: string, params: object) => object | null) | null = null
  /** Stands between a question to Stellar RPC and its answer. */
  distortion: ScriptedNode['distortion'] = null
  /** The requested methods and paths. */
  readonly requests: string[] = []
  readonly #ledgers: Ledger[]
  readonly #encoded = new Map<string, Event[]>()
  #transactions = 0

  constructor({ passphrase, startTime, assets }: Options) {
    this.passphrase = passphrase
    this.assets = assets
    this.#ledgers = [{ number: 1, time: Math.floor(startTime / 1_000) * 1_000, payments: [] }]
  }

  get newest(): Ledger {
    return this.#ledgers.at(-1) as Ledger
  }

  get ledgers(): readonly Ledger[] {
    return this.#ledgers
  }

  /** Closes a ledger with these payments. `time` in milliseconds. */
  close(time: number, payments: readonly ScriptedPayment[] = []): void {
    const complete = payments.map((one) => ({ ...one, txHash: one.txHash ?? this.newHash() }))
    const seconds = Math.max(Math.floor(time / 1_000), this.newest.time / 1_000)
    this.#ledgers.push({ number: this.newest.number + 1, time: seconds * 1_000, payments: complete })
  }

  newHash(): string {
    this.#transactions += 1
    return hash('sha256', `transaction ${this.#transactions}`)
  }

  readonly rpc: StellarRpc = async (method, params) => {
    const answer = () => this.#answer(method, params)
    return this.distortion ? this.distortion(method, [params], answer) : answer()
  }

  #answer(method: string, params: object): object {
    this.requests.push(method)
    const called = this.calls?.(method, params) ?? null
    if (called) return called
    const known = knownTo(this.#ledgers, this.rpcFault)
    if (method === 'getNetwork') return { passphrase: this.passphrase }
    if (method === 'getHealth') return { latestLedger: known.at(-1)?.number, oldestLedger: known[0]?.number }
    if (method === 'getEvents') return this.#events(known, params as EventRequest)
    if (method === 'getLedgerEntries') return entriesOf((params as { keys: string[] }).keys, this)
    if (method === 'getTransaction') return this.#transaction(known, (params as { hash: string }).hash)
    if (method === 'getLedgers') return this.#ledger(known, (params as { startLedger: number }).startLedger)
    throw new NodeError('refused', `the scripted node does not know ${method}`)
  }

  readonly horizon: Horizon = async (path) => {
    this.requests.push(path)
    const known = knownTo(this.#ledgers, this.horizonFault)
    const [pathname = '', query = ''] = path.split('?')
    if (pathname === '/') return { network_passphrase: this.passphrase, history_elder_ledger: known[0]?.number }
    if (pathname === '/claimable_balances') return pageOf([])
    if (pathname === '/ledgers') return pageOf([ledgerRecord(known.at(-1) as Ledger)])
    const [, wallet] = /^\/accounts\/(\w+)\/payments$/.exec(pathname) ?? []
    if (wallet || pathname === '/payments') return this.#payments(known, wallet ?? null, new URLSearchParams(query))
    const [, txHash] = /^\/transactions\/(\w+)\/payments$/.exec(pathname) ?? []
    if (txHash) return this.#paymentsOf(known, txHash)
    const [, account] = /^\/accounts\/(\w+)$/.exec(pathname) ?? []
    if (account) {
      const signers = [{ key: account, weight: this.ownKeyWeights.get(account) ?? 1, type: 'ed25519_public_key' }]
      const thresholds = { low_threshold: 0, med_threshold: 0, high_threshold: 0 }
      const balances = [...this.assets.map(balanceOf), { asset_type: 'native', balance: '10.0000000' }]
      return { sequence: '1', last_modified_ledger: 1, balances, signers, thresholds }
    }
    const ledger = known.find(({ number }) => pathname === `/ledgers/${number}`)
    return ledger ? ledgerRecord(ledger) : null
  }

  #events(known: readonly Ledger[], { startLedger, endLedger = ALL, pagination, filters }: EventRequest): object {
    const [oldest, newest] = [known[0] as Ledger, known.at(-1) as Ledger]
    const after = pagination.cursor ?? ''
    const from = startLedger ?? Number(BigInt(after.slice(0, 19)) >> 32n)
    if (from < oldest.number || from > newest.number) {
      const range = `${oldest.number} - ${newest.number}`
      throw new NodeError('refused', `getEvents: startLedger must be within the ledger range: ${range}`)
    }
    const { limit = LIMIT } = pagination
    const shown = placed(known, this.rpcFault).filter(
      (one) => one.ledger.number >= from && one.ledger.number < endLedger && this.rpcFault.lists(one),
    )
    const events = shown.flatMap((one) => this.#eventsOf(one)).filter((one) => matches(one, filters))
    const page = events.filter(({ id }) => id > after).slice(0, limit)
    const end = BigInt(Math.min(newest.number, endLedger - 1) + 1) << 32n
    return {
      events: page,
      cursor: page.length === limit ? page.at(-1)?.id : eventId(end - 1n, 9_999_999_999),
      latestLedger: newest.number,
      latestLedgerCloseTime: String(newest.time / 1_000),
      oldestLedger: oldest.number,
      oldestLedgerCloseTime: String(oldest.time / 1_000),
    }
  }

  /** Encoded once: each reading asks for all of them again. */
  #eventsOf(placed: Placed): Event[] {
    const { toid, asset, from, to, stroops, memo, txHash } = placed
    const key = [toid, asset.code, asset.issuer, from, to, stroops, memo, txHash].join(' ')
    const events = this.#encoded.get(key) ?? eventsOf(placed, this.passphrase)
    this.#encoded.set(key, events)
    return events
  }

  #ledger(known: readonly Ledger[], number: number): object {
    const found = known.find((one) => one.number === number)
    return { ledgers: found ? [{ sequence: number, ledgerCloseTime: String(found.time / 1_000) }] : [] }
  }

  #transaction(known: readonly Ledger[], hash: string): object {
    const range = { latestLedger: known.at(-1)?.number, oldestLedger: known[0]?.number }
    const own = placed(known, this.rpcFault).filter((one) => one.txHash === hash)
    const [first] = own
    if (!first) return { ...range, status: 'NOT_FOUND' }
    const { number, time } = first.ledger
    const events = own.map((one) => this.#eventsOf(one).slice(-1).map(encodeContractEvent))
    const found = { status: 'SUCCESS', ledger: number, createdAt: String(time / 1_000) }
    return { ...range, ...found, events: { contractEventsXdr: events } }
  }

  #paymentsOf(known: readonly Ledger[], hash: string): Fields | null {
    const own = placed(known, this.horizonFault).filter((one) => one.txHash === hash)
    return own.length > 0 ? pageOf(own.map(paymentRecord)) : null
  }

  #payments(known: readonly Ledger[], wallet: string | null, query: URLSearchParams): Fields {
    const cursor = BigInt(query.get('cursor') ?? 0)
    if (cursor >> 32n < BigInt(known[0]?.number ?? 0)) throw new NodeError('pruned', 'the node has no ledgers so old')
    const found = placed(known, this.horizonFault).filter(
      (one) => one.toid > cursor && (!wallet || one.to === wallet) && this.horizonFault.lists(one),
    )
    return pageOf(found.slice(0, Number(query.get('limit'))).map(paymentRecord))
  }
}

function knownTo(ledgers: readonly Ledger[], { down, lag, retention }: LedgerFault): readonly Ledger[] {
  if (down) throw new NodeError('unreachable', 'the node is down')
  return ledgers.slice(0, Math.max(1, ledgers.length - lag)).slice(-retention)
}

/** Each payment is an operation of its own; those of one transaction are consecutive. */
function placed(ledgers: readonly Ledger[], { shows }: LedgerFault): Placed[] {
  return ledgers.flatMap((ledger) =>
    ledger.payments.flatMap((payment, index) => {
      const shown = shows(payment)
      return shown ? [{ ...shown, ledger, toid: (BigInt(ledger.number) << 32n) | BigInt((index + 1) << 12) | 1n }] : []
    }),
  )
}

type Event = ScriptedEvent & { readonly id: string }
type EventRequest = {
  readonly startLedger?: number
  readonly endLedger?: number
  readonly pagination: { readonly cursor?: string; readonly limit?: number }
  readonly filters: readonly { readonly contractIds: readonly string[]; readonly topics: readonly string[][] }[]
}

function eventsOf({ toid, ledger, asset, from, to, stroops, memo, txHash }: Placed, passphrase: string): Event[] {
  const common = { txHash, ledgerClosedAt: new Date(ledger.time).toISOString(), inSuccessfulContractCall: true }
  const fee = {
    contractId: deriveContractId(null, passphrase),
    topic: [FEE, encodeTopic(isContract(from) ? createScriptedAccount(0) : from)],
    value: encodeEventValue(100n, from, null),
  }
  const moved = {
    contractId: deriveContractId(asset, passphrase),
    topic: [TRANSFER, encodeTopic(from), encodeTopic(to), encodeAssetName(asset)],
    value: encodeEventValue(stroops, from, memo),
  }
  return [
    { ...common, ...fee, id: eventId(BigInt(ledger.number) << 32n, Number(toid & 0xffff_ffffn)) },
    { ...common, ...moved, id: eventId(toid, 0) },
  ]
}

function eventId(toid: bigint, number: number): string {
  return `${String(toid).padStart(19, '0')}-${String(number).padStart(10, '0')}`
}

function matches({ contractId, topic }: Event, filters: EventRequest['filters']): boolean {
  const fits = (wanted: readonly string[]) =>
    wanted.length === topic.length && wanted.every((one, index) => one === '*' || one === topic[index])
  return filters.some(({ contractIds, topics }) => contractIds.includes(contractId) && topics.some(fits))
}

function pageOf(records: readonly object[]): Fields {
  return { _embedded: { records } }
}

function ledgerRecord({ number, time }: Ledger): Fields {
  return { sequence: number, closed_at: new Date(time).toISOString() }
}

function paymentRecord({ toid, ledger, asset, from, to, stroops, memo, txHash }: Placed): object {
  const place = { id: String(toid), paging_token: String(toid), created_at: new Date(ledger.time).toISOString() }
  const record = { ...place, transaction_successful: true, transaction_hash: txHash }
  const moved = { from, to, amount: formatStroops(stroops), asset_code: asset.code, asset_issuer: asset.issuer }
  if (isContract(from)) {
    const change = { type: 'transfer', ...moved, ...(memo === null ? {} : { destination_muxed_id: memo }) }
    const transaction = { memo_type: 'none' }
    return { ...record, type: 'invoke_host_function', asset_balance_changes: [change], transaction }
  }
  const transaction = memo === null ? { memo_type: 'none' } : { memo_type: 'text', memo }
  return { ...record, ...moved, type: 'payment', transaction }
}

function balanceOf({ code, issuer }: StellarAsset): object {
  return { asset_code: code, asset_issuer: issuer, balance: '0.0', limit: '900000000000.0', is_authorized: true }
}

type Accounts = Pick<ScriptedLedger, 'ownKeyWeights' | 'limits'>

/** Every account exists, trusts every asset, has no balance and no data. */
function entriesOf(keys: readonly string[], accounts: Accounts): object {
  const { xdr } = loadSdk()
  const entries = keys.flatMap((key) => {
    const wanted = xdr.LedgerKey.fromXdr(key, 'base64')
    const entry =
      wanted.type === 'account'
        ? accountEntry(wanted.value, accounts)
        : wanted.type === 'trustline'
          ? lineEntry(wanted.value, accounts)
          : null
    return entry ? [{ key, lastModifiedLedgerSeq: 1, xdr: entry.toXdr('base64') }] : []
  })
  return { entries }
}

function nameAccount(accountId: xdr.LedgerKeyAccount['accountId']): string {
  return loadSdk().StrKey.encodeEd25519PublicKey(Buffer.from(accountId.toXdr().slice(-32)))
}

function accountEntry({ accountId }: xdr.LedgerKeyAccount, { ownKeyWeights }: Accounts): xdr.LedgerEntryData {
  const { xdr } = loadSdk()
  return xdr.LedgerEntryData.account(
    new xdr.AccountEntry({
      accountId,
      balance: 0n,
      seqNum: 1n,
      numSubEntries: 0,
      inflationDest: null,
      flags: 0,
      homeDomain: '',
      thresholds: Uint8Array.of(ownKeyWeights.get(nameAccount(accountId)) ?? 1, 0, 0, 0),
      signers: [],
      ext: xdr.AccountEntryExt.v0(),
    }),
  )
}

function lineEntry({ accountId, asset }: xdr.LedgerKeyTrustLine, { limits }: Accounts): xdr.LedgerEntryData {
  const { xdr } = loadSdk()
  const [limit, flags] = [limits.get(nameAccount(accountId)) ?? 2n ** 63n - 1n, xdr.TrustLineFlags.authorizedFlag.value]
  const ext = xdr.TrustLineEntryExt.v0()
  return xdr.LedgerEntryData.trustline(new xdr.TrustLineEntry({ accountId, asset, balance: 0n, limit, flags, ext }))
}
