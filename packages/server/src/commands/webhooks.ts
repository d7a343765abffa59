/** Commands of events, and of where they are sent. */
import { eventTypes } from '@crypto-checkout/api-types'
import { defineCommand, json } from '../command-line/command.ts'
import { byDefault, choice, choices, flag, number, required, text } from '../command-line/option.ts'
import { environment, eventPatterns, merchant } from './shared.ts'

const PAGE = 100
const limit = byDefault(number('N', { least: 1, most: PAGE }, 'How many to list.'), 20)

export const webhookCommands = {
  events: defineCommand({
    summary: 'List the newest events, oldest first.',
    details: 'With --json each event is an object on a line of its own.',
    options: {
      type: choice('TYPE', eventTypes, 'Only events of this type.'),
      after: number('SEQUENCE', { least: 0 }, 'Only events after this number, without gaps.'),
      limit,
      follow: flag('Go on, and print new events as they come.'),
      merchant,
      environment,
      json,
    },
    examples: [
      { does: 'Show what happened last', line: 'events' },
      { does: 'Watch payments complete', line: 'events --follow --type payment.completed' },
    ],
  }),
  'webhooks create': defineCommand({
    summary: 'Add a URL that gets events. Its secret is shown only once.',
    details: 'A running server sends to it from now on. In production the URL must be https.',
    words: { url: required(text('URL', 'Where events are posted to.')) },
    options: {
      events: choices('A,B', eventPatterns, 'Types and patterns such as payment.*. Default: *, all but bookings.'),
      description: text('TEXT', 'What it is, for yourself.'),
      merchant,
      environment,
      json,
    },
    examples: [
      {
        does: 'Tell a shop what is paid and what expires',
        line: 'webhooks create https://shop.example.com/hook --events payment.completed,payment.expired --environment production',
      },
    ],
  }),
  'webhooks list': defineCommand({
    summary: 'List the URLs that get events, newest first.',
    options: { merchant, environment, json },
  }),
  'webhooks rotate-secret': defineCommand({
    summary: 'Make a new secret for the webhookUrl of payments. It is shown only once.',
    details: 'For 24 hours the old secret signs too.',
    options: { merchant, environment, json },
  }),
  'deliveries list': defineCommand({
    summary: 'List the deliveries to a webhook, or about a payment, newest first.',
    options: {
      webhook: text('ID', 'The webhook. Give it, or --payment.'),
      payment: text('ID', 'The payment. Give it, or --webhook.'),
      state: choice('STATE', ['pending', 'delivered', 'failed'], 'Only deliveries in this state.'),
      limit,
      merchant,
      environment,
      json,
    },
    examples: [{ does: 'Show what a webhook did not take', line: 'deliveries list --webhook whk_... --state failed' }],
  }),
  'deliveries resend': defineCommand({
    summary: 'Send a delivery again. The running server does it at once.',
    words: { id: required(text('ID', 'The delivery, del_...')) },
    options: { merchant, environment, json },
  }),
}
