/** Functions for tests of a local network. Each takes the network first: `devnet.networks.ethereum`. */
import { ISSUER, PAYER } from './accounts.ts'
import { encodeCall, encodeWord } from './calldata.ts'
import type { LocalNetwork, Priced } from './index.ts'
import { callRpc as callNode } from './json-rpc.ts'
import { CONTRACTS, PEG_CONTRACTS } from './networks.ts'
import { sendTransaction } from './transactions.ts'

export { type Attested, type AttestedMessage, attest } from './attest.ts'
export {
  frozenHead,
  noFinality,
  nullBlocks,
  rewritten,
  staleHead,
  wrongChainId,
} from './hostile-chain.ts'
export type { Fault } from './hostile-fault.ts'
export {
  duplicatedLogs,
  foreignLogs,
  malformedLogs,
  omittedLogs,
  phantomTransfer,
  removedLogs,
  reorderedLogs,
} from './hostile-logs.ts'
export { createRandom, type HostileProxy, startHostileProxy } from './hostile-proxy.ts'
export {
  dropsConnections,
  endlessAnswer,
  heldBack,
  htmlPage,
  neverAnswers,
  rangeLimit,
  rateLimited,
  serverError,
  tooManyRequests,
  tooManyResults,
  truncatedJson,
  wrongId,
} from './hostile-transport.ts'
export { RpcError } from './json-rpc.ts'

/** The address of the counterfeit USDC */
export const COUNTERFEIT_ADDRESS: string = CONTRACTS.counterfeit

/**
 * Calls one JSON-RPC method of the node and returns its result.
 * @throws RpcError if the node refuses
 */
export async function callRpc(
  network: LocalNetwork,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  return await callNode(network.rpcUrl, method, params)
}

/**
 * Mines `blocks` blocks with the current time; the first includes every waiting transaction. Not allowed during a
 * reorganisation: await that first.
 */
export async function mine(network: LocalNetwork, blocks = 1): Promise<void> {
  for (let mined = 0; mined < blocks; mined++) await callRpc(network, 'evm_mine')
}

/** In the token's smallest unit, in the newest block; of USDC, or of another `token` by its address */
export async function readBalance(
  network: LocalNetwork,
  owner: string,
  token = network.coins.USDC.address,
): Promise<bigint> {
  const call = { to: token, data: encodeCall('balanceOf(address)', owner) }
  return BigInt(String(await callRpc(network, 'eth_call', [call, 'latest'])))
}

/** Actions of the owner of USDT. They return the hash; the next block contains the transaction. */
export const tether = {
  /**
   * The fee of each transfer in hundredths of a percent, below 20, and its maximum in whole coins, below 50; 0 and 0:
   * no fee
   */
  setFee: (network: LocalNetwork, basisPoints: number, maximumCoins: number): Promise<string> =>
    callTether(network, encodeCall('setParams(uint256,uint256)', BigInt(basisPoints), BigInt(maximumCoins))),
  pause: (network: LocalNetwork): Promise<string> => callTether(network, encodeCall('pause()')),
  unpause: (network: LocalNetwork): Promise<string> => callTether(network, encodeCall('unpause()')),
  /** From then on the address cannot send. It can still receive. */
  blacklist: (network: LocalNetwork, address: string): Promise<string> =>
    callTether(network, encodeCall('addBlackList(address)', address)),
  unblacklist: (network: LocalNetwork, address: string): Promise<string> =>
    callTether(network, encodeCall('removeBlackList(address)', address)),
  /** Destroys the balance of a blacklisted address, without a transfer log. */
  destroyFunds: (network: LocalNetwork, address: string): Promise<string> =>
    callTether(network, encodeCall('destroyBlackFunds(address)', address)),
}

async function callTether(network: LocalNetwork, data: string): Promise<string> {
  return await sendTransaction(network.rpcUrl, { from: ISSUER, to: network.coins.USDT.address, data })
}

/** Actions of the owner of the peg-stability module on Ethereum. They return the hash; the next block contains it. */
export const pegModule = {
  /** The fee of buying USDC, in parts of 10^18; default: it sells nothing */
  setFee: (network: LocalNetwork, fee = 2n ** 256n - 1n): Promise<string> =>
    sendTransaction(network.rpcUrl, {
      from: ISSUER,
      to: PEG_CONTRACTS.module,
      data: encodeCall('file(bytes32,uint256)', TOUT, fee),
    }),
}

