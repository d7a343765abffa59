/** The code in README.md of the local networks as programs, with what its readers have beside it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Keypair } from '@stellar/stellar-sdk'
import { readSnippets } from './run-snippet.ts'

const ACCOUNTS = `const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'`

const TRANSACTION = `import { Account, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
const options = { fee: '100', networkPassphrase: network.passphrase }
const transaction = new TransactionBuilder(new Account(network.accounts.payer, '1'), options)
  .addOperation(Operation.bumpSequence({ bumpTo: '9' }))
  .setTimeout(60)
  .build()`

/** Writes the programs into a folder. Returns their names. Each one ends by itself. */
export function writeNetworkPrograms(folder: string): string[] {
  const account = Keypair.random().publicKey()
  const read = (name: string) =>
    readSnippets(`packages/${name}/README.md`, 'ts').map((code) => code.replaceAll('GDPQ…', account))
  const [whole = '', started = '', prices = '', attester = '', faults = '', stellar = ''] = read('devnet')
  const [ledger = '', testing = ''] = read('stellar-devnet')
  const both = started.replace('{ blockTimeMs: 0 }', "{ blockTimeMs: 0, networks: ['ethereum', 'stellar'] }")
  const programs = {
    'networks.mts': whole,
    'testing.mts': [ACCOUNTS, both, prices, attester, faults, `{\n${stellar}}`, 'await devnet.stop()\n'].join('\n'),
    'ledger.mts': ledger.replace('await stop()\n', [TRANSACTION, testing, 'await stop()\n'].join('\n')),
  }
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(folder, name), code)
  return Object.keys(programs)
}
