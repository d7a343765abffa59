/** Commands of the people who sign in to the dashboard. */
import { roles } from '@crypto-checkout/api-types'
import { defineCommand, json } from '../command-line/command.ts'
import { choice, required, text } from '../command-line/option.ts'
import { merchant } from './shared.ts'

const email = required(text('EMAIL', 'The address with which the user signs in.'))

export const userCommands = {
  'users list': defineCommand({
    summary: 'List all users with their merchants and roles.',
    options: { json },
  }),
  'users invite': defineCommand({
    summary: 'Print a link that makes a user.',
    details:
      'It works once: for seven days, or for 15 minutes if it is for no address. The first user of a merchant is an owner. After that ' +
      '--role is required.',
    options: {
      email: text('ADDRESS', 'The address of the invited person. Default: that person chooses one.'),
      role: choice('ROLE', roles, 'What the user may do.'),
      merchant,
      json,
    },
    examples: [
      { does: 'Invite somebody for support', line: 'users invite --email ann@shop.example.com --role support' },
    ],
  }),
  'users reset': defineCommand({
    summary: 'End the sessions of a user, and print a link for new credentials.',
    details: 'The link works once, for an hour.',
    words: { email: required(text('EMAIL', 'The address with which the user signs in, or the id of the user.')) },
    options: { json },
  }),
  'users role': defineCommand({
    summary: 'Change the role of a user, at once.',
    details: 'A merchant keeps an owner.',
    words: { email, role: required(choice('ROLE', roles, 'The new role.')) },
    options: { merchant },
    examples: [{ does: 'Make somebody a manager', line: 'users role ann@shop.example.com manager' }],
  }),
  'users remove': defineCommand({
    summary: 'Take a merchant from a user, at once.',
    details: 'Keys that the user made end, and so do keys that those made.',
    words: { email },
    options: { merchant },
  }),
}
