/** Commands of API keys. */
import { scopes } from '@crypto-checkout/api-types'
import { defineCommand, json } from '../command-line/command.ts'
import { choice, choices, flag, number, required, text } from '../command-line/option.ts'
import { environments, merchant } from './shared.ts'

const id = required(text('ID', 'The id of the pair, key_...'))
/** Thirty days. */
const MOST_SECONDS = 2_592_000

export const keyCommands = {
  'keys create': defineCommand({
    summary: 'Create a key pair. Its secret is shown only once.',
    details: 'A running server takes the new pair at once.',
    options: {
      // The command never guesses it.
      environment: required(choice('ENVIRONMENT', environments, 'Either sandbox or production.')),
      name: text('NAME', 'What you call the pair: 1 to 100 characters.'),
      scopes: choices('A,B', scopes, 'What it may do. Default: everything.'),
      wallets: choice(
        'WALLETS',
        ['any', 'settings'],
        'The wallets that it may have payments paid to: any, or only those of the settings. Default: any.',
      ),
      requireSignature: flag('Refuse requests that are not signed.'),
      merchant,
      json,
    },
    examples: [
      { does: 'Make keys of the sandbox for a shop', line: 'keys create --environment sandbox --name Shop' },
      {
        does: 'Make keys that may create payments and read events',
        line: 'keys create --environment production --scopes payments:write,events:read',
      },
      {
        does: 'Make keys for an assistant, which cannot send money elsewhere',
        line: 'keys create --environment sandbox --wallets settings --scopes payments:write',
      },
    ],
  }),
  'keys list': defineCommand({
    summary: 'List all key pairs, without their secrets.',
    options: { json },
  }),
  'keys rotate': defineCommand({
    summary: 'Make a new pair with the same rights. The old one works for a day more.',
    words: { id },
    options: {
      expireOldIn: number(
        'SECONDS',
        { least: 0, most: MOST_SECONDS },
        'How long the old pair still works. Default: 86400, a day.',
      ),
      json,
    },
    examples: [
      { does: 'Replace a pair, and end the old one in an hour', line: 'keys rotate key_... --expire-old-in 3600' },
    ],
  }),
  'keys revoke': defineCommand({
    summary: 'Revoke a key pair. A running server refuses it within a second.',
    words: { id },
  }),
}
