import type { PlantedBug } from './planted-bug.ts'

/** Bugs that pay twice after a backup was put back. */
export const restoreBugs: readonly PlantedBug[] = [
  {
    name: 'a key that is not configured any more is not compared with the chain',
    file: 'transactions/known-keys.ts',
    find: 'if (!network.chain.transactor) return []',
    replace: 'return []',
    within: 10_000,
    seenBy: ['I7'],
    ofRestores: true,
  },
  {
    name: 'a key that has sent nothing yet is not recorded',
    file: 'transactions/sending-key-store.ts',
    find: 'if (!sending?.refunds) continue',
    replace: 'continue',
    within: 10_000,
    seenBy: ['I7'],
    ofRestores: true,
  },
  {
    name: 'a refund is paid although another key may have paid it',
    file: 'transactions/refund-hold.ts',
    find: 'return held === null || held.some(',
    replace: 'return held === null && [].some(',
    within: 10_000,
    seenBy: ['I7'],
    ofRestores: true,
  },
  {
    name: 'a transaction of a key explains only what this key was to pay',
    file: 'app/work.ts',
    find: ', adopt: adoptRefund',
    replace: '',
    within: 10_000,
    seenBy: ['I14', 'I7'],
    ofRestores: true,
  },
  {
    name: 'a refund is paid although its wallet may have paid it before a restore',
    file: 'refunds/pay-out.ts',
    find: 'const isHeld = await mayHavePaid(tx, { chain: network.chain.id, wallet }, refund.payment_seq)',
    replace: 'const isHeld = false',
    within: 10_000,
    seenBy: ['I7'],
    ofRestores: true,
  },
  {
    name: 'what a released key has paid is not looked for',
    file: 'refunds/paid-before.ts',
    find: 'const call = { to_address: token, data: data.toLowerCase() }',
    replace: "const call = { to_address: token, data: '0x' }",
    within: 10_000,
    seenBy: ['I7'],
    ofRestores: true,
  },
]
