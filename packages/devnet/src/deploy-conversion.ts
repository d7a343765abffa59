/** What converts coins: doubles of Circle's CCTP v2 and of Sky's peg-stability module, and the converters of deposits. */
import {
  CCTP_DOMAINS,
  CONVERTER_ADDRESS,
  CONVERTER_DEPLOYMENT,
  CONVERTER_GAS,
  PEG_CONVERTER_ADDRESS,
  PEG_CONVERTER_DEPLOYMENT,
  PEG_CONVERTER_GAS,
} from '@crypto-checkout/contracts/conversion'
import { DOUBLES_DEPLOYER, ISSUER } from './accounts.ts'
import { ATTESTER } from './attest.ts'
import { encodeCall, encodeParameters } from './calldata.ts'
import contracts from './contracts.json' with { type: 'json' }
import { callRpc, formatHex } from './json-rpc.ts'
import { CCTP_CONTRACTS, CONTRACTS, convertToUnits, type NetworkName, PEG_CONTRACTS } from './networks.ts'

const CREATION_GAS = 3_000_000
const CALL_GAS = 200_000
const UNLIMITED = 2n ** 256n - 1n
/** Ten million of each coin, in millionths. */
const STOCK = 10n ** 13n

/** Without a nonce, the sender's next one. An address follows from it. */
type Request = { from: string; to?: string; data: string; gas: number; nonce?: number }

/** A contract at its known address, and what has to be sent for it once. */
type Piece = { address: string; requests: readonly Request[] }

/** Deploys what is missing on a chain of an older release, which has the coins, in a block of its own. */
export async function addConversion(rpcUrl: string, name: NetworkName): Promise<void> {
  const missing = await findMissing(rpcUrl, name)
  if (missing.length === 0) return
  await send(rpcUrl, missing)
  await callRpc(rpcUrl, 'evm_mine')
  await checkConversion(rpcUrl, name)
}

/**
 * Sends the transactions that deploy it all, for the next block. The doubles may mint USDC. Networks that do not run are
 * connected too: the messenger has the same address on all.
 */
export async function sendConversion(rpcUrl: string, name: NetworkName): Promise<void> {
  await send(rpcUrl, listPieces(name))
}

function listPieces(name: NetworkName): Piece[] {
  const domain = CCTP_DOMAINS[name]
  const others = Object.values(CCTP_DOMAINS).filter((other) => other !== domain)
  const create = (nonce: number, data: string) => ({ from: DOUBLES_DEPLOYER, data, gas: CREATION_GAS, nonce })
  const call = (to: string, data: string) => ({ from: ISSUER, to, data, gas: CALL_GAS })
  const transmitter = contracts.TransmitterLike.bytecode + encodeParameters(BigInt(domain), ATTESTER, ISSUER)
  // A list of bytes is encoded like a text.
  const domains = { text: String.fromCharCode(...others) }
  const messenger =
    contracts.MessengerLike.bytecode + encodeParameters(CCTP_CONTRACTS.transmitter, CONTRACTS.USDC, ISSUER, domains)
  const minter = encodeCall('configureMinter(address,uint256)', CCTP_CONTRACTS.minter, UNLIMITED)
  const pieces: Piece[] = [
    { address: CCTP_CONTRACTS.transmitter, requests: [create(0, transmitter)] },
    { address: CCTP_CONTRACTS.messenger, requests: [create(1, messenger)] },
    { address: CCTP_CONTRACTS.minter, requests: [call(CONTRACTS.USDC, minter)] },
    { address: CONVERTER_ADDRESS, requests: [{ from: ISSUER, ...CONVERTER_DEPLOYMENT, gas: CONVERTER_GAS }] },
  ]
  if (name !== 'ethereum') return pieces
  const module = contracts.PegModuleLike.bytecode + encodeParameters(CONTRACTS.DAI, CONTRACTS.USDC, ISSUER)
  const mint = (token: string, to: string, amount: bigint) =>
    call(token, encodeCall('mint(address,uint256)', to, amount))
  return [
    ...pieces,
    {
      address: PEG_CONTRACTS.module,
      requests: [
        create(2, module),
        mint(CONTRACTS.USDC, PEG_CONTRACTS.pocket, convertToUnits('USDC', STOCK)),
        mint(CONTRACTS.DAI, PEG_CONTRACTS.module, convertToUnits('DAI', STOCK)),
      ],
    },
    {
      address: PEG_CONVERTER_ADDRESS,
      requests: [{ from: ISSUER, ...PEG_CONVERTER_DEPLOYMENT, gas: PEG_CONVERTER_GAS }],
    },
  ]
}

async function send(rpcUrl: string, pieces: readonly Piece[]): Promise<void> {
  const [sent] = await Promise.all([
    callRpc(rpcUrl, 'eth_getTransactionCount', [ISSUER, 'pending']),
    callRpc(rpcUrl, 'anvil_impersonateAccount', [DOUBLES_DEPLOYER]),
    callRpc(rpcUrl, 'anvil_setBalance', [DOUBLES_DEPLOYER, formatHex(10n ** 18n)]),
  ])
  let next = Number(sent)
  const requests = pieces
    .flatMap((piece) => piece.requests)
    .map(({ gas, nonce = next++, ...request }) => ({ ...request, gas: formatHex(gas), nonce: formatHex(nonce) }))
  await Promise.all(requests.map((request) => callRpc(rpcUrl, 'eth_sendTransaction', [request])))
}

/** @throws if one of them is not at its known address, or USDC does not know the minter */
export async function checkConversion(rpcUrl: string, name: NetworkName): Promise<void> {
  const isMinter = { to: CONTRACTS.USDC, data: encodeCall('isMinter(address)', CCTP_CONTRACTS.minter) }
  const missing = await findMissing(rpcUrl, name)
  if (missing.length > 0 || BigInt(String(await callRpc(rpcUrl, 'eth_call', [isMinter, 'latest']))) !== 1n)
    throw new Error('The contracts that convert coins are not at their addresses.')
}

async function findMissing(rpcUrl: string, name: NetworkName): Promise<Piece[]> {
  const pieces = listPieces(name)
  const codes = await Promise.all(pieces.map(({ address }) => callRpc(rpcUrl, 'eth_getCode', [address, 'latest'])))
  return pieces.filter((_, index) => codes[index] === '0x')
}
