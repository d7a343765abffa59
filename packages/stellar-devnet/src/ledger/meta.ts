import { type Memo, xdr } from '@stellar/stellar-sdk'
import type { Applied } from './apply.ts'
import { encodeChanges } from './entry-xdr.ts'
import { buildEvent, buildFeeEvent } from './events.ts'
import type { Change } from './state.ts'

const { ExtensionPoint, TransactionEvent, TransactionEventStage, TransactionMeta } = xdr

/** The changes of a transaction, and the events of each of its operations */
export type Meta = {
  readonly meta: xdr.TransactionMeta
  readonly feeEvent: xdr.ContractEvent
  readonly events: readonly xdr.ContractEvent[][]
}

export function buildMeta({ submission, fee, steps, sequenceChanges }: Applied): Meta {
  const memo: Memo = submission.inner.memo
  const events = steps.map(({ movements }) => movements.map((movement) => buildEvent(movement, memo)))
  const feeEvent = buildFeeEvent(submission.feeSource, fee)
  const meta = TransactionMeta.v4(
    new xdr.TransactionMetaV4({
      ext: ExtensionPoint.v0(),
      txChangesBefore: encodeChanges(sequenceChanges),
      operations: steps.map(
        ({ changes }, index) =>
          new xdr.OperationMetaV2({
            ext: ExtensionPoint.v0(),
            changes: encodeChanges(changes),
            events: events[index] ?? [],
          }),
      ),
      txChangesAfter: [],
      sorobanMeta: steps.length > 0 && submission.soroban ? buildSorobanMeta() : null,
      events: [
        new TransactionEvent({ stage: TransactionEventStage.transactionEventStageBeforeAllTxs, event: feeEvent }),
      ],
      diagnosticEvents: [],
    }),
  )
  return { meta, feeEvent, events }
}

/** All functions that exist here return nothing. */
function buildSorobanMeta(): xdr.SorobanTransactionMetaV2 {
  return new xdr.SorobanTransactionMetaV2({
    ext: xdr.SorobanTransactionMetaExt.v0(),
    returnValue: xdr.ScVal.scvVoid(),
  })
}

/** XDR's LedgerEntryChanges, which the SDK does not name: a count and the changes */
export function encodeChangesBase64(changes: readonly Change[]): string {
  const parts = encodeChanges(changes).map((change) => change.toXdr())
  const count = Buffer.alloc(4)
  count.writeUInt32BE(parts.length)
  return Buffer.concat([count, ...parts]).toString('base64')
}
