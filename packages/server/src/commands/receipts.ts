/** Commands of receipts and of the audit against the chain. */
import { defineCommand, json } from '../command-line/command.ts'
import { file, flag, required, text, texts } from '../command-line/option.ts'
import { environment } from './shared.ts'

export const receiptCommands = {
  verify: defineCommand({
    summary: 'Check what was paid and sent in a period against the chain.',
    details:
      'It checks every completed payment, refund, settlement and relay, and the ledger: its entries, the balances of deposit addresses, and that each final transfer has an entry. ' +
      'Each node is asked separately, and the differences are printed. The exit code is 1 if there are any, or if no node could check something.',
    options: {
      from: required(text('DATE', 'The first day or moment (ISO 8601).')),
      to: required(text('DATE', 'The last day or moment (ISO 8601).')),
      rpc: texts('NETWORK=URL', 'Another node to ask.'),
      horizon: texts('URL', 'Another Horizon to ask.'),
      environment,
      json,
    },
    examples: [
      { does: 'Check a month', line: 'verify --from 2026-11-01 --to 2026-11-30 --environment production' },
      {
        does: 'Ask a node that the server does not use',
        line: 'verify --from 2026-11-01 --to 2026-11-30 --rpc ethereum=https://rpc.example.com',
      },
    ],
  }),
  'verify-receipt': defineCommand({
    summary: 'Check a receipt with a key that you trust, and its money on the chain.',
    details:
      'It needs no database. What a receipt says of itself proves nothing, so name whom you trust: --issuer or --key.',
    words: {
      source: required({ ...file('The receipt: a file, a URL, or - for standard input.'), placeholder: 'FILE|URL|-' }),
    },
    options: {
      issuer: text('URL', 'The checkout whose keys you trust.'),
      key: file('A file with the public keys that you trust.'),
      rpc: text('URL', 'Look the money up by this node; on Stellar by Horizon or Stellar RPC.'),
      test: flag('Accept a receipt of the sandbox.'),
      json,
    },
    examples: [
      { does: 'Check a receipt of a shop', line: 'verify-receipt receipt.jwt --issuer https://pay.example.com' },
      {
        does: 'Check it without its issuer',
        line: 'verify-receipt receipt.jwt --key keys.json --rpc https://rpc.example.com',
      },
    ],
  }),
  'receipt-keys list': defineCommand({
    summary: 'List the public keys of receipts: the one that signs, then former ones.',
    options: { environment, json },
  }),
  'receipt-keys rotate': defineCommand({
    summary: 'Sign receipts with a new key from now on.',
    details: 'The private half of the former key is deleted. What it signed stays valid.',
    options: { environment, json },
  }),
}
