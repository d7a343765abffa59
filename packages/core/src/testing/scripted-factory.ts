import {
  DETERMINISTIC_DEPLOYER,
  depositAddress,
  EVENT_TOPICS,
  FACTORY_ADDRESS,
  FACTORY_CODE,
} from '@crypto-checkout/contracts'
import type { ScriptedNode } from './scripted-node.ts'
import type { ScriptedEffect } from './scripted-pool.ts'

const DEPLOYER = DETERMINISTIC_DEPLOYER.toLowerCase()
const FACTORY = FACTORY_ADDRESS.toLowerCase()
const GAS_A_DEPOSIT = 60_000n

/**
 * Has a scripted chain keep the contract of deposits, as the real one does: it can be deployed, and sweeps
 * what the chain's own transfers brought. What is in `blocked` (deposits, recipients or tokens, lower case) moves nothing.
 */
export function scriptFactory(node: ScriptedNode) {
  const blocked = new Set<string>()
  node.codeOf = (address, blocks) => {
    if (address.toLowerCase() === DEPLOYER) return '0x60'
    const deployed = blocks.some((block) => block.transactions.some(({ to }) => to === DEPLOYER))
    return address.toLowerCase() === FACTORY && deployed ? FACTORY_CODE : '0x'
  }
  const held = (token: string, account: string) =>
    node.transfers().reduce((sum, { token: of, from, to, rawAmount }) => {
      if (of.toLowerCase() !== token) return sum
      if (to.toLowerCase() === account) return sum + rawAmount
      return from.toLowerCase() === account ? sum - rawAmount : sum
    }, 0n)
  const sweep = (data: string): ScriptedEffect => {
    const words = data.slice(10).match(/.{64}/g) ?? []
    const [recipient = '', token = ''] = words.slice(4, 6).map((word) => `0x${word.slice(24)}`)
    const salts = words.slice(8).map((word) => `0x${word}`)
    const deposits = salts.map((salt) => depositAddress(recipient, salt).toLowerCase())
    const full = deposits
      .map((deposit) => ({ deposit, amount: held(token, deposit) }))
      .filter(({ amount }) => amount > 0n)
    const moves = (deposit: string) => ![deposit, recipient, token].some((one) => blocked.has(one))
    return {
      gasUsed: 21_000n + GAS_A_DEPOSIT * BigInt(deposits.length),
      transfers: full
        .filter(({ deposit }) => moves(deposit))
        .map(({ deposit, amount }) => ({ token, from: deposit, to: recipient, rawAmount: amount })),
      logs: full.map(({ deposit, amount }) => ({
        address: FACTORY,
        topics: [moves(deposit) ? EVENT_TOPICS.swept : EVENT_TOPICS.notSwept, word(deposit)],
        data: `${word(token)}${word(`0x${amount.toString(16)}`).slice(2)}`,
      })),
    }
  }
  node.pool.effect = ({ to, data }) => (to === FACTORY && node.codeOf(FACTORY, node.blocks) !== '0x' ? sweep(data) : {})
  return { blocked, held: (token: string, account: string) => held(token.toLowerCase(), account.toLowerCase()) }
}

function word(hex: string): string {
  return `0x${hex.slice(2).padStart(64, '0')}`
}
