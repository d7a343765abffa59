/** The code of documents as files of TypeScript: in README.md, and in those of packages. A test compiles them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSnippet, readSnippets } from './run-snippet.ts'

/** The facts that the code takes for granted. */
const GIVEN = `
type Networks = import('@crypto-checkout/devnet').Devnet['networks']
declare const devnet: import('@crypto-checkout/devnet').Devnet<'ethereum' | 'polygon' | 'stellar'>
declare const ethereum: Networks['ethereum']
declare const network: import('@crypto-checkout/devnet').Devnet<'stellar'>['networks']['stellar']
declare const transaction: import('@stellar/stellar-sdk').Transaction
declare const webhookFetch: typeof import('@crypto-checkout/client').webhookFetch
declare const to: string, address: string, wallet: string, usdc: string, dai: string, another: string, merchantWallet: string
declare const body: import('@crypto-checkout/core').RequestBody
declare const client: ReturnType<typeof import('@crypto-checkout/client').createClient>
declare function mayDeliver(payment: import('@crypto-checkout/client').Payment): boolean
declare function deliver(payment: import('@crypto-checkout/client').Payment): Promise<void>
declare function send(transaction: { to: string; data: string }): Promise<{ logs: [] }>
`

/** Writes one file for each block in README.md of packages, and in other documents. Throws for a package without any. */
export function writeTypedBlocks(folder: string, packages: readonly string[]): void {
  for (const name of packages) {
    const blocks = ['ts', 'tsx'].flatMap((language) =>
      readSnippets(`packages/${name}/README.md`, language)
        // A test of the element itself bundles this one.
        .filter((code) => !code.includes('@crypto-checkout/widget/jsx'))
        .map((code) => ({ language, code })),
    )
    if (blocks.length === 0) throw new Error(`packages/${name}/README.md has no code`)
    for (const [index, { language, code }] of blocks.entries()) {
      writeFileSync(
        join(folder, `${name}-${index}${language === 'ts' ? '.mts' : '.tsx'}`),
        `${code.replaceAll('{ ... }', '{}')}\nexport {}\n`,
      )
    }
  }
  for (const [index, code] of readSnippets('docs/delivery.md', 'ts').entries()) {
    writeFileSync(join(folder, `delivery-${index}.mts`), `${code}\nexport {}\n`)
  }
  writeFileSync(join(folder, 'given.d.ts'), GIVEN)
  writeFileSync(join(folder, 'shop.mts'), readSnippet('README.md', 0, 'js'))
}

/** Writes the code of docs/agents.md, which needs packages of others: both blocks in one file, as the document says. */
export function writeAgent(folder: string): void {
  const [evm = '', stellar = ''] = readSnippets('docs/agents.md', 'ts')
  writeFileSync(join(folder, 'pay.mts'), [evm, stellar].join('\n'))
}
