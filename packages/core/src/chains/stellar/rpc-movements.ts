import { NodeError } from '../node-error.ts'
import { openEvent, readEvent } from './event.ts'
import { type Fields, parseIsoTime, parseList, parseText, parseToid, parseTransactionHash } from './fields.ts'
import { getAssetByContract, type KnownAsset } from './identifiers.ts'
import { decodeToid, type Movement } from './node.ts'

type EventPlace = Pick<Movement, 'txHash' | 'logIndex' | 'blockNumber' | 'blockTime'>

/** Reads the movements of the assets in a node's events. An event that cannot be read is left out, and counted. */
export class MovementReader {
  readonly #assets: readonly KnownAsset[]
  #malformed = 0

  constructor(assets: readonly KnownAsset[]) {
    this.#assets = assets
  }

  malformedEvents(): number {
    return this.#malformed
  }

  /** `events`: as `getEvents` returns them. */
  readEvents(events: readonly Fields[]): Movement[] {
    return events.map((event) => this.#toMovement(event)).filter((one) => one !== null)
  }

  /** `events`: all of one transaction, as XDR. */
  readXdr(events: readonly string[], transaction: Omit<EventPlace, 'logIndex'>): Movement[] {
    const movements = events.map((xdr, logIndex) =>
      this.#readable(() => {
        const event = openEvent(xdr, (contract) => getAssetByContract(this.#assets, contract) !== null)
        const asset = event && getAssetByContract(this.#assets, event.contract)
        return asset && readMovement(asset, event.topics, event.value, { ...transaction, logIndex })
      }),
    )
    return movements.filter((one) => one !== null)
  }

  #toMovement(event: Fields): Movement | null {
    const asset = getAssetByContract(this.#assets, parseText(event.contractId))
    if (!asset || event.inSuccessfulContractCall === false) return null
    return this.#readable(() => {
      const { ledger, index } = decodeEventId(event.id)
      const place = { logIndex: index, blockNumber: ledger, blockTime: parseIsoTime(event.ledgerClosedAt) }
      const topics = parseList(event.topic, 'topics').map(parseText)
      return readMovement(asset, topics, parseText(event.value), {
        ...place,
        txHash: parseTransactionHash(event.txHash),
      })
    })
  }

  /** Also null for anything that cannot be read. */
  #readable(read: () => Movement | null): Movement | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof NodeError)) throw error
      this.#malformed += 1
      return null
    }
  }
}

/** Null when nothing moved. Throws when the event cannot be read. */
function readMovement(asset: KnownAsset, topics: readonly string[], value: string, place: EventPlace): Movement | null {
  const moved = readEvent(topics, value)
  if (!moved || moved.amount <= 0n) return null
  return {
    ...place,
    token: asset.contract.toLowerCase(),
    from: (moved.from ?? asset.issuer).toLowerCase(),
    to: moved.to.toLowerCase(),
    rawAmount: moved.amount,
    memo: moved.memo,
  }
}

/** An event's id is its operation's id and a number. A cursor has the same form. */
export function decodeEventId(id: unknown) {
  return decodeToid(parseToid(parseText(id).split('-')[0]))
}
