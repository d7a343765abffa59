import type { Finality } from '../../domain/catalog/networks.ts'
import { createRangeReader, describeShortRange } from '../block-ranges.ts'
import { describeReason, type Finding } from '../inspect-sending.ts'
import { NodeError } from '../node-error.ts'
import type { BlockRange } from '../refusals.ts'
import type { Rpc } from '../rpc.ts'
import { decodeBlock, encodeQuantity, encodeTopic, TRANSFER_TOPIC } from './decode.ts'

const TEN_MINUTES_MS = 600_000
/** Tokens move there rarely, so answers stay small. */
const NOBODY = '0x000000000000000000000000000000000000dead'

/**
 * Asks a node once for the logs of the blocks that are not final yet, which become final at once on some networks, and
 * once for those of ten minutes. A node that answers for fewer is asked in parts, so only no answer at all is wrong.
 */
export async function inspectRanges(rpc: Rpc, tokens: readonly string[], finality: Finality): Promise<Finding> {
  try {
    const wanted = await measureRanges(rpc, finality)
    if (!wanted) return { ok: true, text: 'has too few blocks to ask for many' }
    const { head, pending, tenMinutes } = wanted
    const filter = { address: tokens, topics: [TRANSFER_TOPIC, null, encodeTopic(NOBODY)] }
    const answered = async (blocks: number) => {
      const reader = createRangeReader({ first: blocks, findHead: async () => head })
      const { part } = await reader.readFirst({ from: head - blocks + 1, to: head }, (range) =>
        requestLogs(rpc, range, filter),
      )
      return part.to - part.from + 1
    }
    const [forPending, forTenMinutes] = [await answered(pending), await answered(tenMinutes)]
    const short = describeShortRange(forPending, pending)
    if (short !== null) return { ok: true, text: short }
    if (forTenMinutes < tenMinutes) {
      const text = `refuses logs of ${tenMinutes} blocks, ten minutes of them, and answers for ${forTenMinutes}: reading what was missed takes more requests`
      return { ok: true, text }
    }
    return { ok: true, text: `answers for the logs of ${tenMinutes} blocks at once` }
  } catch (error) {
    return { ok: false, text: `does not answer for logs (eth_getLogs): ${describeReason(error)}` }
  }
}

type Wanted = { readonly head: number; readonly pending: number; readonly tenMinutes: number }

/** Null if the chain has only begun. */
async function measureRanges(rpc: Rpc, finality: Finality): Promise<Wanted | null> {
  const readBlock = async (block: string) => decodeBlock(await rpc('eth_getBlockByNumber', [block, false]))
  const head = await readBlock('latest')
  const final =
    typeof finality === 'string'
      ? await readBlock(finality)
      : await readBlock(encodeQuantity(Math.max(0, (head?.number ?? 0) - finality.confirmations)))
  if (!head || !final || head.number <= final.number || head.time <= final.time) return null
  const pending = head.number - final.number
  const perMs = pending / (head.time - final.time)
  return { head: head.number, pending, tenMinutes: Math.min(head.number, Math.ceil(perMs * TEN_MINUTES_MS)) }
}

async function requestLogs(rpc: Rpc, { from, to }: BlockRange, filter: object): Promise<void> {
  const range = { fromBlock: encodeQuantity(from), toBlock: encodeQuantity(to) }
  const answer = await rpc('eth_getLogs', [{ ...range, ...filter }])
  if (!Array.isArray(answer)) throw new NodeError('malformed', 'the node sent no list of logs')
}
