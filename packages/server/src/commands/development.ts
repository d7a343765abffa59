/** Commands for those who build a shop. */
import { type EventType, eventTypes, scopes } from '@crypto-checkout/api-types'
import { defineCommand, json } from '../command-line/command.ts'
import { UsageError } from '../command-line/errors.ts'
import { byDefault, choice, choices, file, flag, number, required, text } from '../command-line/option.ts'
import { environment, eventPatterns, merchant } from './shared.ts'

/** They need days, a key for refunds or a second merchant, so `trigger` cannot cause them. */
const untriggered = [
  'settlement.failed',
  'refund.failed',
  'delivery.failed',
  'wallet.refused',
  'wallet.shared',
  'wallet.given',
  'booking.created',
] as const satisfies readonly EventType[]
export type Trigger = Exclude<EventType, (typeof untriggered)[number]>

/** The events that `trigger` can cause. */
export const triggers = eventTypes.filter(isTrigger)

function isTrigger(type: EventType): type is Trigger {
  return !untriggered.some((other) => other === type)
}

const triggered = choice('EVENT', triggers, 'The type of the event.')

/** An event that exists was not misspelt: the answer is what can be caused. */
const event = required({
  ...triggered,
  read(texts: readonly string[], name: string) {
    const [type] = texts
    const isOther = untriggered.some((known) => known === type)
    if (isOther) throw new UsageError(`${type} cannot be caused on local networks: use one of ${triggers.join(', ')}.`)
    return triggered.read(texts, name)
  },
})

/** `payments` of `payments:read` */
const resources = [...new Set(scopes.map((scope) => scope.replace(/:.*/, '')))]

export const developmentCommands = {
  listen: defineCommand({
    summary: 'Post signed events to a URL as they happen, for development.',
    details:
      'Events come in order, one after the other. While nobody answers, the command tries again. An event that is refused four times is ' +
      'left out.',
    options: {
      forwardTo: text('URL', 'Where to post the events.'),
      events: choices('A,B', eventPatterns, 'Types and patterns. Default: *, all but bookings.'),
      from: number('SEQUENCE', { least: 1 }, 'The number of the first event. Default: the next event.'),
      // Not --env-file: Node takes that option for itself, wherever it stands, and reads the file.
      writeEnv: file('Set a variable to the secret in a file such as .env.'),
      envName: text('NAME', 'The name of that variable. Default: WEBHOOK_SECRET.'),
      printSecret: flag('Print the secret that signs, and end.'),
      merchant,
      environment,
    },
    examples: [
      {
        does: 'Give a shop its events, and the secret that verifies them',
        line: 'listen --forward-to http://127.0.0.1:4000/webhooks --write-env .env',
      },
      { does: 'Post again from event 42 on', line: 'listen --forward-to http://127.0.0.1:4000/webhooks --from 42' },
    ],
  }),
  trigger: defineCommand({
    summary: 'Cause an event with a real payment on a local network.',
    details:
      'It needs a server that runs without a configuration, and uses a network where the event can happen. Money moves on its chain, ' +
      'also for refunds and settlements. The event and the payment stay.',
    words: { type: event },
    options: { network: text('NETWORK', 'Where it happens: ethereum, polygon or stellar.'), merchant, json },
    examples: [
      { does: 'Complete a payment', line: 'trigger payment.completed' },
      { does: 'Pay too little on Polygon', line: 'trigger payment.partially_paid --network polygon' },
    ],
  }),
  faucet: defineCommand({
    summary: 'Give an address coins and gas on the local networks.',
    details:
      'By default 0x... gets all coins on Ethereum and Polygon, with ETH and POL. A Stellar account (G...) gets each coin that it ' +
      'trusts, with XLM.',
    words: { address: required(text('ADDRESS', '0x... or G...')) },
    options: {
      amount: byDefault(text('COINS', 'How many of each coin.'), '1000'),
      coin: text('COIN', 'Only this coin.'),
      network: text('NETWORK', 'Only on this network.'),
    },
    examples: [{ does: 'Fill a wallet in the browser', line: 'faucet 0x90F79bf6EB2c4f870365E785982E1f101E93b906' }],
  }),
  mcp: defineCommand({
    summary: 'Serve the API as tools to a program that speaks MCP.',
    details: 'It uses standard input and output. The keys are in CHECKOUT_PUBLIC_KEY and CHECKOUT_SECRET_KEY.',
    options: {
      url: text('URL', 'The address of the server. Default: the one that runs on the data folder.'),
      tools: choices('A,B', resources, 'Only tools of these resources. Default: all that the keys may use.'),
      outputSchemas: flag('List what each tool answers, too. It makes the list ten times as long.'),
    },
  }),
  completion: defineCommand({
    summary: 'Print what completes commands, options and values in a shell.',
    details: 'Load it in the file that your shell reads at its start.',
    words: { shell: required(choice('SHELL', ['bash', 'zsh', 'fish'], 'The shell.')) },
    examples: [
      { does: 'In ~/.bashrc: source <(crypto-checkout completion bash)', line: 'completion bash' },
      { does: 'In ~/.zshrc, after compinit: source <(crypto-checkout completion zsh)', line: 'completion zsh' },
      { does: 'In ~/.config/fish/config.fish: crypto-checkout completion fish | source', line: 'completion fish' },
    ],
  }),
}
