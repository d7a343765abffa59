/** Checks of Circle's contracts on a network, before its USDC is burned there. */
import { describeReason, type Finding } from '../inspect-sending.ts'
import { type Cctp, getToken, type Network } from '../network.ts'
import type { Rpc } from '../rpc.ts'
import { callForNumber, encodeWord } from './call.ts'

/** The first four bytes of keccak256 of the functions' signatures */
const CALLS = {
  localDomain: '0x8d3638f4',
  signatureThreshold: '0xa82f2e26',
  localMinter: '0xcb75c11c',
  /** Has an address as its argument. */
  burnLimitsPerMessage: '0xa56ec632',
  minFee: '0x24ec7590',
} as const

/** The parts of a burn in which `minFee` counts. */
const MIN_FEE_PARTS = 10_000_000

/**
 * Tells whether burns can be made on the network. Nothing for a network that does not convert: a shop there must not fail
 * by Circle's faults.
 */
export async function inspectConversion(network: Network, rpc: Rpc): Promise<Finding[]> {
  const { cctp, conversion } = network
  const usdc = getToken(network, 'USDC')
  if (!cctp || !usdc || !conversion) return []
  const fail = (text: string): Finding => ({ ok: false, text })
  try {
    const troubles = await findTroubles(rpc, cctp, {
      usdc: usdc.address,
      needed: network.environment === 'production' ? 2 : 1,
    })
    if (troubles.length > 0) return troubles.map(fail)
    const fee = Number(await callForNumber(rpc, cctp.messenger, CALLS.minFee)) / (MIN_FEE_PARTS / 100)
    const cost = fee > 0 ? `, and Circle takes at least ${fee} % of it` : ''
    return [{ ok: true, text: `USDC can be burned for other networks (CCTP domain ${cctp.domain})${cost}` }]
  } catch (error) {
    return [fail(`Circle's contracts could not be read: ${describeReason(error)}`)]
  }
}

type Expected = { readonly usdc: string; readonly needed: number }

async function findTroubles(rpc: Rpc, cctp: Cctp, { usdc, needed }: Expected): Promise<string[]> {
  const { domain, messenger, transmitter } = cctp
  const [found, signatures, minter] = await Promise.all([
    callForNumber(rpc, transmitter, CALLS.localDomain),
    callForNumber(rpc, transmitter, CALLS.signatureThreshold),
    callForNumber(rpc, messenger, CALLS.localMinter),
  ])
  if (found === null || signatures === null)
    return [`Circle's MessageTransmitterV2 is not at ${transmitter}: correct cctp.transmitter`]
  if (minter === null) return [`Circle's TokenMessengerV2 is not at ${messenger}: correct cctp.messenger`]
  const limit = await callForNumber(
    rpc,
    `0x${minter.toString(16).padStart(40, '0')}`,
    CALLS.burnLimitsPerMessage + encodeWord(usdc),
  )
  return [
    ...(found === BigInt(domain)
      ? []
      : [`Circle's contracts are those of domain ${found}, not ${domain}: correct cctp`]),
    ...(signatures >= BigInt(needed)
      ? []
      : [`burns are signed by ${signatures} of Circle's attesters, and ${needed} are needed: convert nothing here`]),
    ...(limit !== null && limit > 0n
      ? []
      : [`Circle does not burn USDC at ${usdc}: what is to be converted waits until it does, or can be released`]),
  ]
}
