import { StrKey, type xdr } from '@stellar/stellar-sdk'
import { encodeToid, type LedgerEvent } from './history.ts'

type Position = { readonly ledger: number; readonly order: number }

/** A transaction's events with their ids: its fee event precedes all transactions, the others follow by operation. */
export function placeEvents(
  fee: xdr.ContractEvent,
  operations: readonly (readonly xdr.ContractEvent[])[],
  { ledger, order }: Position,
): LedgerEvent[] {
  return [
    placeEvent(fee, { toid: encodeToid(ledger), number: order - 1, operation: 0 }),
    ...operations.flatMap((events, operation) =>
      events.map((event, number) =>
        placeEvent(event, { toid: encodeToid(ledger, order, operation), number, operation }),
      ),
    ),
  ]
}

function placeEvent(event: xdr.ContractEvent, at: { toid: bigint; number: number; operation: number }): LedgerEvent {
  const { topics, data } = event.body.value
  if (!event.contractId) throw new Error('Each event here is of a contract.')
  return {
    id: formatEventId(at.toid, at.number),
    contract: StrKey.encodeContract(event.contractId.toXdr()),
    topics: topics.map((topic) => topic.toXdr('base64')),
    value: data.toXdr('base64'),
    operation: at.operation,
  }
}

/** The RPC's id of an event's position. The text order of ids is the order in the ledger. */
export function formatEventId(place: bigint, number: number): string {
  return `${String(place).padStart(19, '0')}-${String(number).padStart(10, '0')}`
}
