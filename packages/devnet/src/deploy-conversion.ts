/** What converts coins between the networks: doubles of Circle's CCTP v2, and the converter of deposits. */
import {
  CCTP_DOMAINS,
  CONVERTER_ADDRESS,
  CONVERTER_CODE,
  CONVERTER_DEPLOYMENT,
  CONVERTER_GAS,
} from '@crypto-checkout/contracts/conversion'
import { CCTP_DEPLOYER, ISSUER } from './accounts.ts'
import { ATTESTER } from './attest.ts'
import { encodeCall, encodeParameters } from './calldata.ts'
import contracts from './contracts.json' with { type: 'json' }
import { callRpc, formatHex } from './json-rpc.ts'
import { CCTP_CONTRACTS, CONTRACTS, type NetworkName } from './networks.ts'

const CREATION_GAS = 3_000_000
const CALL_GAS = 200_000
const UNLIMITED = 2n ** 256n - 1n

/** Deploys them on a chain of an older release, which has the coins, in a block of their own. */
export async function addConversion(rpcUrl: string, name: NetworkName): Promise<void> {
  if (await isDeployed(rpcUrl)) return
  await sendConversion(rpcUrl, name)
  await callRpc(rpcUrl, 'evm_mine')
  await checkConversion(rpcUrl)
}

/**
 * Sends the transactions that deploy them, for the next block. The doubles may mint USDC. Networks that do not run are
 * connected too: the messenger has the same address on all.
 */
export async function sendConversion(rpcUrl: string, name: NetworkName): Promise<void> {
  const [sent] = await Promise.all([
    callRpc(rpcUrl, 'eth_getTransactionCount', [ISSUER, 'pending']),
    callRpc(rpcUrl, 'anvil_impersonateAccount', [CCTP_DEPLOYER]),
    callRpc(rpcUrl, 'anvil_setBalance', [CCTP_DEPLOYER, formatHex(10n ** 18n)]),
  ])
  const nonce = Number(sent)
  const domain = CCTP_DOMAINS[name]
  const others = Object.values(CCTP_DOMAINS).filter((other) => other !== domain)
  const creations = [
    contracts.TransmitterLike.bytecode + encodeParameters(BigInt(domain), ATTESTER, ISSUER),
    contracts.MessengerLike.bytecode +
      // A list of bytes is encoded like a text.
      encodeParameters(CCTP_CONTRACTS.transmitter, CONTRACTS.USDC, ISSUER, { text: String.fromCharCode(...others) }),
  ]
  const minter = encodeCall('configureMinter(address,uint256)', CCTP_CONTRACTS.minter, UNLIMITED)
  const requests = [
    ...creations.map((data, nonce) => ({ from: CCTP_DEPLOYER, data, gas: CREATION_GAS, nonce })),
    { from: ISSUER, to: CONTRACTS.USDC, data: minter, gas: CALL_GAS, nonce },
    { from: ISSUER, ...CONVERTER_DEPLOYMENT, gas: CONVERTER_GAS, nonce: nonce + 1 },
  ]
  await Promise.all(
    requests.map(({ gas, nonce, ...request }) =>
      callRpc(rpcUrl, 'eth_sendTransaction', [{ ...request, gas: formatHex(gas), nonce: formatHex(nonce) }]),
    ),
  )
}

/** @throws if one of them is not at its known address, or USDC does not know the minter */
export async function checkConversion(rpcUrl: string): Promise<void> {
  const isMinter = { to: CONTRACTS.USDC, data: encodeCall('isMinter(address)', CCTP_CONTRACTS.minter) }
  if (!(await isDeployed(rpcUrl)) || BigInt(String(await callRpc(rpcUrl, 'eth_call', [isMinter, 'latest']))) !== 1n)
    throw new Error('The contracts that convert coins are not at their addresses.')
}

async function isDeployed(rpcUrl: string): Promise<boolean> {
  const addresses = [...Object.values(CCTP_CONTRACTS), CONVERTER_ADDRESS]
  const codes = await Promise.all(addresses.map((address) => callRpc(rpcUrl, 'eth_getCode', [address, 'latest'])))
  return codes.every((code) => code !== '0x') && codes.at(-1) === CONVERTER_CODE
}
