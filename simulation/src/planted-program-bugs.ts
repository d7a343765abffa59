import type { PlantedBug } from './planted-bug.ts'

/** Bugs in what programs pay by x402. They are looked for in worlds with programs. */
export const plantedProgramBugs: readonly PlantedBug[] = [
  {
    name: 'what a stranger has sent counts as used before it is final',
    file: 'relays/evm/store.ts',
    find: "state === 'failed' && isFinal",
    replace: "state === 'failed'",
    within: 10_000,
    seenBy: ['I20'],
    ofPrograms: true,
  },
  {
    name: 'a transfer that a reorganisation took away still explains its signature',
    file: 'relays/evm/store.ts',
    find: ".where('tx_hash', 'in', hashes)\n    .where('state', '!=', 'orphaned')",
    replace: ".where('tx_hash', 'in', hashes)",
    within: 10_000,
    seenBy: ['I20'],
    ofPrograms: true,
  },
  {
    name: 'the amount decides about a transfer that a signature explains',
    file: 'payments/matching/match-payments.ts',
    find: 'if (found) return payments.get',
    replace: 'if (found && payee) return payments.get',
    within: 10_000,
    seenBy: ['I20'],
    ofPrograms: true,
  },
  {
    name: 'nobody looks for signatures that have failed',
    file: 'relays/evm/store.ts',
    find: 'return [...pending, ...unnamed, ...named]',
    replace: 'return pending.filter(() => unnamed.length + named.length >= 0)',
    within: 10_000,
    seenBy: ['I20', 'I4'],
    ofPrograms: true,
  },
  {
    name: 'one signature counts for two payments',
    file: 'relays/evm/accept.ts',
    find: 'const id = computeAuthorizationId(relay, terms)',
    replace: "const id = [computeAuthorizationId(relay, terms), row.id].join(' ')",
    within: 10_000,
    seenBy: ['I20'],
    ofPrograms: true,
  },
  {
    name: 'any signature of the account explains a transfer of its amount',
    file: 'chains/evm/authorizations.ts',
    find: 'used === nonce',
    replace: 'used !== undefined',
    within: 10_000,
    seenBy: ['I2', 'I20'],
    ofPrograms: true,
  },
]
