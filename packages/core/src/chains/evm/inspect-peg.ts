/** Checks of Sky's peg-stability module on a network, which changes its DAI into USDC. */
import { floorToMillionths, formatAmount } from '../../domain/money.ts'
import { describeReason, type Finding } from '../inspect-sending.ts'
import { getToken, type Network, type Token } from '../network.ts'
import type { Rpc } from '../rpc.ts'
import { callForNumber, encodeWord } from './call.ts'

/** The first four bytes of keccak256 of the functions' signatures */
const CALLS = {
  dai: '0xf4b9fa75',
  gem: '0x7bd2bea7',
  pocket: '0xcccef9e2',
  tout: '0xfae036d5',
  /** Has an address as its argument. */
  balanceOf: '0x70a08231',
} as const

/** The parts of an amount in which the module counts its fee. */
const FEE_PARTS = 1e18
const HALTED = 2n ** 256n - 1n

/**
 * Tells whether DAI can be changed into USDC on the network: nothing where no module is known, or nothing is converted.
 * It is only a warning, because nothing is converted in this way yet.
 */
export async function inspectPeg(network: Network, rpc: Rpc): Promise<Finding[]> {
  const { psm, conversion } = network
  const [dai, usdc] = [getToken(network, 'DAI'), getToken(network, 'USDC')]
  if (psm === null || !dai || !usdc || !conversion) return []
  const warn = (text: string): Finding => ({ ok: true, warning: true, text })
  try {
    const [paid, sold] = await Promise.all([callForNumber(rpc, psm, CALLS.dai), callForNumber(rpc, psm, CALLS.gem)])
    if (paid === null || sold === null) return [warn(`Sky's peg-stability module is not at ${psm}: correct psm`)]
    if (paid !== BigInt(dai.address) || sold !== BigInt(usdc.address))
      return [warn(`the peg-stability module at ${psm} is one of other coins: correct psm`)]
    const trouble = 'DAI cannot be changed into USDC now'
    const [fee, held] = await Promise.all([callForNumber(rpc, psm, CALLS.tout), readHeld(rpc, psm, usdc)])
    if (fee === null || fee === HALTED) return [warn(`${trouble}: the peg-stability module is halted`)]
    if (held === 0n) return [warn(`${trouble}: the peg-stability module has no USDC`)]
    const cost = fee > 0n ? `, for ${(Number(fee) / FEE_PARTS) * 100} %` : ''
    return [{ ok: true, text: `DAI can be changed into ${formatAmount(held)} USDC by the peg-stability module${cost}` }]
  } catch (error) {
    return [warn(`the peg-stability module could not be read: ${describeReason(error)}`)]
  }
}

/** What the module can sell, in millionths. */
async function readHeld(rpc: Rpc, psm: string, { address, decimals }: Token): Promise<bigint> {
  const pocket = await callForNumber(rpc, psm, CALLS.pocket)
  if (pocket === null) return 0n
  const owner = pocket.toString(16).padStart(40, '0')
  const held = await callForNumber(rpc, address, CALLS.balanceOf + encodeWord(owner))
  return floorToMillionths(held ?? 0n, decimals)
}
