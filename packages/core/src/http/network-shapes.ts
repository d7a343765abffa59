/** The shape of how networks are. */
import type { NetworkProblemCode, NetworkStatuses } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { method as methodShape } from './shapes.ts'

const problemCodes = [
  'not_read',
  'halted',
  'reading',
  'witnesses',
  'clock',
  'finality',
  'rereading',
  'coins',
  'sending',
  'lost_coins',
  'price_feeds',
] as const satisfies readonly NetworkProblemCode[]

const count = z.int().min(0)

/** `method`: the shape of a payment's method, whose fields it shares. */
export function createNetworkStatuses(method: typeof methodShape) {
  const { cryptocurrency, network, reason, recognition } = method.shape
  return z.strictObject({
    object: z.literal('network_statuses'),
    networks: z.array(
      z.strictObject({
        network,
        networkTitle: z.string().meta({ description: "The network's name for people" }),
        healthy: z.boolean().meta({ description: 'Whether it has no problems' }),
        problems: z.array(z.strictObject({ code: z.enum(problemCodes), message: z.string() })),
        lastBlock: z
          .strictObject({ number: count, time: z.string() })
          .nullable()
          .meta({ description: 'The last block that was read' }),
        finalBlock: count.nullable(),
        lag: z.strictObject({ seconds: count, blocks: count, missedBlocks: count }),
        nodes: z.strictObject({ configured: count, answering: count }),
        witnesses: z
          .strictObject({ required: count, seen: count })
          .meta({ description: 'How many nodes must show what is final, and how many do' }),
        recognition: recognition.unwrap(),
        coins: z.array(z.strictObject({ cryptocurrency, offered: z.boolean(), reason })),
        gasAccounts: z.array(
          z.strictObject({
            address: z.string(),
            balance: z.string().nullable().meta({ description: "In the chain's own coin" }),
            low: z.boolean(),
          }),
        ),
        priceFeeds: z.array(
          z.strictObject({
            pair: z.string(),
            price: z.string().nullable(),
            updatedAt: z.string().nullable(),
            stale: z.boolean().meta({ description: 'It is too old and prices nothing' }),
          }),
        ),
      }),
    ),
    livemode: z.boolean(),
  }) satisfies z.ZodType<NetworkStatuses>
}
