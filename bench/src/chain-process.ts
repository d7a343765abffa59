/** A chain in its own process, as on another machine. Each block contains all payments since the last one. */
import { RawNode, type RawTransfer } from './raw-node.ts'
import { serveNode } from './serve-node.ts'
import { NETWORK_MS } from './setup.ts'

/** On Polygon, a block is final after a few seconds. */
const FINAL_DEPTH = 4

/** From the parent: pay the payment with this id in the next block. */
export type Paid = RawTransfer & { readonly id: string }
/** To the parent: when a block first became visible, and which payments it pays. */
export type Mined = { readonly at: number; readonly ids: readonly string[] }

const node = new RawNode(Date.now() - NETWORK_MS, FINAL_DEPTH)
let waiting: Paid[] = []
setInterval(() => {
  const at = Date.now()
  node.mine(at, waiting)
  process.send?.({ at, ids: waiting.map(({ id }) => id) } satisfies Mined)
  waiting = []
}, NETWORK_MS)
process.on('message', (paid: Paid) => waiting.push(paid))
process.on('disconnect', () => process.exit(0))
process.send?.({ url: (await serveNode(node)).url })