/** "tout" as 32 bytes */
const TOUT = 0x746f7574n << 224n

/**
 * Sets a feed's answer from the next block on: the price in hundred-millionths of a USD, and its time in seconds since
 * 1970. Without `updatedAt` it is always as recent as the block. Returns the hash.
 */
export async function setPrice(
  network: LocalNetwork,
  priced: Priced,
  price: bigint,
  updatedAt?: number,
): Promise<string> {
  const answer = BigInt.asUintN(256, price)
  const data =
    updatedAt === undefined
      ? encodeCall('set(int256)', answer)
      : encodeCall('setRound(int256,uint256)', answer, BigInt(updatedAt))
  return await sendTransaction(network.rpcUrl, { from: ISSUER, to: network.feeds[priced].address, data })
}

export type Part = {
  to: string
  /** In the token's smallest unit */
  amount: bigint
  /** The address of a token other than USDC */
  token?: string
}

/**
 * Sends several transfers in ONE transaction, from the payer's account through a contract, and returns its hash. The
 * logs are in the order of `parts`, each with the payer as sender.
 */
export async function sendTogether(network: LocalNetwork, parts: readonly Part[]): Promise<string> {
  await callRpc(network, 'anvil_setCode', [BATCH, BATCH_CODE])
  const tokens = new Set(parts.map((part) => part.token ?? network.coins.USDC.address))
  for (const token of tokens) await allowBatch(network, token)
  const records = parts.map(
    (part) => encodeWord(part.token ?? network.coins.USDC.address) + encodeWord(part.to) + encodeWord(part.amount),
  )
  // Gas is given because it cannot be estimated before the approval is in a block.
  const request = { from: PAYER, to: BATCH, data: `0x${records.join('')}`, gas: '0x4c4b40' }
  return await sendTransaction(network.rpcUrl, request)
}

/** Only once: USDT refuses to change an allowance, and this one is never used up. */
async function allowBatch(network: LocalNetwork, token: string): Promise<void> {
  const question = { to: token, data: encodeCall('allowance(address,address)', PAYER, BATCH) }
  if (BigInt(String(await callRpc(network, 'eth_call', [question, 'pending']))) > 0n) return
  const approval = encodeCall('approve(address,uint256)', BATCH, 2n ** 256n - 1n)
  await sendTransaction(network.rpcUrl, { from: PAYER, to: token, data: approval, gas: '0x30d40' })
}

/**
 * Transfers an amount of zero `from` any address to any other, which needs no consent: the log looks like a payment by
 * that address. Returns the transaction's hash.
 */
export async function sendZero(network: LocalNetwork, transfer: { from: string; to: string }): Promise<string> {
  const data = encodeCall('transferFrom(address,address,uint256)', transfer.from, transfer.to, 0n)
  return await sendTransaction(network.rpcUrl, { from: PAYER, to: network.coins.USDC.address, data })
}

const BATCH = '0x00000000000000000000000000000000000ba7c4'

/**
 * For every 96 bytes of calldata, a token, a recipient and an amount: `token.transferFrom(caller, recipient, amount)`,
 * reverting where that fails. By hand:
 *
 *     00 PUSH0                                                 i
 *     01 JUMPDEST DUP1 CALLDATASIZE GT PUSH1 09 JUMPI STOP     while size > i
 *     09 JUMPDEST PUSH4 23b872dd PUSH1 e0 SHL PUSH0 MSTORE     the selector
 *     14 CALLER PUSH1 04 MSTORE                                from
 *     18 PUSH1 40 DUP2 PUSH1 20 ADD PUSH1 24 CALLDATACOPY      recipient and amount
 *     21 PUSH0 PUSH0 PUSH1 64 PUSH0 PUSH0                      no answer wanted, 100 bytes, no value
 *     27 DUP6 CALLDATALOAD GAS CALL PUSH1 31 JUMPI             the token
 *     2e PUSH0 PUSH0 REVERT
 *     31 JUMPDEST PUSH1 60 ADD PUSH1 01 JUMP                   i + 96
 */
const BATCH_CODE = [
  '0x5f',
  '5b80361160095700',
  '5b6323b872dd60e01b5f52',
  '33600452',
  '604081602001602437',
  '5f5f60645f5f',
  '85355af1603157',
  '5f5ffd',
  '5b606001600156',
].join('')
