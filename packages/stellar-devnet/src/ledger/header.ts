import { createHash } from 'node:crypto'
import { xdr } from '@stellar/stellar-sdk'
import type { Ledger, LedgerTransaction } from './history.ts'
import { BASE_FEE, BASE_RESERVE, MAX_OPERATIONS_PER_LEDGER, PROTOCOL_VERSION, TOTAL_COINS } from './network.ts'

const NOTHING = Buffer.alloc(32)

/** A ledger before its hash is known */
export type Unhashed = Omit<Ledger, 'hash'>

/** The header as XDR. Its SHA-256 is the ledger's hash. */
export function buildHeader(ledger: Unhashed): xdr.LedgerHeader {
  return new xdr.LedgerHeader({
    ledgerVersion: PROTOCOL_VERSION,
    previousLedgerHash: ledger.previous,
    scpValue: new xdr.StellarValue({
      txSetHash: sha256(transactionSet(ledger).toXdr()),
      closeTime: ledger.closeTime,
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueBasic(),
    }),
    txSetResultHash: sha256(new xdr.TransactionResultSet({ results: ledger.transactions.map(resultPair) }).toXdr()),
    bucketListHash: ledger.stateHash,
    ledgerSeq: ledger.sequence,
    totalCoins: TOTAL_COINS,
    feePool: ledger.fees,
    inflationSeq: 0,
    idPool: ledger.lastOffer,
    baseFee: Number(BASE_FEE),
    baseReserve: Number(BASE_RESERVE),
    maxTxSetSize: MAX_OPERATIONS_PER_LEDGER,
    skipList: [NOTHING, NOTHING, NOTHING, NOTHING],
    ext: xdr.LedgerHeaderExt.v0(),
  })
}

/** The ledger with the hash of its header */
export function hashLedger(ledger: Unhashed): Ledger {
  return { ...ledger, hash: sha256(buildHeader(ledger).toXdr()).toString('hex') }
}

/** Represents the state after a ledger: the previous hash, and all changes of its transactions */
export function hashState(previous: string, metas: readonly string[]): string {
  const hash = createHash('sha256').update(previous, 'hex')
  for (const meta of metas) hash.update(meta, 'base64')
  return metas.length === 0 ? previous : hash.digest('hex')
}

export function buildHeaderEntry(ledger: Ledger): xdr.LedgerHeaderHistoryEntry {
  const ext = xdr.LedgerHeaderHistoryEntryExt.v0()
  return new xdr.LedgerHeaderHistoryEntry({ hash: ledger.hash, header: buildHeader(ledger), ext })
}

/** A complete ledger, as validators publish it */
export function buildCloseMeta(ledger: Ledger): xdr.LedgerCloseMeta {
  return xdr.LedgerCloseMeta.v2(
    new xdr.LedgerCloseMetaV2({
      ext: xdr.LedgerCloseMetaExt.v0(),
      ledgerHeader: buildHeaderEntry(ledger),
      txSet: transactionSet(ledger),
      txProcessing: ledger.transactions.map(
        (transaction) =>
          new xdr.TransactionResultMetaV1({
            ext: xdr.ExtensionPoint.v0(),
            result: resultPair(transaction),
            feeProcessing: [],
            txApplyProcessing: xdr.TransactionMeta.fromXdr(transaction.meta, 'base64'),
            postTxApplyFeeProcessing: [],
          }),
      ),
      upgradesProcessing: [],
      scpInfo: [],
      totalByteSizeOfLiveSorobanState: 0n,
      evictedKeys: [],
    }),
  )
}

function transactionSet({ previous, transactions }: Unhashed): xdr.GeneralizedTransactionSet {
  const txs = transactions.map(({ submission }) => xdr.TransactionEnvelope.fromXdr(submission.envelope, 'base64'))
  const fee = new xdr.TxSetComponentTxsMaybeDiscountedFee({ baseFee: BASE_FEE, txs })
  const classic = txs.length > 0 ? [xdr.TxSetComponent.txsetCompTxsMaybeDiscountedFee(fee)] : []
  const contracts = new xdr.ParallelTxsComponent({ baseFee: BASE_FEE, executionStages: [] })
  return xdr.GeneralizedTransactionSet.v1TxSet(
    new xdr.TransactionSetV1({
      previousLedgerHash: previous,
      phases: [xdr.TransactionPhase.v0Components(classic), xdr.TransactionPhase.parallelTxsComponent(contracts)],
    }),
  )
}

function resultPair({ submission, result }: LedgerTransaction): xdr.TransactionResultPair {
  return new xdr.TransactionResultPair({ transactionHash: submission.hash, result })
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
