/**
 * The code of docs/agents.md and docs/receipts.md needs packages of others only. It runs as a stranger has it: in an empty
 * folder, after the commands of the document. One program pays an order, and the other one checks its receipt.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDevnet } from '@crypto-checkout/devnet'
import { Keypair } from '@stellar/stellar-sdk'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  pollUntil,
  startCommand,
} from '../support/harness.ts'
import { openPageSite, type PageSite } from '../support/page-harness.ts'
import { run, runCommands, WORKSPACE } from '../support/release.ts'
import { readSnippet } from '../support/run-snippet.ts'
import { createAccount, createStellarConfig, MERCHANT, serveSecurely, USDC } from '../support/stellar-harness.ts'

/** The stock client knows the two public networks only, so the local one bears the name of one. */
vi.hoisted(() => {
  process.env.STELLAR_DEVNET_PASSPHRASE = 'Test SDF Network ; September 2015'
})

/** To install from a registry, on a machine with much other work. */
const SLOW_MS = 600_000
const COINS = 100_000_000n
const [GAS_KEY, FEE_KEY] = [Wallet.createRandom().privateKey, Keypair.random()] as const

let devnet: Awaited<ReturnType<typeof startDevnets>>
let secure: Awaited<ReturnType<typeof serveSecurely>>
let site: PageSite

const startDevnets = () => startDevnet({ networks: ['ethereum', 'stellar'], blockTimeMs: 250 })

beforeAll(async () => {
  devnet = await startDevnets()
  secure = await serveSecurely(devnet)
  process.env.OTHERS_GAS_KEY = GAS_KEY
  process.env.OTHERS_FEE_KEY = FEE_KEY.secret()
  await devnet.faucet(new Wallet(GAS_KEY).address)
  await devnet.faucet(FEE_KEY.publicKey())
  const limits = { maxFeePerPayment: 0.1, maxFeePerDay: 10 }
  const evm = createSandboxConfig(devnet, { gasKey: { env: 'OTHERS_GAS_KEY' }, gasless: limits })
  const stellar = createStellarConfig(devnet, { x402: { feeKey: { env: 'OTHERS_FEE_KEY' }, ...limits } })
  site = await openPageSite({ production: evm.sandbox, sandbox: stellar.sandbox, log: () => {} })
  const areRead = (networks: readonly { read: number | null }[]) => networks.every(({ read }) => read !== null)
  await pollUntil(() => site.checkout.networks(), areRead)
})

afterAll(async () => {
  secure.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** An empty folder with the packages that a document tells to install, of the versions that the workspace has. */
async function installAsTold(document: string): Promise<string> {
  const folder = createTemporaryFolder()
  const text = readFileSync(join(WORKSPACE, document), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(WORKSPACE, 'e2e/package.json'), 'utf8'))
  const types = { '@types/node': '24.19.2', '@types/urijs': '1.19.26', '@types/json-schema': '7.0.15' }
  const commands = [...text.matchAll(/`(npm install [^`]+)`/g)].map(([, command = '']) => command)
  await runCommands(['npm init -y', ...commands].join('\n'), folder, { ...dependencies, ...types })
  return folder
}

/** Runs code in a folder, under the name that its document gives. Returns how it ended, and what it wrote. */
async function runAsTold(document: string, code: string, folder: string, env: Record<string, string>) {
  const text = readFileSync(join(WORKSPACE, document), 'utf8')
  const [, name = ''] = /`(?:\w+=\S+ )*node (\S+)`/.exec(text) ?? []
  expect(text).toContain(`in a file \`${name}\``)
  writeFileSync(join(folder, name), code)
  const program = startCommand([], { program: join(folder, name), cwd: folder, env })
  return [await program.ended, program.stderr, program.stdout]
}

test(
  'a program pays an order on Ethereum and one on Stellar, and the receipts are told apart',
  async () => {
    const folder = await installAsTold('docs/agents.md')
    const price = { amount: 49.9, currency: 'USD', cryptocurrency: 'USDC' } as const
    const terms = { ...price, network: 'ethereum', merchantWallet: createWallet() } as const
    const { checkout } = site
    // The document says so about local networks.
    const evm = readSnippet('docs/agents.md', 0).replace("{ maxAmountPerPayment: '$100' }", 'false')
    const account = Wallet.createRandom()
    await devnet.faucet(account.address, COINS, { network: 'ethereum', cryptocurrency: 'USDC' })
    const real = await checkout.payments.create(terms)
    const env = { AGENT_KEY: account.privateKey, X402_URL: String(real.x402Url) }
    expect(await runAsTold('docs/agents.md', evm, folder, env)).toEqual([0, '', '200\n'])

    const payer = await createAccount(devnet, [USDC])
    await devnet.faucet(payer.publicKey(), COINS, { network: 'stellar', cryptocurrency: 'USDC' })
    const trial = await checkout.sandbox.payments.create({ ...price, network: 'stellar', merchantWallet: MERCHANT })
    const stellar = readSnippet('docs/agents.md', 1)
      .replace('stellar:pubnet', 'stellar:testnet')
      .replace('https://stellar-rpc.example.com', secure.rpcUrl)
    const both = evm.replace(/^(?=const answer = )/m, stellar)
    const certificate = join(folder, 'certificate.pem')
    writeFileSync(certificate, secure.cert)
    const secrets = { AGENT_SECRET: payer.secret(), NODE_EXTRA_CA_CERTS: certificate }
    const changed = { ...env, ...secrets, X402_URL: String(trial.x402Url) }
    expect(await runAsTold('docs/agents.md', both, folder, changed)).toEqual([0, '', '200\n'])
    const strict = ['--strict', '--target', 'es2024', '--types', 'node', '--module', 'nodenext']
    await run('tsc', [...strict, '--noEmit', 'pay.mts'], folder)

    await checkReceipts(
      () => checkout.payments.retrieve(real.id),
      () => checkout.sandbox.payments.retrieve(trial.id),
    )
  },
  SLOW_MS,
)

type Retrieve = () => Promise<{ id: string; receipt: string | null }>

/** Checks the receipts of two payments by the code of docs/receipts.md. Refuses the one of the sandbox. */
async function checkReceipts(retrieve: Retrieve, retrieveTrial: Retrieve): Promise<void> {
  const folder = await installAsTold('docs/receipts.md')
  const code = readSnippet('docs/receipts.md', 0, 'js').replaceAll('https://pay.example.com', site.origin)
  const check = async (one: Retrieve) => {
    const { receipt } = await pollUntil(one, (payment) => payment.receipt !== null)
    writeFileSync(join(folder, 'receipt.jwt'), `${receipt}\n`)
    return runAsTold('docs/receipts.md', code, folder, {})
  }
  const { id } = await retrieve()
  expect(await check(retrieve)).toEqual([0, '', expect.stringContaining(`sub: '${id}'`)])
  expect(await check(retrieveTrial)).toEqual([1, expect.stringContaining('no applicable key'), ''])
}
