import { FACTORY_ADDRESS, FACTORY_DEPLOYMENT, FACTORY_GAS, factoryState } from '@crypto-checkout/contracts/factory'
import { ISSUER } from './accounts.ts'
import { checkConversion, sendConversion } from './deploy-conversion.ts'
import { listDeploymentSteps } from './deployment.ts'
import { callRpc, formatHex } from './json-rpc.ts'
import { CONTRACTS, type NetworkName } from './networks.ts'

/** Gas for each transaction: nothing can be estimated before the contract exists. */
const CREATION_GAS = 6_000_000
const CALL_GAS = 500_000

type Receipt = { status: string; contractAddress: string | null }

/**
 * Deploys every coin, price feed, the factory of deposit addresses and what converts coins on an empty chain, in one
 * block, and gives the payer coins.
 * @throws if a step failed or a contract is not at its known address
 */
export async function deploy(rpcUrl: string, name: NetworkName): Promise<void> {
  const steps = await listDeploymentSteps()
  const hashes = await Promise.all(
    steps.map((step, nonce) => {
      const gas = step.to ? CALL_GAS : CREATION_GAS
      return callRpc(rpcUrl, 'eth_sendTransaction', [
        { from: ISSUER, ...step, gas: formatHex(gas), nonce: formatHex(nonce) },
      ])
    }),
  )
  const factory = { from: ISSUER, ...FACTORY_DEPLOYMENT, gas: formatHex(FACTORY_GAS), nonce: formatHex(steps.length) }
  await callRpc(rpcUrl, 'eth_sendTransaction', [factory])
  await sendConversion(rpcUrl, name)
  await callRpc(rpcUrl, 'evm_mine')
  const expected: readonly string[] = Object.values(CONTRACTS)
  const receipts = await Promise.all(hashes.map((hash) => callRpc(rpcUrl, 'eth_getTransactionReceipt', [hash])))
  for (const [nonce, found] of receipts.entries()) {
    const receipt = found as Receipt | null
    if (receipt?.status !== '0x1') throw new Error(`Step ${nonce} of setting up the local network failed.`)
    if (nonce < expected.length && receipt.contractAddress?.toLowerCase() !== expected[nonce]?.toLowerCase()) {
      throw new Error(`Contract ${nonce} is at ${receipt.contractAddress} instead of ${expected[nonce]}.`)
    }
  }
  const state = await factoryState(async (address) => String(await callRpc(rpcUrl, 'eth_getCode', [address, 'latest'])))
  if (state !== 'deployed') throw new Error(`The factory of deposit addresses is not at ${FACTORY_ADDRESS}: ${state}.`)
  await checkConversion(rpcUrl, name)
}
