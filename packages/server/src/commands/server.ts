/** Commands of a server and its state. */
import { defineCommand, json } from '../command-line/command.ts'
import { file, number, text } from '../command-line/option.ts'
import { environment, merchant } from './shared.ts'

const MOST_PORT = 65_535

export const serverCommands = {
  start: defineCommand({
    summary: 'Start the server.',
    details:
      'Without a configuration the sandbox runs on a local Stellar, a local Ethereum and a local Polygon, and its keys are printed. ' +
      'They stay the same between starts. SIGTERM and Ctrl-C end the server after the requests that it is answering.',
    options: {
      port: number(
        'N',
        { least: 0, most: MOST_PORT },
        'The port; 0 takes any. Default: the next free one from 3000 on.',
      ),
      writeEnv: file('Set CHECKOUT_PUBLIC_KEY and CHECKOUT_SECRET_KEY to the printed keys in a file such as .env.'),
      host: text(
        'ADDRESS',
        'The address to listen on. Any other than the default needs a publicUrl. Default: 127.0.0.1.',
      ),
    },
    examples: [
      { does: 'Try the checkout on local networks', line: 'start' },
      { does: 'Try it from a shop that reads its keys from .env', line: 'start --port 3000 --write-env .env' },
      {
        does: 'Run a configured server',
        line: 'start --config /etc/crypto-checkout/config.json --data /var/lib/crypto-checkout',
      },
    ],
  }),
  status: defineCommand({
    summary: 'Show the server, the networks and how many payments there are.',
    options: { merchant, environment, json },
  }),
  doctor: defineCommand({
    summary: 'Check the configuration, the database, the nodes and the keys, and say what to do.',
    details:
      'It asks every node for its chain and its finality, and reads every token, every price feed, and the balances of keys for gas and ' +
      'refunds. Keys of providers in URLs are not shown. The exit code is 1 if something is wrong.',
    options: { json },
    examples: [{ does: 'Check what a new configuration does', line: 'doctor --config crypto-checkout.config.json' }],
  }),
}
