import { toRecord } from '@crypto-checkout/api-types'
import { Signature } from 'ethers/crypto'
import { Transaction } from 'ethers/transaction'
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import type { SentTransaction, SentWithin } from '../transactor.ts'
import { decodeQuantity, decodeWei, encodeQuantity } from './decode.ts'
import type { EvmEndpoint, EvmEndpoints } from './endpoints.ts'

/**
 * Finds the transactions that an account sent with some nonces; those that no node can find are left out. No RPC method
 * answers this. A node with old states tells in which block the account's transaction count passes a nonce. Any node
 * tells which transactions moved the account's coins or called the factory. Every candidate is checked: the account's
 * signature and the nonce are recovered from the transaction itself.
 */
export async function findSent(
  endpoints: EvmEndpoints,
  { address, nonces, within }: { address: string; nonces: readonly number[]; within: SentWithin },
): Promise<SentTransaction[]> {
  const found = new Map<number, SentTransaction>()
  const note = (sent: readonly SentTransaction[]) => {
    for (const one of sent) if (nonces.includes(one.nonce)) found.set(one.nonce, one)
  }
  for (const answer of await endpoints.all((endpoint) => byState(endpoint, address, nonces, within.to))) note(answer)
  if (found.size < nonces.length) {
    for (const answer of await endpoints.all((endpoint) => byLogs(endpoint, address, within))) note(answer)
  }
  return [...found.values()].sort((a, b) => a.nonce - b.nonce)
}

/** Empty when the node no longer has the states. */
async function byState(
  { rpc }: EvmEndpoint,
  address: string,
  nonces: readonly number[],
  last: number,
): Promise<SentTransaction[]> {
  const found: SentTransaction[] = []
  for (const nonce of nonces) {
    const number = await unlessRefused(() => blockOfNonce(rpc, address, nonce, last))
    if (number === null) continue
    const block = toRecord(await rpc('eth_getBlockByNumber', [encodeQuantity(number), true]))
    const all = Array.isArray(block.transactions) ? block.transactions : []
    const sent = all.map((one) => decodeSent(one, address)).find((one) => one?.nonce === nonce)
    if (sent) found.push(sent)
  }
  return found
}

/** The block after which the account has sent more than `nonce` transactions; null if not by the last block. */
async function blockOfNonce(rpc: Rpc, address: string, nonce: number, last: number): Promise<number | null> {
  const hasSent = async (block: number) =>
    decodeQuantity(await rpc('eth_getTransactionCount', [address, encodeQuantity(block)])) > nonce
  if (!(await hasSent(last))) return null
  let after = last
  let before = -1
  // Backwards in growing steps: many nodes keep only the newest states.
  for (let step = 1; before < after - step; step *= 2) {
    if (await hasSent(after - step)) after -= step
    else before = after - step
  }
  while (after - before > 1) {
    const middle = Math.floor((after + before) / 2)
    if (await hasSent(middle)) after = middle
    else before = middle
  }
  return after
}

async function byLogs(
  { rpc, node }: EvmEndpoint,
  address: string,
  { from, to, hashes }: SentWithin,
): Promise<SentTransaction[]> {
  const named = new Set([...hashes, ...(await node.sentInRange(from, to, address))])
  const found: SentTransaction[] = []
  for (const hash of named) {
    const sent = decodeSent(await rpc('eth_getTransactionByHash', [hash]), address)
    if (sent) found.push(sent)
  }
  return found
}

async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NodeError && (error.kind === 'refused' || error.kind === 'pruned')) return null
    throw error
  }
}

/** Decodes a mined transaction; null if this account has not signed it, or it cannot be checked. */
function decodeSent(answer: unknown, address: string): SentTransaction | null {
  const { blockNumber, from } = toRecord(answer)
  // Recovering a sender takes long, and a block has hundreds of transactions.
  if (typeof from !== 'string' || from.toLowerCase() !== address.toLowerCase()) return null
  const transaction = blockNumber === null || blockNumber === undefined ? null : toSigned(toRecord(answer))
  if (transaction?.hash !== toRecord(answer).hash || !transaction?.hash) return null
  if (transaction.from?.toLowerCase() !== address.toLowerCase()) return null
  return {
    hash: transaction.hash,
    nonce: transaction.nonce,
    to: transaction.to?.toLowerCase() ?? '',
    data: transaction.data.toLowerCase(),
    blockNumber: decodeQuantity(blockNumber),
  }
}

/** The hash and the sender follow from the content, so a node cannot make a transaction up. */
function toSigned(given: Record<string, unknown>): Transaction | null {
  try {
    const type = decodeQuantity(given.type ?? '0x0')
    const dynamic = {
      maxFeePerGas: decodeWei(given.maxFeePerGas ?? '0x0'),
      maxPriorityFeePerGas: decodeWei(given.maxPriorityFeePerGas ?? '0x0'),
    }
    return Transaction.from({
      ...(type >= 2 ? { type, ...dynamic } : { type, gasPrice: decodeWei(given.gasPrice) }),
      ...(type >= 1 ? { accessList: given.accessList as [] } : {}),
      ...(given.chainId === undefined ? {} : { chainId: decodeWei(given.chainId) }),
      nonce: decodeQuantity(given.nonce),
      to: given.to as string | null,
      value: decodeWei(given.value),
      data: String(given.input),
      gasLimit: decodeWei(given.gas),
      signature: Signature.from({
        r: wordFrom(given.r),
        s: wordFrom(given.s),
        v: Number(decodeWei(given.v ?? given.yParity)),
      }),
    })
  } catch {
    return null
  }
}

function wordFrom(quantity: unknown): string {
  return `0x${decodeWei(quantity).toString(16).padStart(64, '0')}`
}
