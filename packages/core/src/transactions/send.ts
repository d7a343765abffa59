import type { SendPurpose, SendState } from '../domain/send.ts'
import type { SendRow } from './store.ts'

/** A queued, pending or ended transaction. Addresses are in lower case, times in milliseconds. */
export type Send = {
  readonly id: number
  readonly environment: string
  readonly network: string
  /** CAIP-2. */
  readonly chain: string
  readonly signer: string
  readonly purpose: SendPurpose
  /** The id of the object that it serves, as in `set_...`. */
  readonly subject: string
  readonly to: string
  readonly data: string
  readonly state: SendState
  readonly nonce: number | null
  /** The hash of the mined transaction; until then, of the newest attempt. Null before the first. */
  readonly hash: string | null
  readonly createdAt: number
  readonly endedAt: number | null
}

export function sendFrom(row: SendRow, newestHash: string | null): Send {
  return {
    id: row.id,
    environment: row.environment,
    network: row.network,
    chain: row.chain,
    signer: row.signer,
    purpose: row.purpose as SendPurpose,
    subject: row.subject,
    to: row.to_address,
    data: row.data,
    state: row.state as SendState,
    nonce: row.nonce,
    hash: row.hash ?? newestHash,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}
