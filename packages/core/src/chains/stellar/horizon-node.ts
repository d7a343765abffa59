import { toRecord } from '@crypto-checkout/api-types'
import type { BlockRef, ObservedTransfer, Recipients } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import {
  createBehindError,
  createMalformedError,
  type Fields,
  parseChangeLedger,
  parseIsoTime,
  parseLedgerNumber,
  parseList,
  parseStroops,
  parseText,
} from './fields.ts'
import { type Horizon, parseRecords } from './horizon.ts'
import { createHorizonClaimables } from './horizon-claimables.ts'
import { parseMovements, RECORDS_A_PAGE, walkPayments } from './horizon-payments.ts'
import { createHorizonPathFinder } from './horizon-ways.ts'
import { getAssetByContract, type KnownAsset } from './identifiers.ts'
import {
  type Account,
  chooseFee,
  type LedgerRange,
  MAX_READ_LEDGERS,
  MEMO_REQUIRED,
  type Movement,
  mayPay,
  type Page,
  type StellarNode,
  type Submission,
  toBlockRef,
  toTransfers,
} from './node.ts'

/** Up to this many wallets, each is asked for separately. Beyond it, all payments of the network are cheaper. */
const MAX_NAMED = 8
const HASH = /^[0-9a-f]{64}$/

/** Reads payments over Horizon, each with its transaction, which has the memo. */
export function createHorizonNode(horizon: Horizon, assets: readonly KnownAsset[]): StellarNode {
  let malformedRecords = 0

  function readable(record: Fields): Movement[] {
    try {
      return parseMovements(record, assets).filter((one) => one.rawAmount > 0n)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      malformedRecords += 1
      return []
    }
  }

  async function read({ from, to }: LedgerRange, recipients: Recipients): Promise<Page> {
    const head = await readNewest(horizon)
    const last = to ?? head.number
    if (head.number < last) throw createBehindError(head.number)
    if (to === null && last - from >= MAX_READ_LEDGERS) return { newest: head, reached: null, transfers: [] }
    if (last < from) return { newest: head, reached: head, transfers: [] }
    const named = await recipients.all()
    const wallets = named && named.length <= MAX_NAMED ? named : null
    const { records, until } = await walkPayments(horizon, wallets, { from, last })
    const byId = new Map(records.map((record) => [parseText(record.id), record]))
    const movements = [...byId.values()].flatMap(readable)
    const wanted = wallets ? new Set(wallets) : await recipients.intersect(movements.map((one) => one.to))
    const within = movements.filter(({ to: wallet, blockNumber }) => wanted.has(wallet) && blockNumber <= until)
    return {
      newest: head,
      reached: await reachedBy(horizon, head, until),
      transfers: toTransfers(within),
    }
  }

  async function transaction(hash: string, ledger: number): Promise<ObservedTransfer[] | null> {
    const page = await horizon(`/transactions/${hash}/payments?limit=${RECORDS_A_PAGE}&join=transactions`)
    const records = page ? parseRecords(page) : []
    if (records.length > 0) return toTransfers(records.flatMap(readable))
    const { number } = await readNewest(horizon)
    if (number < ledger) throw createBehindError(number)
    return (await readOldest(horizon)) > ledger ? null : []
  }

  async function account(address: string, token: string | null): Promise<Account | null> {
    const record = await horizon(`/accounts/${address}`)
    return record && toAccount(record, address, token === null ? null : getAssetByContract(assets, token))
  }

  return {
    newest: () => readNewest(horizon),
    oldest: () => readOldest(horizon),
    ledger: (number) => readLedger(horizon, number),
    read,
    transaction,
    account,
    fee: async () => chooseFee((await horizon('/fee_stats'))?.fee_charged),
    submit: async (envelope) => toSubmission(await horizon('/transactions', { tx: envelope })),
    claimables: createHorizonClaimables(horizon, assets),
    findPaymentPaths: createHorizonPathFinder(horizon, assets),
    calls: null,
    malformedLogs: () => malformedRecords,
  }
}

async function readNewest(horizon: Horizon): Promise<BlockRef> {
  const [record] = parseRecords(await horizon('/ledgers?order=desc&limit=1'))
  if (!record) throw createMalformedError('no newest ledger')
  return toRef(record)
}

async function readOldest(horizon: Horizon): Promise<number> {
  return parseLedgerNumber((await horizon('/'))?.history_elder_ledger)
}

async function readLedger(horizon: Horizon, number: number): Promise<BlockRef | null> {
  const record = await horizon(`/ledgers/${number}`)
  return record && toRef(record)
}

async function reachedBy(horizon: Horizon, head: BlockRef, until: number): Promise<BlockRef> {
  if (until === head.number) return head
  const found = await readLedger(horizon, until)
  if (found) return found
  throw new NodeError('behind', `the node does not have ledger ${until}`)
}

/** The operations' codes are more precise than the transaction's. */
function toSubmission(answer: Fields | null): Submission {
  if (answer && HASH.test(parseText(answer.hash))) return { refusedAs: null }
  const { transaction, operations } = toRecord(toRecord(answer?.extras).result_codes)
  const failed = Array.isArray(operations) ? operations.find((code) => code !== 'op_success') : undefined
  const code = parseText(failed ?? transaction)
  if (code !== '') return { refusedAs: code }
  throw createMalformedError('no result of a transaction')
}

function toRef(record: Fields): BlockRef {
  return toBlockRef(parseLedgerNumber(record.sequence), parseIsoTime(record.closed_at))
}

function readSequence(value: unknown): bigint {
  if (/^\d{1,19}$/.test(parseText(value))) return BigInt(parseText(value))
  throw createMalformedError('no sequence number')
}

/** Amounts promised to offers are not available. */
function toAccount(record: Fields, address: string, asset: KnownAsset | null): Account {
  // The balance in XLM has neither a code nor an issuer.
  const line = parseList(record.balances, 'balances')
    .map(toRecord)
    .find(({ asset_code: code, asset_issuer: issuer }) => asset && code === asset.code && issuer === asset.issuer)
  const sequence = readSequence(record.sequence)
  const wantsMemo = toRecord(record.data ?? {})[MEMO_REQUIRED.name] === MEMO_REQUIRED.value.toString('base64')
  const changedIn = parseChangeLedger(record.last_modified_ledger)
  const ownKeyPays = ownKeyPaysIn(record, address)
  if (!line) return { sequence, changedIn, holding: null, wantsMemo, ownKeyPays }
  const balance = parseStroops(line.balance)
  const buying = parseStroops(line.buying_liabilities ?? '0')
  return {
    sequence,
    changedIn,
    wantsMemo,
    ownKeyPays,
    holding: {
      balance,
      limit: parseStroops(line.limit) - buying,
      // Absent from old answers, when every trustline was authorised.
      authorized: line.is_authorized !== false,
      spendable: balance - parseStroops(line.selling_liabilities ?? '0'),
    },
  }
}

/** Horizon lists an account's own key among its signers. */
function ownKeyPaysIn(record: Fields, address: string): boolean {
  const signers = parseList(record.signers ?? [], 'signers').map(toRecord)
  const weight = Number(signers.find(({ key }) => key === address)?.weight ?? 0)
  return mayPay(weight, Number(toRecord(record.thresholds ?? {}).med_threshold ?? Number.NaN))
}
