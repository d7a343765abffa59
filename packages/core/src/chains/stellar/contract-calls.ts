/** Contract calls, and the account that pays for them, by Stellar RPC. Horizon knows nothing of this. */

import { toRecord } from '@crypto-checkout/api-types'
import type { xdr } from '@stellar/stellar-sdk/base'
import { NodeError } from '../node-error.ts'
import { createMalformedError, type Fields, parseLedgerNumber, parseList, parseText } from './fields.ts'
import { type CallEvent, type ContractCalls, chooseFee, type Simulated, type StellarRpc } from './node.ts'
import { decodeXdr, loadSdk } from './sdk.ts'

export function createContractCalls(rpc: StellarRpc): ContractCalls {
  return {
    async simulate(envelope) {
      const answer = toRecord(await rpc('simulateTransaction', { transaction: envelope, authMode: 'enforce' }))
      if (typeof answer.error === 'string') return { error: answer.error }
      if (answer.restorePreamble !== undefined) return { error: 'entries of the ledger are archived' }
      return parseSimulated(answer)
    },
    async feeAccount(address) {
      const { Keypair, xdr } = loadSdk()
      const accountId = Keypair.fromPublicKey(address).xdrAccountId()
      const key = xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId })).toXdr('base64')
      const { entries } = toRecord(await rpc('getLedgerEntries', { keys: [key] }))
      const [found] = parseList(entries ?? [], 'entries').map(toRecord)
      if (!found) return null
      const entry = decodeXdr(() => xdr.LedgerEntryData.fromXdr(parseText(found.xdr), 'base64'))
      if (entry?.type !== 'account') throw createMalformedError('no account')
      return { sequence: entry.value.seqNum, available: computeAvailable(entry.value) }
    },
    callFee: async () => chooseFee(toRecord(await rpc('getFeeStats', {})).sorobanInclusionFee),
  }
}

/** Stroops that an account must keep for each of its entries. */
const BASE_RESERVE = 5_000_000n

function computeAvailable({ balance, numSubEntries, ext }: xdr.AccountEntry): bigint {
  const selling = ext.type === 'v1' ? ext.v1.liabilities.selling : 0n
  const more = ext.type === 'v1' && ext.v1.ext.type === 'v2' ? ext.v1.ext.v2 : { numSponsoring: 0, numSponsored: 0 }
  const entries = 2 + numSubEntries + more.numSponsoring - more.numSponsored
  return balance - selling - BigInt(entries) * BASE_RESERVE
}

function parseSimulated(answer: Fields): Simulated {
  const { xdr } = loadSdk()
  const data = decodeXdr(() => xdr.SorobanTransactionData.fromXdr(parseText(answer.transactionData), 'base64'))
  if (!data || data.resourceFee < 0n) throw createMalformedError('no resources of a call')
  const events = parseList(answer.events ?? [], 'events').flatMap((one) => parseEvent(parseText(one)))
  return { newest: parseLedgerNumber(answer.latestLedger), data, events }
}

/** Only what a successful call has emitted; nodes may add events for diagnosis. */
function parseEvent(base64: string): CallEvent[] {
  const { StrKey, xdr } = loadSdk()
  const found = decodeXdr(() => xdr.DiagnosticEvent.fromXdr(base64, 'base64'))
  if (!found) throw new NodeError('malformed', 'the node sent an event that cannot be read')
  const { event } = found
  if (!found.inSuccessfulContractCall || event.type !== xdr.ContractEventType.contract || !event.contractId) return []
  const { topics, data } = event.body.value
  const contract = StrKey.encodeContract(event.contractId.toBytes())
  return [{ contract, topics: topics.map((topic) => topic.toXdr('base64')), value: data.toXdr('base64') }]
}
